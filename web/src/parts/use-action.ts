import { use, useRef, useState } from 'react'
import { trackPending } from '../kit/overlay/pending-count.ts'
import { closeToast, showToast } from '../kit/toast/toast-store.ts'
import type { Send } from '../platform/api/client.ts'
import type { Place } from '../platform/api/explain.ts'
import { CallFailed, isResponse, type Failure, type Sent } from '../platform/api/failure.ts'
import { showFailure, showUnexpectedError, type FailingForm } from '../platform/api/show-failure.ts'
import { useSend } from '../platform/app/app-context.tsx'
import type { QueryKey } from '../platform/server-data/query.ts'
import { QueryCacheContext } from '../platform/server-data/use-query.tsx'

type Toast = Parameters<typeof showToast>[0]

/** What happens after an action's response. */
export type ActionOutcome<Data, Code extends string = string> = {
  /** The success toast; a string is a toast of type `success`. None by default, or for null. */
  success?: string | ((sent: Extract<Sent<Data>, { ok: true }>) => string | Toast | null)
  onSuccess?: (data: Data) => unknown
  /** Returns true for a failure that it handled; all others are shown by `showFailure`. */
  onFailure?: (failure: Failure<Code>) => boolean
  /** Queries to reload after any response; a refusal means that the screen is out of date. */
  refresh?: readonly QueryKey[]
  /** Called after a success once the queries of `refresh` are reloaded. */
  onRefreshed?: (data: Data) => unknown
  /** The form whose fields show the response's errors. */
  form?: FailingForm
  place?: Place
}

export type Action = {
  /** True from the press until the response has arrived and everything in `refresh` has been reloaded. */
  pending: boolean
  /**
   * Sends one request under the loading overlay. While it runs, further calls are ignored.
   * @returns whether it succeeded
   */
  run: <Data, Code extends string>(
    request: (send: Send) => Promise<Sent<Data, Code>>,
    outcome?: ActionOutcome<Data, NoInfer<Code>>,
  ) => Promise<boolean>
}

/** Sends a person's request once per press and shows its outcome. One hook serves all buttons of a group. */
export function useAction(): Action {
  const send = useSend()
  const queries = use(QueryCacheContext)
  const [pending, setPending] = useState(false)
  const isRunning = useRef(false)

  const run: Action['run'] = async (request, outcome = {}) => {
    if (isRunning.current) return false
    isRunning.current = true
    setPending(true)
    // A message about an earlier attempt no longer applies.
    closeToast()
    try {
      const sent = await trackPending(request(send))
      if (sent.ok) {
        const toast = toastOf(outcome.success, sent)
        if (toast) showToast(toast)
        await outcome.onSuccess?.(sent.data)
      } else if (!outcome.onFailure?.(sent.failure)) showFailure(sent.failure, outcome)
      if (sent.ok || isResponse(sent.failure)) {
        await Promise.all(
          (outcome.refresh ?? []).map(async (queryKey) => queries?.invalidateQueries({ queryKey })),
        )
      }
      if (sent.ok) await outcome.onRefreshed?.(sent.data)
      return sent.ok
    } catch (error) {
      if (error instanceof CallFailed) showFailure(error.failure, outcome)
      else showUnexpectedError(error)
      return false
    } finally {
      isRunning.current = false
      setPending(false)
    }
  }
  return { pending, run }
}

function toastOf<Data>(
  success: ActionOutcome<Data>['success'],
  sent: Extract<Sent<Data>, { ok: true }>,
): Toast | null {
  const toast = (typeof success === 'function' ? success(sent) : success) ?? null
  return typeof toast === 'string' ? { message: toast, type: 'success' } : toast
}
