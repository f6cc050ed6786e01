import type { Street } from './streets.ts'

export type City = { id: number; search: string }

/** What one person searches for: a random street, so that large cities are queried in proportion to their size. */
export type SearchInput = {
  street: Street
  city: City
  prefix: string
  inner: string
  cityPrefix: string
  cityInner: string
}

/** Generates searches for the given streets and cities, deterministically. */
export function createInputGenerator(streets: readonly Street[], cities: readonly City[]): () => SearchInput {
  const random = randomFrom(7)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  return () => {
    const street = pick(streets)
    const words = street.search.split(' ')
    const word = words.length > 1 ? pick(words.slice(1)) : street.search
    const city = pick(cities)
    return {
      street,
      city,
      prefix: street.search.slice(0, 3 + Math.floor(random() * 4)).trim(),
      inner: word.slice(0, 4),
      cityPrefix: city.search.slice(0, 3),
      cityInner: city.search.slice(2, 6).trim(),
    }
  }
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
