import { expect, test } from 'vitest'
import * as zodMini from 'zod/mini'
import * as browserSchemas from './zod-mini.ts'

export type Z = typeof zodMini
type Schema = zodMini.ZodMiniType

/** `zod/mini` and its replacement in the browser. */
export const libraries: readonly (readonly [name: string, z: Z])[] = [
  ['zod/mini', zodMini],
  ['the browser’s schemas', browserSchemas as unknown as Z],
]

type Expected = { readonly data: unknown } | readonly string[]

/** A schema with the results of inputs: the data, or the errors as `path: message`. */
export type Case = readonly [
  title: string,
  schema: (z: Z) => Schema,
  results: readonly (readonly [input: unknown, expected: Expected])[],
]

function resultOf(schema: Schema, input: unknown): Expected {
  const { success, data, error } = schema.safeParse(input)
  return success ? { data } : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** Tests the cases with both libraries. */
export function testCases(cases: readonly Case[]): void {
  for (const [name, z] of libraries)
    test.each(cases)(`with ${name} a schema for %s has the expected results`, (_title, create, results) => {
      const schema = create(z)
      for (const [input, expected] of results) expect(resultOf(schema, input)).toStrictEqual(expected)
    })
}

/** The error of a schema without a text of its own. */
export const invalid = [': Invalid input']

/** The results of inputs that are valid as they are. */
export const valid = (...inputs: readonly unknown[]) => inputs.map((data) => [data, { data }] as const)

/** The results of inputs with that error. */
export const failing = (error: string, ...inputs: readonly unknown[]) =>
  inputs.map((input) => [input, [error]] as const)
