import type { FieldError } from '@clube/contract/kernel/envelope.ts'

/**
 * Every way a call can end without data. Features never show one themselves: `showFailure` does, so that one
 * failure never makes two toasts.
 */
export type Failure =
  /** Somebody gave up waiting: nothing is shown. */
  | { kind: 'aborted' }
  /** No answer came. `during` tells the call itself from the captcha that precedes it. */
  | { kind: 'network'; during: 'call' | 'captcha' }
  /** Status 500 or above (spec §7). */
  | { kind: 'server'; status: number; request_id: string | null }
  /** A known application error: the server's own sentence, by `code`, with field errors where it names a field. */
  | { kind: 'refused'; status: number; code: string | null; message: string; errors: readonly FieldError[] }
  /** Validation (spec §8: 422, and 400 where the call maps it). */
  | { kind: 'invalid'; status: number; code: string | null; message: string; errors: readonly FieldError[] }
  /** The browser could not prove that a person is there (spec §8). */
  | { kind: 'unverified'; reason: 'no-solution' | 'enterprise' }
  /** Neither a success nor a failure envelope (spec §8: generic error with message or msg). */
  | { kind: 'unrecognised'; status: number; message: string | null }

/** What a call yields. */
export type Sent<Data> =
  | {
      ok: true
      data: Data
      message: string | null
      status: number
      server_time: string | null
      /** Of a paged list: where its next page begins (spec §3); null after the last and on other calls. */
      next_cursor: string | null
    }
  | { ok: false; failure: Failure }
