import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Random } from '../../ports/random.ts'

/** The cryptographic generator of the system. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
  uuid: () => randomUUID(),
}
