import type * as z from 'zod/mini'
import type { KernelRefusalCode } from './refusals.ts'
import type { Permission } from './permissions.ts'
import type { RefusalTable } from './refusal-table.ts'

type Schema = z.ZodMiniType

/**
 * The session level that a call requires. `customer`: signed in with a password. `participant`: also a passwordless
 * session, where the club allows it to participate. `identified`: any session of a customer. `staff`: a staff session.
 */
export type RequiredSession = 'customer' | 'participant' | 'identified' | 'staff'

/** Everything both sides must agree on about one call. */
export type Call = {
  readonly method: 'GET' | 'POST'
  /** Path with `:name` placeholders, exactly as in spec §7. */
  readonly path: `/${string}`
  /** One Portuguese sentence for the API reference. */
  readonly summary: string
  /** Values of the placeholders in the path. */
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** The type of `data` in the success envelope. */
  readonly data: Schema
  /** Codes of the capability's own refusals; kernel refusals are implied. */
  readonly refusals: RefusalTable
  /**
   * How much of a captcha proof's budget the call spends. A call with a weight includes `captcha_type`,
   * `altcha_challenge` and `recaptcha_token` (spec §7), always unless `captcha_on_demand` is set.
   */
  readonly captcha_weight?: number
  /**
   * The browser sends the captcha fields only after the refusal `captcha.required`, which the server returns for
   * suspicious requests; the proof spends `captcha_weight`.
   */
  readonly captcha_on_demand?: true
  /**
   * Names of the files of a body that is sent as multipart/form-data: nested objects as keys like `a[b]`, files as
   * blobs, null as empty text (spec §7). Every other value is received as text, or null where the text is empty. The
   * files follow all other values, which the server checks before it receives them.
   */
  readonly multipart?: readonly [string, ...string[]]
  /** Maximum bytes of one file and of the whole multipart body, where they differ from those of all other calls. */
  readonly file_limits?: { readonly file_bytes: number; readonly body_bytes: number }
  /** The response is one page of a list, with `next_cursor` next to `data` (spec §3, §7). */
  readonly paged?: true
  /**
   * A lookup to which a club's own server may respond without an envelope: with a bare object or list, or with
   * `results` instead of `data` (spec §3, §7).
   */
  readonly lookup?: true
  /** The required session; without it the call is public. */
  readonly session?: RequiredSession
  /**
   * Who shares one answer, which the server keeps in memory for at most a second. `everyone`: the answer never depends on
   * who asks, so the session is not even read. `visitors`: people without a session share the answer, and each signed-in
   * person has an individual one. A shared answer has the server's time in a header (`serverTimeHeader`).
   */
  readonly shared?: 'everyone' | 'visitors'
  /**
   * How the browser interprets statuses where the call deviates from the general rules (spec §7, §8):
   * - `only-200`: anything other than 200 is an error with the response's own message;
   * - `no-400`: 400 is neither a validation failure nor a refusal.
   */
  readonly status_rule?: 'only-200' | 'no-400'
  /** Fixed messages by status, which override the response's message, including that of a club's own endpoint. */
  readonly fixed_messages?: Readonly<Record<number, string>>
  /** The permission that a staff member needs; requires `session: 'staff'`. */
  readonly permission?: Permission
  /**
   * The call is a second signature on what another member began: refused to members whose roles or access are recent.
   */
  readonly second_signature?: true
}

/** Declares a call and keeps its literal types. */
export const defineCall = <const C extends Call>(call: C): C => call

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** What the browser sends as body. */
export type BodyOf<C extends Call> = Input<C['body']>
/** What the handler receives after the body was parsed. */
export type ParsedBodyOf<C extends Call> = Output<C['body']>
export type QueryOf<C extends Call> = Input<C['query']>
export type ParsedQueryOf<C extends Call> = Output<C['query']>
export type ParamsOf<C extends Call> = Input<C['params']>
export type ParsedParamsOf<C extends Call> = Output<C['params']>
export type DataOf<C extends Call> = z.output<C['data']>
export type RefusalCodeOf<C extends Call> = (keyof C['refusals'] & string) | KernelRefusalCode
