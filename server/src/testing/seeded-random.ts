import { createHash } from 'node:crypto'
import type { Random } from '../ports/random.ts'

/** Generates the same values in the same order for the same seed. */
export function createSeededRandom(seed: string): Random {
  let drawn = 0
  const bytes = (count: number): Buffer => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, () =>
      createHash('sha256')
        .update(`${seed}/${(drawn += 1)}`)
        .digest(),
    )
    return Buffer.concat(blocks).subarray(0, count)
  }
  return {
    bytes,
    below: (limit) => Number(bytes(8).readBigUInt64BE() % BigInt(limit)),
    uuid: () => {
      const random = bytes(16)
      random[6] = ((random[6] ?? 0) & 0x0f) | 0x40
      random[8] = ((random[8] ?? 0) & 0x3f) | 0x80
      return random.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
}
