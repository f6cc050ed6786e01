/**
 * The part of `zod/mini` that the contract and the web use, with the same results; the bundler puts it in the place of
 * `zod/mini`, whose types stay (ADR 22). Issues have only `path` and `message`. Not supported, and used nowhere:
 * asynchronous checks, symbols as keys, options other than `error`, `abort` and `path`.
 */
import {
  applyCheck,
  isAborted,
  isObject,
  optionsOf,
  report,
  reportPart,
  Schema,
  type Check,
  type Definition,
  type Params,
  type Payload,
  type Shape,
} from './schema.ts'

/* @__NO_SIDE_EFFECTS__ */
export const parse = (schema: Schema, value: unknown) => schema.parse(value)
export const safeParse = (schema: Schema, value: unknown) => schema.safeParse(value)

/** The result of a transformation that adds an error. */
export const NEVER = {}

const keep = (payload: Payload): Payload => payload

const readIf =
  (isValid: (value: unknown) => boolean): Definition['read'] =>
  (payload, { error }) =>
    isValid(payload.value) ? payload : report(payload, error)

const readText = /* @__PURE__ */ readIf((value) => typeof value === 'string')
const readNumber = /* @__PURE__ */ readIf(Number.isFinite)

/* @__NO_SIDE_EFFECTS__ */
export function string(params?: Params): Schema {
  return new Schema({ ...optionsOf(params), read: readText })
}

/* @__NO_SIDE_EFFECTS__ */
export function number(params?: Params): Schema {
  return new Schema({ ...optionsOf(params), read: readNumber })
}

/** An integer that a number represents exactly. */
/* @__NO_SIDE_EFFECTS__ */
export function int(params?: Params): Schema {
  const options = optionsOf(params)
  const run = (payload: Payload) => {
    if (!Number.isSafeInteger(payload.value))
      report(payload, options.error, { continue: Number.isInteger(payload.value) && !options.abort })
  }
  return new Schema({ ...options, read: readNumber, checks: [{ run }] })
}

/* @__NO_SIDE_EFFECTS__ */
export function boolean(params?: Params): Schema {
  return new Schema({ ...optionsOf(params), read: readIf((value) => typeof value === 'boolean') })
}

/* @__NO_SIDE_EFFECTS__ */
export function unknown(): Schema {
  return new Schema({ read: keep })
}

function oneOf(values: readonly unknown[], params?: Params): Schema {
  const set = new Set(values)
  return new Schema({ ...optionsOf(params), values: set, read: readIf((value) => set.has(value)) })
}

/* @__NO_SIDE_EFFECTS__ */
function _enum(values: readonly string[], params?: Params): Schema {
  return oneOf(values, params)
}
export { _enum as enum }

/* @__NO_SIDE_EFFECTS__ */
export function literal(value: unknown, params?: Params): Schema {
  return oneOf(Array.isArray(value) ? value : [value], params)
}

/* @__NO_SIDE_EFFECTS__ */
export function custom(isValid: (value: never) => unknown = () => true, params?: Params): Schema {
  const options = { abort: true, ...optionsOf(params) }
  return new Schema({ ...options, read: keep, checks: [checkOf(isValid, options)] })
}

function format(pattern: RegExp, params?: Params): Schema {
  return new Schema({ ...optionsOf(params), read: readText, checks: [regex(pattern, params)] })
}

/* @__NO_SIDE_EFFECTS__ */
export function uuid(params?: Params): Schema {
  return format(
    /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/,
    params,
  )
}

const day =
  '((\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-((0[13578]|1[02])-(0[1-9]|[12]\\d|3[01])|(0[469]|11)-(0[1-9]|[12]\\d|30)|02-(0[1-9]|1\\d|2[0-8])))'

export const iso = {
  date: (params?: Params) => format(new RegExp(`^${day}$`), params),
  /** With `offset: true`, the only use: in UTC or with an offset. */
  datetime: (params?: Params) =>
    format(
      new RegExp(`^${day}T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$`),
      params,
    ),
}

export const coerce = {
  number(params?: Params): Schema {
    const read: Definition['read'] = (payload, definition) => {
      try {
        payload.value = Number(payload.value)
      } catch {
        // The value stays what it is, which is an error.
      }
      return readNumber(payload, definition)
    }
    return new Schema({ ...optionsOf(params), read })
  },
}

/* @__NO_SIDE_EFFECTS__ */
export function optional(inner: Schema): Schema {
  const { absent = 'allowed' } = inner.definition
  return new Schema({
    absent,
    isOptional: true,
    read(payload) {
      if (payload.value !== undefined) return inner.run(payload)
      if (absent === 'allowed') return payload
      const result = inner.run({ value: undefined, issues: [] })
      payload.value = result.issues.length > 0 ? undefined : result.value
      return payload
    },
  })
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable(inner: Schema): Schema {
  const { absent, isOptional } = inner.definition
  return new Schema({
    absent,
    isOptional,
    read: (payload) => (payload.value === null ? payload : inner.run(payload)),
  })
}

const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...(value as unknown[])]
  return isObject(value) ? { ...value } : value
}

/** Replaces undefined, before and after `inner`; the default itself is not checked. */
/* @__NO_SIDE_EFFECTS__ */
export function _default(inner: Schema, value: unknown): Schema {
  const replace = (payload: Payload): Payload => {
    if (payload.value === undefined)
      payload.value = typeof value === 'function' ? (value as () => unknown)() : copyOf(value)
    return payload
  }
  return new Schema({
    absent: 'replaced',
    read: (payload) => (payload.value === undefined ? replace(payload) : replace(inner.run(payload))),
  })
}

/* @__NO_SIDE_EFFECTS__ */
export function transform(change: (value: never, payload: Payload) => unknown): Schema {
  return new Schema({
    absent: 'allowed',
    read(payload) {
      payload.value = change(payload.value as never, payload)
      return payload
    },
  })
}

/** The output of the first schema, if it is valid, is the input of the second. */
/* @__NO_SIDE_EFFECTS__ */
export function pipe(first: Schema, second: Schema): Schema {
  const { absent } = first.definition
  return new Schema({
    absent,
    isOptional: second.definition.isOptional,
    read(payload) {
      const { value, issues } = (payload = first.run(payload))
      if (issues.every(({ isAboutKeys }) => isAboutKeys)) return second.run({ value, issues })
      payload.aborted = true
      return payload
    },
  })
}

/* @__NO_SIDE_EFFECTS__ */
export function array(element: Schema, params?: Params): Schema {
  return new Schema({
    ...optionsOf(params),
    read(payload, definition) {
      const input = payload.value
      if (!Array.isArray(input)) return report(payload, definition.error)
      // The elements of a list that is too long are not read.
      for (const check of definition.checks ?? []) {
        if (!check.isOfLength) break
        if (input.length <= (check.maximum ?? Infinity)) continue
        applyCheck(check, payload, definition)
        for (const issue of payload.issues) issue.continue = false
        return payload
      }
      payload.value = Array.from(input, (value: unknown, index) => {
        const result = element.run({ value, issues: [] })
        reportPart(payload, index, result.issues)
        return result.value
      })
      return payload
    },
  })
}

type Target = { payload: Payload; input: Record<string, unknown>; output: Record<string, unknown> }

function readProperty(schema: Schema, key: string, { payload, input, output }: Target): void {
  const { absent, isOptional } = schema.definition
  const isPresent = key in input
  const { value, issues } = schema.run({ value: input[key], issues: [] })
  if (!isPresent && isOptional && (absent === 'allowed' || (absent && issues.length > 0))) return
  reportPart(payload, key, issues)
  if (!isPresent && !absent) {
    if (issues.length === 0) payload.issues.push({ path: [key] })
  } else if (value !== undefined || isPresent || (absent === 'replaced' && !isOptional)) output[key] = value
}

function readObject(payload: Payload, { shape = {}, others, error }: Definition): Payload {
  const input = payload.value
  if (!isObject(input)) return report(payload, error)
  const output = {}
  const target = { payload, input, output }
  for (const key of Object.keys(shape))
    if (key !== '__proto__') readProperty(shape[key] as Schema, key, target)
  payload.value = output
  if (others === undefined) return payload
  let isKnown = true
  for (const key in input) {
    if (Object.hasOwn(shape, key)) continue
    if (!others) isKnown = false
    else if (key !== '__proto__') readProperty(others, key, target)
  }
  if (!isKnown) report(payload, error, { input, continue: true, isAboutKeys: true })
  return payload
}

/* @__NO_SIDE_EFFECTS__ */
export function object(shape: Shape, params?: Params): Schema {
  return new Schema({ ...optionsOf(params), shape, read: readObject })
}

/* @__NO_SIDE_EFFECTS__ */
export function strictObject(shape: Shape, params?: Params): Schema {
  return new Schema({ ...optionsOf(params), shape, others: null, read: readObject })
}

/* @__NO_SIDE_EFFECTS__ */
export function extend({ definition }: Schema, shape: Shape): Schema {
  return new Schema({ ...definition, shape: { ...definition.shape, ...shape } })
}

/* @__NO_SIDE_EFFECTS__ */
export function pick({ definition }: Schema, keys: Readonly<Record<string, true>>): Schema {
  const picked = Object.keys(keys).map((key) => [key, definition.shape?.[key] as Schema] as const)
  return new Schema({ ...definition, shape: Object.fromEntries(picked) })
}

/* @__NO_SIDE_EFFECTS__ */
export function catchall({ definition }: Schema, others: Schema): Schema {
  return new Schema({ ...definition, others })
}

/** Objects of any realm, but not instances of classes. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false
  const type = value['constructor']
  return (
    typeof type !== 'function' || (isObject(type.prototype) && Object.hasOwn(type.prototype, 'isPrototypeOf'))
  )
}

/* @__NO_SIDE_EFFECTS__ */
export function record(keys: Schema, values: Schema, params?: Params): Schema {
  return new Schema({
    ...optionsOf(params),
    read(payload, { error }) {
      const input = payload.value
      if (!isPlain(input)) return report(payload, error)
      const output: Record<string, unknown> = {}
      payload.value = output
      const declared = keys.definition.values as ReadonlySet<string> | undefined
      for (const key of declared ?? Object.keys(input)) {
        if (key === '__proto__') continue
        const { value: name, issues } = keys.run({ value: key, issues: [] })
        if (issues.length > 0) payload.issues.push({ input: key, path: [key], error })
        else if (name !== '__proto__') {
          const result = values.run({ value: input[key], issues: [] })
          reportPart(payload, key, result.issues)
          output[name as string] = result.value
        }
      }
      if (declared && Object.keys(input).some((key) => !declared.has(key)))
        payload.issues.push({ input, error, continue: true, isAboutKeys: true })
      return payload
    },
  })
}

/** The output of the first schema that accepts the value. */
/* @__NO_SIDE_EFFECTS__ */
export function union(options: readonly Schema[], params?: Params): Schema {
  return new Schema({
    ...optionsOf(params),
    read(payload, { error }) {
      const results: Payload[] = []
      for (const option of options) {
        const result = option.run({ value: payload.value, issues: [] })
        if (result.issues.length === 0) return result
        results.push(result)
      }
      // The errors of an option of the right type are more precise.
      const [only, other] = results.filter((result) => !isAborted(result))
      return only && !other ? only : report(payload, error)
    },
  })
}

/** The schema whose property `key` accepts the value's. */
/* @__NO_SIDE_EFFECTS__ */
export function discriminatedUnion(key: string, options: readonly Schema[], params?: Params): Schema {
  return new Schema({
    ...optionsOf(params),
    read(payload, { error }) {
      const input = payload.value
      if (!isObject(input)) return report(payload, error)
      const chosen = options.find(({ shape }) => shape?.[key]?.definition.values?.has(input[key]))
      return chosen ? chosen.run(payload) : report(payload, error, { path: [key] })
    },
  })
}

function checkOf(isValid: (value: never) => unknown, params?: Params, more?: Partial<Check>): Check {
  const { error, abort, path } = optionsOf(params)
  return {
    ...more,
    run(payload) {
      if (!isValid(payload.value as never)) report(payload, error, { continue: !abort, path })
    },
  }
}

/* @__NO_SIDE_EFFECTS__ */
export function refine(isValid: (value: never) => unknown, params?: Params): Check {
  return checkOf(isValid, params)
}

/* @__NO_SIDE_EFFECTS__ */
export function regex(pattern: RegExp, params?: Params): Check {
  return checkOf((text: string) => text.search(pattern) >= 0, params)
}

type WithLength = { readonly length: number }

const lengthCheck = (isValid: (value: WithLength) => boolean, params?: Params, maximum?: number): Check =>
  checkOf(isValid, params, { isOfLength: true, maximum })

/** Strings are measured in characters, which are one or two UTF-16 units. */
const lengthOf = (value: WithLength): number =>
  typeof value === 'string' ? Array.from(value).length : value.length

/* @__NO_SIDE_EFFECTS__ */
export function minLength(minimum: number, params?: Params): Check {
  return lengthCheck((value) => value.length >= minimum * 2 || lengthOf(value) >= minimum, params)
}

/* @__NO_SIDE_EFFECTS__ */
export function maxLength(maximum: number, params?: Params): Check {
  return lengthCheck((value) => value.length <= maximum || lengthOf(value) <= maximum, params, maximum)
}

/* @__NO_SIDE_EFFECTS__ */
export function length(exact: number, params?: Params): Check {
  return lengthCheck((value) => lengthOf(value) === exact, params, exact)
}

/* @__NO_SIDE_EFFECTS__ */
export function gte(minimum: number, params?: Params): Check {
  return checkOf((value: number) => value >= minimum, params)
}

/* @__NO_SIDE_EFFECTS__ */
export function lte(maximum: number, params?: Params): Check {
  return checkOf((value: number) => value <= maximum, params)
}
export { gte as minimum, lte as maximum }

/* @__NO_SIDE_EFFECTS__ */
export function positive(params?: Params): Check {
  return checkOf((value: number) => value > 0, params)
}

/* @__NO_SIDE_EFFECTS__ */
export function nonnegative(params?: Params): Check {
  return gte(0, params)
}

/* @__NO_SIDE_EFFECTS__ */
export function overwrite(change: (value: never) => unknown): Check {
  return {
    run(payload) {
      payload.value = change(payload.value as never)
    },
  }
}

/* @__NO_SIDE_EFFECTS__ */
export function trim(): Check {
  return overwrite((text: string) => text.trim())
}

/* @__NO_SIDE_EFFECTS__ */
export function toLowerCase(): Check {
  return overwrite((text: string) => text.toLowerCase())
}
