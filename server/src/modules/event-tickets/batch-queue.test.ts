import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchQueue, type Settled } from './batch-queue.ts'

const fine = <Item>(items: readonly Item[]): Settled<Item>[] => items.map((result) => ({ ok: true, result }))

/** Work that ends when the test says so. */
const slowWork = () => {
  const batches: { key: string; items: number[]; finish: () => void }[] = []
  const work = (key: string, items: readonly number[]) =>
    new Promise<Settled<number>[]>((resolve) => {
      batches.push({ key, items: [...items], finish: () => resolve(fine(items)) })
    })
  return { batches, work }
}

test('what arrives while a batch is in flight goes together into the next, in its order', async () => {
  const { batches, work } = slowWork()
  const enqueue = createBatchQueue(work)
  const first = enqueue('s', 1)
  await turn()
  const later = [enqueue('s', 2), enqueue('s', 3), enqueue('s', 4)]
  await turn()
  expect(batches.map(({ items }) => items)).toEqual([[1]])
  batches[0]?.finish()
  expect(await first).toBe(1)
  await turn()
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]])
  batches[1]?.finish()
  expect(await Promise.all(later)).toEqual([2, 3, 4])
})

test('a batch has a limit; sessions do not wait for each other', async () => {
  const { batches, work } = slowWork()
  const enqueue = createBatchQueue(work, 2)
  const all = [enqueue('a', 1), enqueue('a', 2), enqueue('a', 3), enqueue('b', 4)]
  await turn()
  expect(batches.map(({ key, items }) => [key, items])).toEqual([
    ['a', [1, 2]],
    ['b', [4]],
  ])
  batches[0]?.finish()
  await turn()
  expect(batches[2]).toMatchObject({ key: 'a', items: [3] })
  for (const { finish } of batches) finish()
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4])
})

test('a batch that fails is repeated one by one, so that only the bad item fails', async () => {
  const seen: number[][] = []
  const enqueue = createBatchQueue(async (_key, items: readonly number[]) => {
    seen.push([...items])
    if (items.includes(2)) throw new Error('bad item')
    return fine(items)
  })
  const settled = await Promise.allSettled([enqueue('s', 1), enqueue('s', 2), enqueue('s', 3)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(seen).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('a refusal belongs to its item', async () => {
  const enqueue = createBatchQueue<number, number>(async (_key, items) =>
    items.map((item) => (item === 2 ? { ok: false, error: new Error('no') } : { ok: true, result: item })),
  )
  const settled = await Promise.allSettled([enqueue('s', 1), enqueue('s', 2)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
