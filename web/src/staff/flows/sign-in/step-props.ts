import type { RefObject } from 'react'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { Failure } from '../../../platform/api/failure.ts'

/** The kit's form, as far as failures need it. */
export type FailingForm = {
  props: { ref: RefObject<HTMLFormElement | null> }
  setServerErrors: (errors: readonly FieldError[]) => unknown
}

export type StepProps = {
  onFailure: (failure: Failure, form?: FailingForm) => void
  /** Back to e-mail and password. */
  onRestart: () => void
}
