import { failing, invalid, testCases, valid } from './both-libraries.testing.ts'

const invalidInput = ': Invalid input'
const faces = (count: number) => '😀'.repeat(count)

testCases([
  ['a string', (z) => z.string(), [...valid('', 'a'), ...failing(invalidInput, 1, null, undefined, ['a'])]],
  ['a number', (z) => z.number(), [...valid(1.5, -0), ...failing(invalidInput, NaN, Infinity, '1', 1n)]],
  ['an integer', (z) => z.int(), [...valid(-3, 2 ** 53 - 1), ...failing(invalidInput, 1.5, 2 ** 53, '1')]],
  ['a boolean', (z) => z.boolean(), [...valid(true, false), ...failing(invalidInput, 'true', 0)]],
  ['an unknown value', (z) => z.unknown(), valid(undefined, null, { a: 1 })],
  [
    'an enumeration',
    (z) => z.enum(['a', 'b'], 'Choose'),
    [...valid('a', 'b'), ...failing(': Choose', 'c', 'toString', null)],
  ],
  ['a literal', (z) => z.literal('a'), [...valid('a'), ...failing(invalidInput, 'b')]],
  ['literals', (z) => z.literal([1, null, false]), [...valid(1, null, false), ...failing(invalidInput, '1')]],
  [
    'a custom type',
    (z) => z.custom((value) => value === 7, 'Seven').check(z.refine(() => false, 'Never')),
    [...failing(': Never', 7), ...failing(': Seven', 8)],
  ],
  ['a custom type without a condition', (z) => z.custom(), valid(Symbol.iterator, undefined)],
  [
    'a UUID',
    (z) => z.uuid({ error: 'Id' }),
    [
      ...valid('0199b5c5-7f2a-7cc3-9d10-0123456789ab', '0199B5C5-7F2A-1CC3-BD10-0123456789AB'),
      ...valid('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
      ...failing(': Id', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', '0199b5c5-7f2a-9cc3-9d10-0123456789ab'),
      ...failing(': Id', '0199b5c5-7f2a-7cc3-cd10-0123456789ab', '0199b5c57f2a7cc39d100123456789ab', 7),
      ...failing(': Id', 'x0199b5c5-7f2a-7cc3-9d10-0123456789ab', '0199b5c5-7f2a-7cc3-9d10-0123456789abc'),
    ],
  ],
  [
    'a day',
    (z) => z.iso.date(),
    [
      ...valid('2024-02-29', '2000-02-29', '2026-12-31', '2026-04-30', '0000-01-01'),
      ...failing(invalidInput, '2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-01'),
      ...failing(invalidInput, '2026-1-01', '2026-01-01Z', ' 2026-01-01', '2026-01-00'),
    ],
  ],
  [
    'an instant',
    (z) => z.iso.datetime({ offset: true }),
    [
      ...valid('2026-07-01T23:59:59Z', '2026-07-01T00:00:00.1234567-03:00', '2024-02-29T00:00:00+23:59'),
      ...failing(invalidInput, '2026-07-01T12:00Z', '2026-07-01T12:00:00', '2026-07-01T24:00:00Z'),
      ...failing(invalidInput, '2026-07-01 12:00:00Z', '2026-07-01T12:00:00-0300', '2026-07-01T12:00:00z'),
      ...failing(invalidInput, '2026-07-01T12:60:00Z', '2026-07-01T12:00:00.Z', '2026-02-30T12:00:00Z'),
    ],
  ],
  [
    'text as a number',
    (z) => z.coerce.number().check(z.int('Integer'), z.maximum(9)),
    [
      ['7', { data: 7 }],
      ['', { data: 0 }],
      ...failing(': Integer', '1.5'),
      ...failing(invalidInput, 'x', Symbol.iterator, '10'),
    ],
  ],

  ['a value with a text for its error', (z) => z.string('Text'), failing(': Text', 1)],
  ['a value with a text in options', (z) => z.string({ error: 'Text' }), failing(': Text', 1)],
  ['a value with an empty text', (z) => z.string({ error: '' }), failing(': ', 1)],
  [
    'a value with a function that returns the text',
    (z) => z.string({ error: ({ input }) => `${String(input)} is wrong` }),
    failing(': 1 is wrong', 1),
  ],
  [
    'a value with a function that returns an object',
    (z) => z.string({ error: () => ({ message: 'Text' }) }),
    failing(': Text', 1),
  ],
  [
    'a value with a function that returns nothing',
    (z) => z.string({ error: () => undefined }),
    failing(invalidInput, 1),
  ],
  [
    'a value with a text for the errors of its checks too',
    (z) => z.string('Text').check(z.maxLength(1)),
    failing(': Text', 1, 'ab'),
  ],
  [
    'a value with a check that has a text',
    (z) => z.string('Text').check(z.maxLength(1, 'Long')),
    failing(': Long', 'ab'),
  ],
  [
    'a value with a check that has a function which returns nothing',
    (z) => z.string('Text').check(z.refine(() => false, { error: () => undefined })),
    failing(': Text', 'a'),
  ],

  ['a positive number', (z) => z.number().check(z.positive()), [...valid(0.1), ...failing(invalidInput, 0)]],
  [
    'a number within limits',
    (z) => z.number().check(z.nonnegative(), z.gte(-1), z.lte(1)),
    [...valid(0, 1), ...failing(invalidInput, -0.1, 1.1)],
  ],
  [
    'an integer whose checks run unless it is of the wrong type',
    (z) =>
      z.int('Type').check(
        z.minimum(1, 'Low'),
        z.maximum(5, 'High'),
        z.refine((n) => n !== 9, 'Nine'),
      ),
    [
      ...valid(1, 5),
      ...failing(': Low', 0),
      [9, [': High', ': Nine']],
      ...failing(': Type', 1.5, '9', NaN),
      [2 ** 60, [': Type', ': High']],
    ],
  ],
  [
    'an integer with an error that stops its checks',
    (z) => z.int({ error: 'Type', abort: true }).check(z.maximum(5, 'High')),
    failing(': Type', 2 ** 60),
  ],
  [
    'text that is cleaned before it is measured',
    (z) => z.string().check(z.trim(), z.minLength(1), z.toLowerCase()),
    [[' Ab ', { data: 'ab' }], ...failing(invalidInput, '  ')],
  ],
  [
    'text that is measured before it is cleaned',
    (z) => z.string().check(z.maxLength(2), z.trim()),
    failing(invalidInput, ' a '),
  ],
  [
    'a value that a check replaces',
    (z) =>
      z.array(z.int()).check(
        z.overwrite((ids) => [...new Set(ids)]),
        z.maxLength(1),
      ),
    [[[1, 1], { data: [1] }], ...failing(invalidInput, [1, 2])],
  ],
  [
    'text with an error that stops its checks',
    (z) =>
      z.string().check(
        z.refine(() => false, { error: 'No', abort: true }),
        z.overwrite(() => 'long'),
        z.maxLength(1, 'Long'),
        z.refine(() => false, 'Never'),
      ),
    failing(': No', 'a', 'long'),
  ],
  [
    'text with a pattern',
    (z) => z.string().check(z.regex(/b/)),
    [...valid('abc'), ...failing(invalidInput, 'ac')],
  ],
  [
    'texts with a pattern that keeps its position',
    (z) => z.array(z.string().check(z.regex(/b/g))),
    valid(['ab', 'ab', 'b']),
  ],
  [
    'text that is measured in characters',
    (z) => z.string().check(z.minLength(2, 'Short'), z.maxLength(3, 'Long')),
    [
      ...valid(faces(2), faces(3), 'abc', '\ud83d\ud83d\ud83d'),
      ...failing(': Short', faces(1), 'a', '\ud83d'),
      ...failing(': Long', faces(4), 'abcd'),
    ],
  ],
  [
    'text of an exact length in characters',
    (z) => z.string().check(z.length(2)),
    [...valid(faces(2), 'ab'), ...failing(invalidInput, faces(1), 'abc', 'a')],
  ],
  [
    'text whose length is checked even if it has the wrong type',
    (z) => z.string('Type').check(z.minLength(2, 'Short'), z.maxLength(3, 'Long'), z.length(3, 'Three')),
    [
      [[1], [': Type', ': Short', ': Three']],
      [{ length: 4 }, [': Type', ': Long', ': Three']],
      [{ length: 'x' }, [': Type', ': Short', ': Long', ': Three']],
      [{ length: '3' }, [': Type', ': Three']],
      [{ length: null }, [': Type', ': Short', ': Three']],
      ...failing(': Type', {}, null, 5),
    ],
  ],
  [
    'a custom type whose length is not checked if it has the wrong type',
    (z) => z.custom<string>(() => false, 'Type').check(z.maxLength(1, 'Long')),
    [['abc', [': Type']]],
  ],
  ['a value with the default text', (z) => z.string().check(z.refine(() => false)), [['a', invalid]]],
])
