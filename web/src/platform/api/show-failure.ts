import type { RefObject } from 'react'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import { reportProblem } from '../monitoring/report-problem.ts'
import { explain, type Place } from './explain.ts'
import type { Failure } from './failure.ts'

/** The kit's form, as far as failures need it. */
type FailingForm = {
  props: { ref: RefObject<HTMLFormElement | null> }
  setServerErrors: (errors: readonly FieldError[]) => unknown
}

/**
 * Shows a failure as `explain` words it: errors go under the form's fields and the first takes the focus, the rest
 * is one toast. With a form the place is `form` unless given.
 */
export function showFailure(failure: Failure, where: { form?: FailingForm; place?: Place }): void {
  const { form } = where
  const fields = [...(form?.props.ref.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])].map(
    ({ dataset }) => dataset['path'] ?? '',
  )
  const { errors, toast, log } = explain(failure, {
    place: where.place ?? (form ? 'form' : 'endpoint'),
    fields,
  })
  if (errors.length > 0) form?.setServerErrors(errors)
  if (toast) showToast(toast)
  if (log !== null) reportProblem(new Error(log))
}
