import { describe, expect, it } from 'vitest'
import { readNamePage } from './name-search.ts'
import type { NameKey, NameRange } from './name-search.ts'

/** Reads ranges from a list in memory and counts the reads. */
function listOf(names: readonly string[]) {
  const rows = names.map((search, i) => ({ search, id: i + 1 }))
  rows.sort((a, b) => (a.search < b.search ? -1 : a.search > b.search ? 1 : a.id - b.id))
  const ranges: NameRange[] = []
  const isAfter = (row: NameKey, key: NameKey | null) =>
    key === null || row.search > key.search || (row.search === key.search && row.id > key.id)
  const read = async (range: NameRange) => {
    ranges.push(range)
    const { match, text, after, limit } = range
    return rows
      .filter((row) => row.search.startsWith(text) === (match === 'prefix') && row.search.includes(text))
      .filter((row) => isAfter(row, after))
      .slice(0, limit)
  }
  return { rows, read, ranges }
}

async function allPages(names: readonly string[], text: string) {
  const { rows, read, ranges } = listOf(names)
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await readNamePage({ text, cursor }, read)
    pages.push(page.rows.map((row) => row.search))
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return { pages, rows, ranges }
}

const numbered = (count: number, name: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => name(i))

describe('pages of names', () => {
  it('pages of names list every match once, prefix matches first', async () => {
    for (const [prefixMatches, substringMatches] of [
      [0, 0],
      [3, 0],
      [0, 60],
      [7, 43],
      [7, 44],
      [8, 1],
      [50, 50],
      [51, 3],
      [120, 120],
    ] as const) {
      const names = [
        ...numbered(prefixMatches, (i) => `rua ${i}`),
        ...numbered(substringMatches, (i) => `da rua ${i}`),
        'praca',
      ]
      const { pages } = await allPages(names, 'rua')
      const found = pages.flat()
      expect(new Set(found).size).toBe(prefixMatches + substringMatches)
      expect(found).toHaveLength(prefixMatches + substringMatches)
      expect(found.slice(0, prefixMatches).every((name) => name.startsWith('rua'))).toBe(true)
      expect(pages.every((page) => page.length <= 50)).toBe(true)
    }
  })

  it('pages of names without a search text list everything, including duplicates', async () => {
    const { pages } = await allPages(
      numbered(130, () => 'rua'),
      '',
    )
    expect(pages.map((page) => page.length)).toEqual([50, 50, 30])
  })

  it('substring matches are searched only when the visible list is not full, or on the next page', async () => {
    const names = [...numbered(8, (i) => `rua ${i}`), 'da rua']
    const { pages, ranges } = await allPages(names, 'rua')
    expect(pages.map((page) => page.length)).toEqual([8, 1])
    expect(ranges.map((range) => range.match)).toEqual(['prefix', 'within'])
    const few = await allPages(names.slice(1), 'rua')
    expect(few.pages.map((page) => page.length)).toEqual([8])
  })
})
