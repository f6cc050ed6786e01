import type { FieldError } from '@clube/contract/kernel/envelope.ts'
import type { RefusalTable, RefusalValues, Refused, ValuesOf } from '@clube/contract/kernel/refusal-table.ts'
import type { KernelRefusals } from '@clube/contract/kernel/refusals.ts'

/**
 * A declared refusal; throwing it rolls the transaction back. Only the type is exported: use cases
 * create refusals with the function returned by `refusalsOf`.
 */
class Refusal extends Error {
  readonly code: string
  readonly values: RefusalValues
  /** What the caller may see of the present state; absent unless `withPresentState` added it. */
  present?: unknown
  constructor(code: string, values: RefusalValues = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.values = values
  }
}

export type { Refusal }

/** A declaration of refusals: a call, a file, or a table shared by several calls. */
type HasRefusals = { readonly refusals: RefusalTable }

type CodeOf<Table extends RefusalTable> = keyof Table & `${string}.${string}`

/** A code with the values of its message, or a rule's result. */
type RefusalArguments<Table extends RefusalTable> =
  | {
      [Code in CodeOf<Table>]: ValuesOf<Table[Code]['message']> extends infer Values extends RefusalValues
        ? [code: Code, values: Values]
        : [code: Code]
    }[CodeOf<Table>]
  | [refused: Refused<Table>]

/**
 * Creates refusals with the codes of a table only. Shared code accepts a `Refuse` of the codes
 * that it needs as an argument, so that passing the function of a call that lacks one does not compile.
 */
export type Refuse<Table extends RefusalTable> = (...args: RefusalArguments<Table>) => Refusal

/**
 * Returns the function that creates refusals of a call: with its own codes and those of the kernel.
 * @param _calls with several calls, only codes declared by all of them are accepted
 */
export const refusalsOf =
  <const Calls extends readonly HasRefusals[]>(
    ..._calls: Calls
  ): Refuse<Calls[number]['refusals'] & KernelRefusals> =>
  (
    ...args:
      | readonly [code: string, values?: RefusalValues]
      | readonly [refused: { code: string; values?: RefusalValues | undefined }]
  ) => {
    const [first, values] = args
    return typeof first === 'string' ? new Refusal(first, values) : new Refusal(first.code, first.values)
  }

/** Refusals of the kernel, for code that is independent of calls. */
export const refuseRequest = refusalsOf({ refusals: {} })

/**
 * A refusal from a stored code, for a call that replays it.
 * @returns null when the call does not declare the code
 */
export const storedRefusal = (
  { refusals }: HasRefusals,
  stored: { code: string; values: RefusalValues },
): Refusal | null => (Object.hasOwn(refusals, stored.code) ? new Refusal(stored.code, stored.values) : null)

/** Whether a caught error is a refusal; use `isRefusalOf` to decide by code. */
export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal

/** Whether a caught error is a refusal of the call with one of the codes. */
export const isRefusalOf = <const C extends HasRefusals>(
  error: unknown,
  _call: C,
  ...codes: readonly (CodeOf<C['refusals']> | keyof KernelRefusals)[]
): error is Refusal => error instanceof Refusal && codes.some((code) => code === error.code)

/** Adds the present state to a refused change, for the failure envelope. */
export const withPresentState = (refusal: Refusal, present: unknown): Refusal =>
  Object.assign(refusal, { present })

/** Field errors: 422 with `errors[{path,message}]`, each path a form field (spec §5). */
export class InvalidInput extends Error {
  readonly errors: readonly FieldError[]
  constructor(errors: readonly FieldError[]) {
    super('Verifique os dados informados!')
    this.name = 'InvalidInput'
    this.errors = errors
  }
}

/** A dependency is temporarily unavailable: 503, with Retry-After when `retryAfterSeconds` is known. */
export class Unavailable extends Error {
  readonly retryAfterSeconds: number | undefined
  constructor(reason: string, retryAfterSeconds?: number) {
    super(reason)
    this.name = 'Unavailable'
    this.retryAfterSeconds = retryAfterSeconds
  }
}
