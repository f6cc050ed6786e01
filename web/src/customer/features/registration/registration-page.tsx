import { customerLookupCall, registerCall } from '@clube/contract/identity/account-calls.ts'
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { SignInLayout } from '../../../kit/page/sign-in-layout.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { failureOf } from '../../../parts/call-failed.ts'
import { ClubBrand } from '../../../parts/club-brand/club-brand.tsx'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import { clearHandOver, readHandOver, type HandOver } from '../../../platform/session/hand-over.ts'
import { RegistrationSteps } from './registration-wizard.tsx'

/** Registration (`/cadastro`), reached only from the sign-in flow with a document. */
export function RegistrationPage() {
  useTitle('Cadastro')
  const [handOver] = useState(readHandOver)
  if (!handOver) return <Redirect to={paths.signIn} replace />
  return <PreparedRegistration handOver={handOver} />
}

/**
 * Looks up the account before anything is typed, so that an expired ticket is noticed early. Without a verification
 * code nothing is looked up, and the document counts as unregistered (spec §5).
 */
function PreparedRegistration({ handOver }: { handOver: HandOver }) {
  const endpoint = useClub().endpoints.customer_lookup
  const { document_id, verification_code } = handOver
  const lookup = useCallQuery(
    ['customer', document_id, verification_code],
    (send, signal) =>
      send(customerLookupCall, { query: { verification_code, document_id }, endpoint, signal }),
    // The result holds for this visit; a second request may be refused because the ticket was used.
    { enabled: verification_code !== undefined, staleTime: Infinity },
  )
  const { error } = lookup
  // Only a refused ticket prevents registration here; after other failures the person can continue.
  const isRefused = error !== null && failureOf(error).kind === 'refused'
  const status = lookup.data?.account_status
  const isRegistered = status === 'active' || status === 'blocked' || status === 'deletion_pending'

  useEffect(() => {
    if (error === null) return
    showFailure(failureOf(error), { place: 'endpoint' })
    if (isRefused) clearHandOver()
  }, [error, isRefused])
  useEffect(() => {
    if (!isRegistered) return
    showToast({ message: registerCall.refusals['identity.already-registered'].message, type: 'info' })
    clearHandOver()
  }, [isRegistered])

  if (isRefused || isRegistered) return <Redirect to={paths.signIn} replace />
  if (lookup.isLoading)
    return (
      <SignInLayout brand={<ClubBrand />} title="Seus dados">
        <Delayed>
          <Skeleton shape="field" count={4} />
        </Delayed>
      </SignInLayout>
    )
  return (
    <RegistrationSteps
      handOver={handOver}
      acceptsEmailMarketing={lookup.data?.email_marketing_subscription === 'yes'}
    />
  )
}
