import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256OfFile } from './file-hash.ts'

const bytesOf = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) & 0xff)

test('the hash of a file of any length is its SHA-256', async () => {
  const piece = 4 * 1024 * 1024
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000, piece - 1, piece, piece + 57]) {
    const bytes = bytesOf(length)
    const expected = createHash('sha256').update(bytes).digest('hex')
    expect(await sha256OfFile(new Blob([bytes])), `${length} bytes`).toBe(expected)
  }
})

test('hashing a file reports how much was read, and stops when it is aborted', async () => {
  const fractions: number[] = []
  await sha256OfFile(new Blob([bytesOf(6 * 1024 * 1024)]), { onProgress: (part) => fractions.push(part) })
  expect(fractions).toEqual([4 / 6, 1])
  const signal = AbortSignal.abort()
  await expect(sha256OfFile(new Blob([bytesOf(10)]), { signal })).rejects.toThrow()
})
