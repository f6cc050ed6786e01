import type { DocumentType } from '@clube/contract/brazil/document.ts'
import type { YesNo } from '@clube/contract/kernel/yes-no.ts'
import type { Form } from '../../../kit/form/use-form.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import type { SignInFlow } from './use-sign-in-flow.ts'

/** Spec §3 "Sign-in form data", without what the club's configuration gives. */
export type SignInForm = { document_id: string; document_type: DocumentType; remember_me: YesNo }

/** What every step of the flow gets. Signing in sets the session; the page sees that and leaves. */
export type StepProps = {
  flow: SignInFlow
  /** The document of the first step. */
  form: SignInForm
  /** A call of the flow failed: it is shown, and where the flow cannot go on, reset. */
  onFailure: (failure: Failure, form?: Pick<Form<never>, 'props' | 'setServerErrors'>) => void
}

/** Refusals after which a flow can only begin anew. */
const endings = ['flow.out-of-step', 'recovery.token-expired', 'recovery.tries-exhausted']

/** Whether the flow must begin anew after this. */
export const endsFlow = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code !== null && endings.includes(failure.code)
