import { expect, test } from 'vitest'
import { measurePaired, median, percentile } from '../bench/measure.ts'

test('paired measurement alternates the order after one warm-up run of each side', async () => {
  const order: string[] = []
  const ratios = await measurePaired({
    ours: async () => order.push('ours') && 30,
    baseline: async () => order.push('baseline') && 20,
  })
  expect(order.slice(0, 2)).toEqual(['ours', 'baseline'])
  expect(order.slice(2, 8)).toEqual(['ours', 'baseline', 'baseline', 'ours', 'ours', 'baseline'])
  expect(order.length).toBe(2 + 2 * 8)
  expect(ratios).toEqual({ ratio: 1.5, lowest: 1.5, highest: 1.5, ours: 30, baseline: 20, pairs: 8 })
})

test('one outlier pair does not change the median ratio', async () => {
  let runs = 0
  const ratios = await measurePaired({
    ours: async () => ((runs += 1) === 4 ? 9_000 : 10),
    baseline: async () => 10,
  })
  expect(ratios.ratio).toBe(1)
  expect(ratios.highest).toBe(900)
})

test('a paired measurement of fewer than 8 pairs is rejected', async () => {
  const one = async () => 1
  await expect(measurePaired({ ours: one, baseline: one, pairs: 7 })).rejects.toThrow('8 pairs')
})

test('median and percentile are computed for odd and even numbers of values', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
  expect(percentile([5, 1, 4, 2, 3], 0.99)).toBe(5)
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3)
  expect(percentile([4, 1, 2, 3], 0.5)).toBe(3)
})
