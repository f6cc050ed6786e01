import type { RefObject } from 'react'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import { showToast } from '../../kit/toast/toast-store.ts'
import { isNetworkError, captureError } from '../monitoring/capture-error.ts'
import { explain, networkMessage, unexpectedMessage, type Place } from './explain.ts'
import type { Failure } from './failure.ts'

/** The part of a form that failures need. */
export type FailingForm = {
  /** Paths of its fields; by default those on screen. */
  fields?: readonly string[]
  props?: { ref: RefObject<HTMLFormElement | null> }
  setServerErrors: (errors: readonly FieldError[]) => unknown
}

/**
 * Shows a failure as explained by `explain`: field errors in the form, focusing the first, and the rest
 * in one toast. With a form, `place` defaults to `form`.
 */
export function showFailure(failure: Failure, where: { form?: FailingForm; place?: Place }): void {
  const { form } = where
  const shown = [...(form?.props?.ref.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
  const { errors, toast, log } = explain(failure, {
    place: where.place ?? (form ? 'form' : 'endpoint'),
    fields: form?.fields ?? shown.map(({ dataset }) => dataset['path'] ?? ''),
  })
  if (errors.length > 0) form?.setServerErrors(errors)
  if (toast) showToast(toast)
  if (log !== null) captureError(new Error(log))
}

/**
 * Shows and reports an exception that was thrown while submitting (spec §8 "Any other unexpected failure"). Code
 * that failed to load also throws: that is a network failure, which is not reported (spec §1).
 */
export function showUnexpectedError(error: unknown): void {
  showToast({ message: isNetworkError(error) ? networkMessage : unexpectedMessage, type: 'error' })
  captureError(error)
}

/** For links to files on the server: when offline, shows the failure instead of the browser's error page. */
export function preventOfflineNavigation(event: { preventDefault: () => void }): void {
  if (navigator.onLine) return
  event.preventDefault()
  showFailure({ kind: 'network', during: 'call' }, { place: 'endpoint' })
}
