import type * as z from 'zod/mini'
import type { KernelRefusalCode } from './refusals.ts'
import type { Permission } from './permissions.ts'
import type { RefusalTable } from './refusal-table.ts'

type Schema = z.ZodMiniType

/** Everything both sides must agree on about one call. */
export type Call = {
  readonly method: 'GET' | 'POST'
  /** Path with `:name` places, exactly as in spec §7. */
  readonly path: `/${string}`
  /** One Portuguese sentence for the API reference. */
  readonly summary: string
  /** Values of the places in the path. */
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** What `data` holds in the success envelope. */
  readonly data: Schema
  /** Codes of the capability's own refusals; kernel refusals are implied. */
  readonly refusals: RefusalTable
  /**
   * How much of a captcha proof's budget the call spends; a call with a weight is part of the sign-in flow and
   * carries `captcha_type`, `altcha_challenge` and `recaptcha_token` (spec §7).
   */
  readonly captcha_weight?: number
  /**
   * The body travels as multipart/form-data: nested objects as keys like `a[b]`, files as blobs, null as empty text
   * (spec §7). Every other value arrives as text, or null where the text is empty.
   */
  readonly multipart?: true
  /** The answer is one page of a list: `next_cursor` stands beside `data` (spec §3, §7). */
  readonly paged?: true
  /** Who must be signed in. `identified` is a session opened without a password; `staff` is another cookie. */
  readonly session?: 'customer' | 'identified' | 'staff'
  /** What a member of staff must be allowed to do; needs `session: 'staff'`. */
  readonly permission?: Permission
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
