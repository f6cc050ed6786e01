import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import { Schema } from './schema.ts'
import * as browserSchemas from './zod-mini.ts'

type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>
type SchemaPair = { readonly name: string; readonly schema: z.ZodMiniType; readonly own: z.ZodMiniType }

const files = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../../../contract/src/**/*.ts',
  '../../staff/desks/campaigns/campaign-draft.ts',
  '!**/*.test.ts',
])

const loadModules = async (): Promise<Modules> =>
  Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([file, load]) => [file, await load()] as const)),
  )

let pairs: readonly SchemaPair[]

beforeAll(async () => {
  const contract = await loadModules()
  vi.resetModules()
  vi.doMock('zod/mini', () => browserSchemas)
  const browserContract = await loadModules()
  pairs = [...pairsOf(contract, browserContract)]
})

// Other files share this one's modules.
afterAll(() => {
  vi.doUnmock('zod/mini')
  vi.resetModules()
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Every schema that the modules export, alone or as part of a call, with the one at the same place in the others. */
function* pairsOf(
  modules: unknown,
  others: unknown,
  name = '',
  seen = new Set<unknown>(),
): Generator<SchemaPair> {
  if (typeof modules !== 'object' || modules === null || seen.has(modules)) return
  seen.add(modules)
  if ('_zod' in modules) {
    yield { name, schema: modules as z.ZodMiniType, own: others as z.ZodMiniType }
    return
  }
  for (const [key, value] of Object.entries(modules))
    yield* pairsOf(value, (others as Record<string, unknown>)[key], `${name} ${key}`, seen)
}

const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  '\n',
  '🙂'.repeat(30),
  'é'.repeat(300),
  'f'.repeat(64),
  '0'.repeat(44),
].concat(
  [40, 41, 120, 256, 1001, 5001].map((length) => 'a'.repeat(length)),
  'a|no|yes|abc| two words |São João|🙂|Uma frase com mais de dez letras|Rua das Flores|Maria da Silva'.split(
    '|',
  ),
  '0|1|-1|12|123456|1.5|1e3|4294967296|null|[object Object]|__proto__|08:00|23:59|24:00'.split('|'),
  'maria@example.com|MARIA@EXAMPLE.COM|529.982.247-25|52998224725|11.222.333/0001-81|11222333000181'.split(
    '|',
  ),
  '12.ABC.345/01DE-35|01001-000|(11) 91234-5678|11912345678|05/03/1990|29/02/2026|1990-03-05'.split('|'),
  '2026-02-28|2024-02-29|2026-02-29|2026-07-01T12:00:00Z|2026-07-01T12:00:00.123-03:00'.split('|'),
  '2026-07-01T12:00Z|2026-07-01 12:00:00|1800-01-01T00:00:00Z|slug-with-parts|Slug_|AB12CD34'.split('|'),
  'Senha-forte-123|/caminho|/api/club,/api/club|legal.prize_list|ABCD-EFGH-JKLM-NPQR'.split('|'),
  '00000000-0000-0000-0000-000000000000|FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'.split('|'),
)
const numbers = [
  0,
  -0,
  1,
  2,
  5,
  7,
  10,
  50,
  100,
  1000,
  100_000,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 60),
  NaN,
  Infinity,
]
const file = { size: 3, type: 'image/png', arrayBuffer: () => Promise.resolve(new ArrayBuffer(3)) }
/** Values of every type, also such as only hostile input contains. */
const anyValues: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'text',
  '12',
  'x'.repeat(20_000),
  3,
  1.5,
  NaN,
  Infinity,
  10n,
  Symbol('s'),
  [],
  [1],
  [null],
  Array(3),
  Array(400).fill('a'),
  {},
  { length: 3 },
  { length: 'x' },
  new Date(0),
  new Map(),
  file,
  JSON.parse('{"__proto__":{"a":1}}'),
  JSON.parse('{"constructor":1,"toString":null}'),
  JSON.parse('{"length":-1}'),
  Object.create(null),
]

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  fc.uuid(),
  fc.string({ maxLength: 12 }),
)
const number = fc.oneof(fc.constantFrom(...numbers), fc.integer({ min: -3, max: 400 }))
const anyValue = fc.constantFrom(...anyValues)

type TextDefinition = { readonly pattern?: RegExp; readonly checks?: readonly z.core.$ZodCheck[] }

/** Strings, most of them valid: those above that the schema accepts, or else ones that match its patterns. */
function stringsOf(schema: z.ZodMiniType, { pattern, checks = [] }: TextDefinition): fc.Arbitrary<unknown> {
  const accepted = texts.filter((each) => schema.safeParse(each).success)
  const valid = accepted.length > 0 ? [fc.constantFrom(...accepted)] : []
  const patterns = [pattern, ...checks.map((check) => (check._zod.def as TextDefinition).pattern)]
  const matching = patterns.flatMap((each) => (each && valid.length === 0 ? [fc.stringMatching(each)] : []))
  return fc.oneof(text, ...[...valid, ...matching].map((arbitrary) => ({ weight: 4, arbitrary })))
}

/** Numbers, most of them valid. */
function numbersOf(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const accepted = numbers.filter((each) => schema.safeParse(each).success)
  return accepted.length > 0
    ? fc.oneof(number, { weight: 4, arbitrary: fc.constantFrom(...accepted) })
    : number
}

const known = new Map<unknown, fc.Arbitrary<unknown>>()

function inputsOf(schema: unknown): fc.Arbitrary<unknown> {
  const inputs = known.get(schema) ?? createInputs(schema as z.ZodMiniType)
  known.set(schema, inputs)
  return inputs
}

/** Whether the schema reads a string, which it may transform. */
const isText = (schema: z.core.$ZodType): boolean => {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  return def.type === 'pipe' ? isText(def.in) : def.type === 'string'
}

/** Inputs of the right type, which are often valid. */
function createInputs(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  switch (def.type) {
    case 'string':
      return stringsOf(schema, def as TextDefinition)
    case 'number':
      return numbersOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'optional':
    case 'default':
      return fc.option(inputsOf(def.innerType), { nil: undefined, freq: 4 })
    case 'nullable':
      return fc.option(inputsOf(def.innerType), { freq: 4 })
    case 'array':
      return fc.oneof(
        { weight: 9, arbitrary: fc.array(inputsOf(def.element), { maxLength: 4 }) },
        fc.array(inputsOf(def.element), { minLength: 7, maxLength: 7 }),
      )
    case 'object': {
      const properties = Object.entries(def.shape).map(([key, property]) => [key, inputsOf(property)])
      const optional = Object.keys(def.shape).filter((key) => def.shape[key]?._zod.optin !== undefined)
      const required = Object.keys(def.shape).filter((key) => !optional.includes(key))
      return fc.record(Object.fromEntries(properties) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: required,
      })
    }
    case 'union':
      return fc.oneof(...def.options.map(inputsOf))
    case 'pipe':
      return isText(def.in) ? stringsOf(schema, {}) : inputsOf(def.in)
    case 'custom':
      return fc.constantFrom(file, ...anyValues)
    case 'record': {
      const keys = [...(def.keyType._zod.values ?? [])].map(String)
      if (keys.length === 0)
        return fc.dictionary(inputsOf(def.keyType) as fc.Arbitrary<string>, inputsOf(def.valueType), {
          maxKeys: 3,
        })
      return fc.record(Object.fromEntries(keys.map((key) => [key, inputsOf(def.valueType)])))
    }
    default:
      return anyValue
  }
}

const extraKeys = ['__proto__', 'constructor', 'length', 'toString', 'extra', '0']

/** The value with one change somewhere: another value, a missing key or an additional one. */
function changed(value: unknown, choices: readonly number[], replacement: unknown): unknown {
  const [choice = 0, ...rest] = choices
  if (Array.isArray(value) && value.length > 0 && choice % 5 !== 0)
    return value.with(choice % value.length, changed(value[choice % value.length], rest, replacement))
  if (!isRecord(value) || choice % 7 === 0) return replacement
  const keys = Object.keys(value)
  const copy = Object.fromEntries(Object.entries(value))
  const key = keys[choice % keys.length]
  if (key === undefined || choice % 5 === 0) {
    const extra = extraKeys[choice % extraKeys.length] as string
    return Object.defineProperty(copy, extra, {
      value: replacement,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  if (choice % 5 === 1) delete copy[key]
  else copy[key] = changed(copy[key], rest, replacement)
  return copy
}

const casesOf = (schema: z.ZodMiniType) => {
  const choices = fc.array(fc.nat(), { minLength: 4, maxLength: 4 })
  const inputs = inputsOf(schema)
  return fc.oneof(
    inputs,
    fc.tuple(inputs, choices, anyValue).map(([value, at, replacement]) => changed(value, at, replacement)),
  )
}

/** Everything that callers read of a result, with the order of keys and issues. */
function resultOf(schema: z.ZodMiniType, input: unknown): string {
  try {
    const { success, data, error } = schema.safeParse(input)
    const issues = error?.issues.map(({ path, message }) => ({ path, message }))
    return inspect(
      { success, data, issues },
      { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity },
    )
  } catch (error) {
    return `throws ${String(error)}`
  }
}

test('in the browser every schema of the contract has the same results and errors as with zod/mini', () => {
  const neverAccepted: string[] = []
  for (const { name, schema, own } of pairs) {
    expect(own, name).toBeInstanceOf(Schema)
    let isAccepted = false
    for (const input of fc.sample(casesOf(schema), { seed: 22, numRuns: 60 })) {
      const expected = resultOf(schema, input)
      const actual = resultOf(own, input)
      if (actual !== expected) expect(actual, `${name}: ${inspect(input, { depth: 9 })}`).toBe(expected)
      isAccepted ||= schema.safeParse(input).success
    }
    if (!isAccepted) neverAccepted.push(name)
  }
  expect(pairs.length).toBeGreaterThan(600)
  // Otherwise the inputs would be too far from valid ones to compare outputs.
  expect(neverAccepted.length, neverAccepted.join('\n')).toBeLessThan(pairs.length / 50)
})

test('every function of zod/mini that the contract or the web uses exists in the browser', () => {
  const sources = import.meta.glob<string>(
    ['../../../../contract/src/**/*.ts', '../../**/*.{ts,tsx}', '!**/*.test.{ts,tsx}'],
    { query: '?raw', import: 'default', eager: true },
  )
  const used = new Set<string>()
  for (const source of Object.values(sources))
    if (source.includes("'zod/mini'"))
      for (const [, name] of source.matchAll(/\bz\s*\.\s*([a-z_A-Z]\w*(?:\.[a-z]+)?)/g))
        used.add(name as string)
  const isType = (name: string) => /^(infer|input|output|core\b.*|ZodMini\w+)$/.test(name)
  const missing = [...used].filter((name) => {
    const [first = '', second] = name.split('.')
    const found = (browserSchemas as unknown as Record<string, Record<string, unknown>>)[first]
    return !isType(name) && (second === undefined ? found : found?.[second]) === undefined
  })
  expect(used.size).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
