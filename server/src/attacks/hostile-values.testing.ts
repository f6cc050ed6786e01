/** Hostile values: other types, characters, dates and sizes. */
export const hostileValues: readonly unknown[] = [
  undefined,
  null,
  true,
  [],
  {},
  [['x']],
  '',
  ' ',
  'a\u0000b',
  '\uD800',
  '\u202Emoc.elpmaxe',
  "'; drop table customer; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '\\',
  '__proto__',
  '529.982.247-25',
  '52998224725',
  'maria@exemplo.com.br',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-23:59',
  '2026-02-30T25:61:00Z',
  '9'.repeat(400),
  'x'.repeat(20_000),
  0,
  -0,
  -1,
  0.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e308,
]

/** Nested as deeply as the body size allows. */
export const deepList = (depth = 10_000): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

type Path = readonly (string | number)[]

/** Every path in a value: fields, nested ones, and the value itself. */
export const pathsOf = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [
        path,
        ...Object.entries(value).flatMap(([name, inner]) =>
          pathsOf(inner, [...path, Array.isArray(value) ? Number(name) : name]),
        ),
      ]
    : [path]

/** A copy of the value with another value at one path. */
export const replaceAt = (value: unknown, path: Path, replacement: unknown): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return replacement
  const copy: Record<string | number, unknown> = Array.isArray(value)
    ? ([...(value as unknown[])] as unknown as Record<number, unknown>)
    : { ...(value as object) }
  copy[name] = replaceAt(copy[name], rest, replacement)
  return copy
}
