import type { KernelRefusalCode } from '@clube/contract/kernel/refusals.ts'
import type { FieldError } from '@clube/contract/kernel/envelope.ts'

/**
 * The ways in which a call can fail. Features do not show failures themselves: `showFailure` does, so that one
 * failure never shows two toasts. The failure of a call carries only codes that the call declares: comparing it with
 * another code does not compile.
 */
export type Failure<Code extends string = string> =
  /** Aborted by the caller: nothing is shown. */
  | { kind: 'aborted' }
  /** Network failure. `during` is the call itself or the captcha before it. */
  | { kind: 'network'; during: 'call' | 'captcha' }
  /** Status 500 or above (spec §7). */
  | { kind: 'server'; status: number; request_id: string | null }
  /** A refusal: the server's message, identified by `code`, with field errors when it names a field. */
  | {
      kind: 'refused'
      status: number
      code: Code | null
      message: string
      errors: readonly FieldError[]
      /** The present state of what was not overwritten, where the call documents it. */
      present?: unknown
    }
  /** Validation (spec §8: 422, and 400 where the call maps it). */
  | { kind: 'invalid'; status: number; code: Code | null; message: string; errors: readonly FieldError[] }
  /** The captcha could not be solved (spec §8). */
  | { kind: 'unverified'; reason: 'no-solution' | 'enterprise' }
  /** Neither a success nor a failure envelope (spec §8: generic error with message or msg). */
  | { kind: 'unrecognized'; status: number; message: string | null }

/** Result of a call. */
export type Sent<Data, Code extends string = string> =
  | {
      ok: true
      data: Data
      message: string | null
      status: number
      server_time: string | null
      /** Cursor of a paged list's next page (spec §3); null after the last and for other calls. */
      next_cursor: string | null
    }
  | { ok: false; failure: Failure<Code> }

/** A failure as an exception, for promises that resolve to the bare result: queries, lists, captcha solvers. */
export class CallFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(`call failed: ${failure.kind}`, options)
    this.name = 'CallFailed'
    this.failure = failure
  }
}

/** Whether the server refused the call; after any other failure, the outcome of the call may be unknown. */
export const isResponse = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'invalid'

/** Whether a failure of any call is a refusal that every call may respond with. */
export const isKernelRefusal = (failure: Failure, code: KernelRefusalCode): boolean =>
  failure.kind === 'refused' && failure.code === code
