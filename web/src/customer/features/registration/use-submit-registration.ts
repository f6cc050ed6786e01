import type { BirthDateRules } from '@clube/contract/brazil/birth-date.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import type { BodyOf, RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { useLocation } from 'wouter'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { addressBody } from '../../../parts/address-fields/address-values.ts'
import { storedBirthDate } from '../../../parts/person-fields/person-values.ts'
import { useAction } from '../../../parts/use-action.ts'
import { useClub } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { acceptSignIn } from '../../../platform/session/accept-sign-in.ts'
import { clearHandOver, type HandOver } from '../../../platform/session/hand-over.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'
import { clearDraft, type RegistrationDraft } from './registration-draft.ts'
import { registrationPaths, type PasswordValues } from './registration-steps.ts'

/** Refusals that only the sign-in flow can resolve; the draft is kept. */
const signInRefusals: readonly (RefusalCodeOf<typeof registerCall> | null)[] = [
  'flow.wrong-step',
  'identity.already-registered',
  'identity.ticket-expired',
]

type RegistrationInput = {
  handOver: HandOver
  draft: RegistrationDraft
  passwords: PasswordValues
  accepted_documents: BodyOf<typeof registerCall>['accepted_documents']
  email_marketing: boolean
  birthDateRules: BirthDateRules
}

/**
 * Submits the registration. Success opens the session and navigates home with a welcome message; field errors
 * of any step go to `onFieldErrors`.
 */
export function useSubmitRegistration(onFieldErrors: (errors: readonly FieldError[]) => void) {
  const { terms_id } = useClub()
  const { run } = useAction()
  const [, navigate] = useLocation()

  return async (input: RegistrationInput): Promise<'outdated' | 'handled'> => {
    const body = bodyOf(input, terms_id)
    let outcome: 'outdated' | 'handled' = 'handled'
    await run((send) => send(registerCall, { body }), {
      // The steps share one submission: a field of another step counts as visible.
      form: { fields: registrationPaths, setServerErrors: onFieldErrors },
      onSuccess: async (signedIn) => {
        clearDraft()
        clearHandOver()
        await acceptSignIn(body.document_id, signedIn)
        const name = signedIn.customer_name ? `, ${signedIn.customer_name}` : ''
        showToast({ message: `Boas-vindas ao clube${name}!`, type: 'success' })
        navigate(paths.home, { replace: true })
      },
      onFailure: (failure) => {
        const code = 'code' in failure ? failure.code : null
        if (code === 'identity.terms-outdated') outcome = 'outdated'
        if (signInRefusals.includes(code)) {
          clearHandOver()
          navigate(paths.signIn)
        }
        return false
      },
    })
    return outcome
  }
}

/** The call's body from all steps. Companies send no birth date. */
function bodyOf(input: RegistrationInput, terms_id: string): BodyOf<typeof registerCall> {
  const { handOver, draft, passwords, accepted_documents } = input
  const { document_id, document_type, verification_code } = handOver
  const { birth_date, ...contact } = draft.person
  return {
    document_id,
    document_type,
    terms_id,
    ...contact,
    ...(document_type === 'cpf' && { birth_date: storedBirthDate(birth_date, input.birthDateRules) }),
    ...addressBody(draft.address),
    ...passwords,
    email_marketing_subscription: input.email_marketing ? 'yes' : 'no',
    accepted_documents,
    verification_code,
    service_channel: readServiceChannel(),
  }
}
