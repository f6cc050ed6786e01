import type { DocumentType } from '@clube/contract/brazil/document.ts'
import type { RefusalCodeOf } from '@clube/contract/kernel/call.ts'
import type { forgotPasswordCall, resetPasswordCall } from '@clube/contract/recovery/code-calls.ts'
import type { YesNo } from '@clube/contract/kernel/yes-no.ts'
import type { Form } from '../../../kit/form/use-form.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import type { SignInFlow } from './use-sign-in-flow.ts'

/** Spec §3 "Sign-in form data", without the values of the club's configuration. */
export type SignInForm = { document_id: string; document_type: DocumentType; remember_me: YesNo }

/** Props of every step. Signing in sets the session, and the page then navigates away. */
export type StepProps = {
  flow: SignInFlow
  /** The document of the first step. */
  form: SignInForm
  /** Called when a call of the flow failed: shows the failure and resets the flow if it cannot continue. */
  onFailure: (failure: Failure, form?: Pick<Form<never>, 'props' | 'setServerErrors'>) => void
}

type Code = RefusalCodeOf<typeof resetPasswordCall> | RefusalCodeOf<typeof forgotPasswordCall>

/** Refusals after which the flow must restart. */
const endingCodes: readonly Code[] = [
  'flow.wrong-step',
  'recovery.token-expired',
  'recovery.attempts-exhausted',
]

/** Whether the flow must restart after this failure. */
export const endsFlow = (failure: Failure): boolean =>
  failure.kind === 'refused' && endingCodes.some((code) => code === failure.code)
