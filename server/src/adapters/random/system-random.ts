import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Random } from '../../ports/random.ts'

/** The system's cryptographically secure random number generator. */
export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  below: (limit) => randomInt(limit),
  uuid: () => randomUUID(),
}
