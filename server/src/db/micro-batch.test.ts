import { expect, test, vi } from 'vitest'
import { createMicroBatch } from './micro-batch.ts'

/** Finds the length of each word, and notes what it was asked. */
function createLengths(fail: (words: readonly string[]) => boolean = () => false) {
  const asked: string[][] = []
  const load = async (words: readonly string[]) => {
    asked.push([...words])
    if (fail(words)) throw new Error(`failed for ${words.join()}`)
    return new Map<unknown, number>(
      words.filter((word) => word !== 'unknown').map((word) => [word, word.length]),
    )
  }
  return { asked, load }
}

test('calls of the same tick share one query, and the same key is asked once', async () => {
  const { asked, load } = createLengths()
  const lengthOf = createMicroBatch(load)
  const answers = await Promise.all([lengthOf('a'), lengthOf('abc'), lengthOf('a'), lengthOf('unknown')])
  expect(answers).toEqual([1, 3, 1, undefined])
  expect(asked).toEqual([['a', 'abc', 'unknown']])
})

test('nothing is kept: the next call asks again', async () => {
  const { asked, load } = createLengths()
  const lengthOf = createMicroBatch(load)
  await lengthOf('a')
  await lengthOf('a')
  expect(asked).toEqual([['a'], ['a']])
})

test('a key that fails does not fail the others', async () => {
  const { load } = createLengths((words) => words.includes('bad'))
  const lengthOf = createMicroBatch(load)
  const [good, bad, better] = await Promise.allSettled([
    lengthOf('good'),
    lengthOf('bad'),
    lengthOf('better'),
  ])
  expect(good).toEqual({ status: 'fulfilled', value: 4 })
  expect(bad).toMatchObject({ status: 'rejected', reason: new Error('failed for bad') })
  expect(better).toEqual({ status: 'fulfilled', value: 6 })
})

test('more keys than the limit share the next query', async () => {
  const { asked, load } = createLengths()
  const lengthOf = createMicroBatch(load, { limit: 2 })
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(lengthOf))
  expect(asked).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('what is asked while as many queries run as may goes together into the next', async () => {
  const asked: string[][] = []
  const answers: (() => void)[] = []
  const lengthOf = createMicroBatch<string, number>(
    (words) => {
      asked.push([...words])
      return new Promise((resolve) => {
        answers.push(() => resolve(new Map(words.map((word) => [word, word.length]))))
      })
    },
    { atOnce: 1 },
  )
  const first = lengthOf('a')
  await vi.waitFor(() => expect(asked).toEqual([['a']]))
  const others = [lengthOf('bb'), lengthOf('a'), lengthOf('ccc')]
  await new Promise(setImmediate)
  expect(asked).toEqual([['a']])
  answers[0]?.()
  expect(await first).toBe(1)
  await vi.waitFor(() => expect(asked).toEqual([['a'], ['bb', 'a', 'ccc']]))
  answers[1]?.()
  expect(await Promise.all(others)).toEqual([2, 1, 3])
})

test('a query that fails makes room for the next', async () => {
  const { load } = createLengths((words) => words.includes('bad'))
  const lengthOf = createMicroBatch(load, { atOnce: 1 })
  await expect(lengthOf('bad')).rejects.toThrow('failed for bad')
  expect(await lengthOf('good')).toBe(4)
})

test('keys that are objects are the same by what identifies them', async () => {
  const asked: { id: number }[][] = []
  const load = async (keys: readonly { id: number }[]) => {
    asked.push([...keys])
    return new Map<unknown, string>(keys.map(({ id }) => [id, `number ${id}`]))
  }
  const nameOf = createMicroBatch(load, { identify: ({ id }) => id })
  expect(await Promise.all([nameOf({ id: 1 }), nameOf({ id: 1 }), nameOf({ id: 2 })])).toEqual([
    'number 1',
    'number 1',
    'number 2',
  ])
  expect(asked).toEqual([[{ id: 1 }, { id: 2 }]])
})
