/** The text of an error, or a function that returns it; without a text the next source of texts is used. */
export type ErrorOption = string | ((issue: Issue) => string | { message: string } | null | undefined)

/** `abort`: after this error no other check runs. `path`: where in the value the error is. */
export type CheckOptions = { error?: ErrorOption; abort?: boolean; path?: PropertyKey[] }
export type Params = string | CheckOptions

/** An error while it is collected. Checks may add one with only a `path` and a `message`. */
export type Issue = {
  input?: unknown
  path?: PropertyKey[] | undefined
  message?: string
  /** Whether the checks that follow still run; `false` stops also those of the length, which others do not. */
  continue?: boolean
  /** Unknown keys of an object do not prevent transforming it. */
  isAboutKeys?: boolean
  /** The sources of the text: what found the error, and the schema of the check that found it. */
  error?: ErrorOption | undefined
  schemaError?: ErrorOption | undefined
}

/** A value while it is read, with its errors so far. */
export type Payload = { value: unknown; issues: Issue[]; aborted?: boolean }

export type Check = {
  run(payload: Payload): void
  /** Checks of the length run whenever the value has one, also one of the wrong type. */
  isOfLength?: boolean
  maximum?: number | undefined
}

/** An object's properties. */
export type Shape = Readonly<Record<string, Schema>>

/** What a schema consists of. `read` gets the definition, because copies of a schema differ in it. */
export type Definition = {
  read(payload: Payload, definition: Definition): Payload
  error?: ErrorOption
  checks?: readonly Check[]
  shape?: Shape
  /** Other keys of an object: removed by default, errors if null, or read by this schema. */
  others?: Schema | null
  /** Whether a property may be absent from the input, and whether it has a value then; required by default. */
  absent?: 'allowed' | 'replaced' | undefined
  /** Whether a property may be absent from the output. */
  isOptional?: boolean | undefined
  /** All valid values, where they are enumerated. */
  values?: ReadonlySet<unknown>
}

export const optionsOf = (params: Params = {}): CheckOptions =>
  typeof params === 'string' ? { error: params } : params

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Adds an error at the value itself. */
export function report(payload: Payload, error: ErrorOption | undefined, more?: Issue): Payload {
  payload.issues.push({ input: payload.value, error, ...more })
  return payload
}

/** Adds the errors of a part of the value. */
export function reportPart(payload: Payload, key: PropertyKey, issues: readonly Issue[]): void {
  for (const issue of issues) {
    issue.path = [key, ...(issue.path ?? [])]
    payload.issues.push(issue)
  }
}

/** Whether an error stops further checks. */
export const isAborted = ({ aborted, issues }: Payload): boolean =>
  aborted === true || issues.some((issue) => issue.continue !== true)

const mayCheckLength = ({ aborted, issues, value }: Payload): boolean =>
  !aborted &&
  issues.every((issue) => issue.continue !== false) &&
  (value as { length?: unknown } | null | undefined)?.length !== undefined

/** Runs a check. Its errors without a text get that of the schema. */
export function applyCheck(check: Check, payload: Payload, { error }: Definition): void {
  const { length } = payload.issues
  check.run(payload)
  for (const issue of payload.issues.slice(length)) issue.schemaError = error
}

const textOf = (error: ErrorOption | undefined, issue: Issue): string | undefined => {
  const message = typeof error === 'function' ? error(issue) : error
  return typeof message === 'string' ? message : message?.message
}

/** Why a value is not valid. */
class SchemaError extends Error {
  readonly issues: readonly { path: PropertyKey[]; message: string }[]
  constructor(found: readonly Issue[]) {
    const issues = found.map((issue) => ({
      path: issue.path ?? [],
      message:
        issue.message || (textOf(issue.error, issue) ?? textOf(issue.schemaError, issue) ?? 'Invalid input'),
    }))
    super(JSON.stringify(issues, null, 2))
    this.issues = issues
  }
}

type Result = { success: true; data: unknown } | { success: false; data?: undefined; error: SchemaError }

/** A schema, with the methods of those of `zod/mini` that are used. */
export class Schema {
  readonly definition: Definition
  constructor(definition: Definition) {
    this.definition = definition
  }
  get shape(): Shape | undefined {
    return this.definition.shape
  }
  /** Reads the payload's value; the result may be another payload. */
  run(payload: Payload): Payload {
    const { definition } = this
    const result = definition.read(payload, definition)
    for (const check of definition.checks ?? [])
      if (check.isOfLength ? mayCheckLength(result) : !isAborted(result))
        applyCheck(check, result, definition)
    return result
  }
  /** A copy with additional checks. A schema with a check of its own, such as `int()`, stands for that check. */
  check(...added: readonly (Check | Schema | Check['run'])[]): Schema {
    const { checks = [], ...rest } = this.definition
    const all = [...checks]
    for (const each of added)
      if (typeof each === 'function') all.push({ run: each })
      else all.push(...(each instanceof Schema ? (each.definition.checks ?? []).slice(0, 1) : [each]))
    return new Schema({ ...rest, checks: all })
  }
  safeParse(value: unknown): Result {
    const result = this.run({ value, issues: [] })
    return result.issues.length > 0
      ? { success: false, error: new SchemaError(result.issues) }
      : { success: true, data: result.value }
  }
  /** @throws SchemaError if the value is not valid */
  parse(value: unknown): unknown {
    const result = this.safeParse(value)
    if (!result.success) throw result.error
    return result.data
  }
}
