import type { RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useLocation } from 'wouter'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { explain } from '../../../platform/api/explain.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { useApp } from '../../../platform/app/app-context.tsx'
import { reportProblem } from '../../../platform/monitoring/report-problem.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { acceptSignIn } from '../../../platform/session/accept-sign-in.ts'
import { clearHandOver } from '../../../platform/session/hand-over.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { registrationBody } from './registration-body.ts'
import { clearDraft } from './registration-draft.ts'
import { registrationPaths } from './registration-steps.ts'

type RegistrationCode = RefusalCodeOf<typeof registerCall>

/** Refusals that only the sign-in flow can resolve; what was typed is kept for the way back. */
const leadsToSignIn: readonly (RegistrationCode | null)[] = [
  'flow.out-of-step',
  'identity.already-registered',
  'identity.ticket-expired',
]

type Gathered = Omit<Parameters<typeof registrationBody>[0], 'terms_id' | 'service_channel'>

/**
 * Submits the registration. Success opens the session and leads home with a welcome; field errors go to
 * `onFieldErrors`, whichever step shows them.
 */
export function useSubmitRegistration(onFieldErrors: (errors: readonly FieldError[]) => void) {
  const { send, club } = useApp()
  const [, navigate] = useLocation()

  const refuse = (failure: Failure<RegistrationCode>): 'outdated' | 'done' => {
    // The steps share one submission: a field of another step counts as visible.
    const { errors, toast, log } = explain(failure, { place: 'form', fields: registrationPaths })
    if (toast) showToast(toast)
    if (log !== null) reportProblem(new Error(log))
    if (errors.length > 0) onFieldErrors(errors)
    const code = 'code' in failure ? failure.code : null
    if (leadsToSignIn.includes(code)) {
      clearHandOver()
      navigate(paths.signIn)
    }
    return code === 'identity.terms-outdated' ? 'outdated' : 'done'
  }

  return async (gathered: Gathered): Promise<'outdated' | 'done'> => {
    const body = registrationBody({
      ...gathered,
      terms_id: club.terms_id,
      service_channel: readServiceChannel(),
    })
    const sent = await trackPending(send(registerCall, { body }))
    if (!sent.ok) return refuse(sent.failure)
    clearDraft()
    clearHandOver()
    await acceptSignIn(body.document_id, sent.data)
    const { customer_name } = sent.data
    showToast({
      message: customer_name ? `Boas-vindas ao clube, ${customer_name}!` : 'Boas-vindas ao clube!',
      type: 'success',
    })
    navigate(paths.home, { replace: true })
    return 'done'
  }
}
