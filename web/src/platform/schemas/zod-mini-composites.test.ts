import { expect, test } from 'vitest'
import type * as zodMini from 'zod/mini'
import { failing, libraries, testCases, valid, type Z } from './both-libraries.testing.ts'

const invalidInput = ': Invalid input'
const json = (text: string) => JSON.parse(text) as unknown
const objects = (z: Z) => z.object({ a: z.string(), b: z.optional(z.int()) })

testCases([
  [
    'a list',
    (z) => z.array(z.string('Text'), 'List').check(z.minLength(1, 'Empty')),
    [
      ...valid(['a'], ['a', 'b']),
      [
        ['a', 1, null],
        ['1: Text', '2: Text'],
      ],
      [Array(2), ['0: Text', '1: Text']],
      ...failing(': Empty', []),
      ...failing(': List', {}, 'ab', undefined),
    ],
  ],
  [
    'a list whose elements are not read if it is too long',
    (z) => z.array(z.int()).check(z.minLength(1), z.maxLength(2, 'Long'), z.length(1, 'One')),
    [...failing(': Long', ['a', 'b', 'c']), ...failing(': One', ['a', 'b'])],
  ],
  [
    'a list whose elements are read before a later check',
    (z) =>
      z.array(z.int()).check(
        z.refine(() => true),
        z.maxLength(1, 'Long'),
      ),
    [
      [
        ['a', 1],
        ['0: Invalid input', ': Long'],
      ],
    ],
  ],

  [
    'an object, without unknown keys',
    objects,
    [
      [{ x: 1, b: 2, a: 'a' }, { data: { a: 'a', b: 2 } }],
      ...valid({ a: 'a', b: undefined }, { a: 'a' }),
      [{ a: 1, b: 'b' }, ['a: Invalid input', 'b: Invalid input']],
      ...failing('a: Invalid input', {}),
      ...failing(invalidInput, [], null, 'a'),
      [
        Object.assign(Object.create({ a: 'inherited' }) as object, { b: 1 }),
        { data: { a: 'inherited', b: 1 } },
      ],
      [json('{"a":"a","__proto__":{"b":1}}'), { data: { a: 'a' } }],
    ],
  ],
  [
    'a property that must be present though every value is valid',
    (z) => z.object({ a: z.unknown() }, 'Object'),
    [...failing('a: Invalid input', {}), ...valid({ a: undefined })],
  ],
  [
    'a strict object',
    (z) => z.strictObject({ a: z.optional(z.int()) }, 'Keys'),
    [
      ...valid({ a: 1 }, {}),
      ...failing(': Keys', { b: 1, c: 2 }, json('{"__proto__":1}')),
      [{ a: 'a', b: 1 }, ['a: Invalid input', ': Keys']],
    ],
  ],
  [
    'a strict object whose checks run despite unknown keys',
    (z) => z.strictObject({}, 'Keys').check(z.refine(() => false, 'Check')),
    [[{ a: 1 }, [': Keys', ': Check']]],
  ],
  [
    'an object with other keys of one type',
    (z) => z.catchall(objects(z), z.int('Number')),
    [
      [{ c: 3, a: 'a' }, { data: { a: 'a', c: 3 } }],
      ...failing('c: Number', { a: 'a', c: 'c' }),
      [json('{"a":"a","__proto__":1}'), { data: { a: 'a' } }],
    ],
  ],
  [
    'an object with any other keys',
    (z) => z.catchall(z.object({}), z.unknown()),
    [...valid({ a: [] }), [json('{"__proto__":[]}'), { data: {} }]],
  ],
  [
    'an extended object',
    (z) => z.extend(z.strictObject({ a: z.int() }), { b: z.int(), a: z.string() }),
    [...valid({ a: 'a', b: 1 }), ...failing(invalidInput, { a: 'a', b: 1, c: 1 })],
  ],
  [
    'a part of an object',
    (z) => z.pick(objects(z), { b: true }),
    [[{ a: 'a', b: 1 }, { data: { b: 1 } }], ...failing('b: Invalid input', { b: 'b' })],
  ],
  ['a property of an object', (z) => objects(z).shape.a, [...valid('a'), ...failing(invalidInput, 1)]],
  [
    'an object with a check, which an error of a property prevents',
    (z) => objects(z).check(z.refine(() => false, { error: 'Check', path: ['x', 'y'] })),
    [...failing('x.y: Check', { a: 'a' }), ...failing('a: Invalid input', { a: 1 })],
  ],
  [
    'an object with a check that is a function',
    (z) =>
      z.object({ a: z.string() }, 'Object').check(
        (payload) => {
          payload.issues.push({ code: 'custom', input: 1, path: ['a'] } as never)
        },
        z.refine(() => false, 'Never'),
      ),
    failing('a: Object', { a: 'a' }),
  ],
  [
    'nested values',
    (z) => z.object({ a: z.array(z.object({ b: z.string() })) }),
    [[{ a: [{ b: 'b' }, { b: 1 }, {}] }, ['a.1.b: Invalid input', 'a.2.b: Invalid input']]],
  ],

  [
    'an optional value',
    (z) => z.optional(z.string()),
    [...valid(undefined, 'a'), ...failing(invalidInput, null)],
  ],
  [
    'a value or null',
    (z) => z.nullable(z.string()),
    [...valid(null, 'a'), ...failing(invalidInput, undefined)],
  ],
  [
    'a value with a default',
    (z) => z._default(z.string().check(z.minLength(2)), 'x'),
    [[undefined, { data: 'x' }], ...valid('ab'), ...failing(invalidInput, 'a', null)],
  ],
  [
    'a value with a default from a function',
    (z) => z._default(z.string(), () => 'x'),
    [[undefined, { data: 'x' }]],
  ],
  [
    'a value with a default in place of an undefined result',
    (z) =>
      z._default(
        z.pipe(
          z.string(),
          z.transform((): string | undefined => undefined),
        ),
        'x',
      ),
    [['a', { data: 'x' }]],
  ],
  [
    'properties that may be absent',
    (z) =>
      z.object({
        a: z._default(z.int(), 1),
        b: z.optional(z._default(z.int(), 2)),
        c: z.nullable(z.optional(z.int())),
        d: z.pipe(
          z.optional(z.string()),
          z.transform((text) => text ?? 'none'),
        ),
      }),
    [
      [{}, { data: { a: 1, b: 2, d: 'none' } }],
      [{ c: null, a: undefined }, { data: { a: 1, b: 2, c: null, d: 'none' } }],
    ],
  ],
  [
    'an optional value whose default is not valid',
    (z) => z.optional(z._default(z.int(), 1).check(z.refine(() => false))),
    [[undefined, { data: undefined }], ...failing(invalidInput, 2)],
  ],
  [
    'an optional property with a check that replaces it',
    (z) => z.object({ a: z.optional(z.string()).check(z.overwrite(() => 'x')) }),
    [
      [{}, { data: {} }],
      [{ a: undefined }, { data: { a: 'x' } }],
    ],
  ],
  [
    'a property whose default is not valid',
    (z) => z.object({ a: z.optional(z._default(z.int(), 1).check(z.refine(() => false))) }),
    [[{}, { data: {} }]],
  ],
  [
    'an optional property whose default is replaced by an error',
    (z) => z.object({ a: z.nullable(z.optional(z._default(z.int(), 1))).check(z.refine(() => false)) }),
    [[{}, { data: {} }], ...failing('a: Invalid input', { a: undefined })],
  ],
  [
    'properties that are only transformed',
    (z) => z.object({ a: z.transform(() => undefined), b: z.transform(() => 1) }),
    [
      [{}, { data: { b: 1 } }],
      [{ a: 1 }, { data: { a: undefined, b: 1 } }],
    ],
  ],
  [
    'a property whose default is undefined',
    (z) => z.object({ a: z._default(z.unknown(), undefined) }),
    [[{}, { data: { a: undefined } }]],
  ],

  [
    'a transformation',
    (z) =>
      z.pipe(
        z.string(),
        z.transform((text) => text.length),
      ),
    [['abc', { data: 3 }], ...failing(invalidInput, 1)],
  ],
  [
    'a transformation that adds an error',
    (z) =>
      z.object({
        a: z.pipe(
          z.string('Text'),
          z.transform((text, context) => {
            context.issues.push({ code: 'custom', message: `Not ${text}`, path: ['x'], input: text })
            return z.NEVER
          }),
        ),
      }),
    [...failing('a.x: Not a', { a: 'a' }), ...failing('a: Text', { a: 1 })],
  ],
  [
    'a transformation, which every error prevents, with the checks after it',
    (z) =>
      z
        .nullable(
          z.pipe(
            z.string().check(
              z.refine(() => false, 'First'),
              z.refine(() => false, 'Second'),
            ),
            z.transform(() => 'x'),
          ),
        )
        .check(z.maxLength(0, 'Long') as never),
    [['a', [': First', ': Second']]],
  ],
  [
    'a transformation, which unknown keys do not prevent',
    (z) =>
      z.pipe(
        z.strictObject({}, 'Keys'),
        z.transform((_value, context) => {
          context.issues.push({ code: 'custom', message: 'Transformed', input: 1 })
        }),
      ),
    [[{ a: 1 }, [': Keys', ': Transformed']]],
  ],
  [
    'the output of a schema as the input of another',
    (z) =>
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((text) => text.split(',')),
        ),
        z.array(z.enum(['a', 'b'])),
      ),
    [['a,b', { data: ['a', 'b'] }], ...failing('1: Invalid input', 'a,c')],
  ],

  [
    'a union',
    (z) => z.union([z.literal(''), z.string().check(z.trim(), z.minLength(2, 'Short'))], 'Either'),
    [...valid(''), [' ab', { data: 'ab' }], ...failing(': Short', 'a'), ...failing(': Either', 1)],
  ],
  [
    'a union whose options all have errors of checks',
    (z) => z.union([z.string().check(z.minLength(3)), z.string().check(z.minLength(2))], 'Either'),
    [...valid('ab'), ...failing(': Either', 'a')],
  ],
  [
    'a union of objects',
    (z) => z.union([z.strictObject({ a: z.int() }), z.object({ b: z.int('Number') })]),
    [[{ b: 1, c: 1 }, { data: { b: 1 } }], ...failing(invalidInput, { b: 'b' }, { a: 1, b: 'b', c: 1 })],
  ],
  [
    'a union with a transformation that was prevented',
    (z) =>
      z.union(
        [
          z.pipe(
            z.string().check(z.minLength(2)),
            z.transform((text) => text),
          ),
          z.string().check(z.minLength(3, 'Short')),
        ],
        'Either',
      ),
    failing(': Short', 'a'),
  ],
  [
    'a discriminated union',
    (z) =>
      z.discriminatedUnion(
        'kind',
        [
          z.object({ kind: z.literal('a'), n: z.int('Number') }),
          z.strictObject({ kind: z.enum(['b', 'c']) }, 'Keys'),
        ],
        'Kind',
      ),
    [
      [{ kind: 'a', n: 1, x: 1 }, { data: { kind: 'a', n: 1 } }],
      ...valid({ kind: 'b' }, { kind: 'c' }),
      ...failing('n: Number', { kind: 'a', n: 'n' }),
      ...failing(': Keys', { kind: 'c', n: 1 }),
      ...failing('kind: Kind', { kind: 'd' }, {}),
      ...failing(': Kind', null, []),
    ],
  ],

  [
    'a record',
    (z) => z.record(z.string().check(z.regex(/^[a-z]+$/, 'Pattern')), z.int('Number'), 'Record'),
    [
      ...valid({ a: 1, b: 2 }, {}),
      [{ A: 1, b: 'x' }, ['A: Record', 'b: Number']],
      [json('{"__proto__":1,"constructor":2}'), { data: { constructor: 2 } }],
      [Object.create(null), { data: {} }],
      ...failing(': Record', [], new Map(), null),
    ],
  ],
  [
    'a record whose keys change',
    (z) => z.record(z.string().check(z.toLowerCase()), z.unknown()),
    [
      [{ A: 1 }, { data: { a: 1 } }],
      [{ __PROTO__: [] }, { data: {} }],
    ],
  ],
  [
    'a record with declared keys',
    (z) => z.record(z.enum(['a', 'b']), z.int('Number'), 'Keys'),
    [...valid({ b: 1, a: 2 }), ...failing('b: Number', { a: 1 }), ...failing(': Keys', { a: 1, b: 2, c: 3 })],
  ],
  [
    'a record with declared keys whose checks run despite unknown keys',
    (z) => z.record(z.enum(['a']), z.int(), 'Keys').check(z.refine(() => false, 'Check')),
    [[{ a: 1, b: 2 }, [': Keys', ': Check']]],
  ],
])

test.each(libraries)('with %s an output has the keys in the order of the schema', (_name, z) => {
  const keysOf = (schema: zodMini.ZodMiniType, input: unknown) => Object.keys(schema.parse(input) as object)
  expect(keysOf(z.catchall(objects(z), z.int()), { c: 1, b: 2, a: 'a' })).toEqual(['a', 'b', 'c'])
  expect(keysOf(z.pick(objects(z), { b: true, a: true }), { a: 'a', b: 1 })).toEqual(['b', 'a'])
  expect(keysOf(z.extend(objects(z), { c: z.int(), a: z.int() }), { c: 1, b: 1, a: 1 })).toEqual([
    'a',
    'b',
    'c',
  ])
  expect(keysOf(z.record(z.enum(['a', 'b']), z.int()), { b: 1, a: 1 })).toEqual(['a', 'b'])
})

test.each(libraries)('with %s each result has its own copy of a default', (_name, z) => {
  for (const schema of [z._default(z.array(z.int()), [1]), z._default(z.object({ a: z.int() }), { a: 1 })]) {
    const [first, second] = [schema.parse(undefined), schema.parse(undefined)]
    expect(first).toEqual(second)
    expect(first).not.toBe(second)
  }
})

test.each(libraries)('with %s an invalid value throws an error whose message has the issues', (_name, z) => {
  expect(z.parse(z.string(), 'a')).toBe('a')
  expect(z.safeParse(z.string(), 'a')).toEqual({ success: true, data: 'a' })
  expect(z.safeParse(z.string(), 1).success).toBe(false)
  expect(() => z.parse(objects(z), {})).toThrow(/"path": \[\s*"a"\s*\][^]*"message": "Invalid input"/)
  expect(() => z.string('Text').parse(1)).toThrow(Error)
})

test.each(libraries)('with %s adding a check does not change the schema', (_name, z) => {
  const schema = z.array(z.string()).check(z.minLength(1))
  schema.check(z.minLength(9))
  expect(schema.safeParse(['a']).success).toBe(true)
})
