import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Unavailable } from '../../kernel/refusal.ts'

/** argon2id with OWASP's first choice of cost (ASVS 11.4.2). */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** How many may wait for a core before the next is turned away. */
const longestQueue = 64

/** A hash nobody knows the password of, so that an unknown document costs the same time as a known one. */
const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBmaXhlZCBzYWx0IQ$pPOMSp3vLxEnpSDQTmvmTCKCOVk4RCprBxJbFHVSJ2M'

export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>
  /** Compares with a stored hash; with null it spends the same time and says no. */
  readonly verify: (stored: string | null, password: string) => Promise<boolean>
  /**
   * Does work that will verify a password, unless as many are at it as can be served: whoever is turned away here was not
   * counted as a failure yet. Throws `Unavailable`.
   */
  readonly admit: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Whether a stored hash was made with other parameters than today's. */
  readonly isOutdated: (stored: string) => boolean
}

const queueFull = (): Unavailable => new Unavailable('password hashing queue is full', 2)

/** Never runs more hashes at once than there are cores; beyond 64 waiting it is 503 with Retry-After. */
export const createPasswordHasher = (parallel: number = availableParallelism()): PasswordHasher => {
  let running = 0
  let admitted = 0
  const waiting: (() => void)[] = []

  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= parallel) {
      if (waiting.length >= longestQueue) throw queueFull()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(normalise(password), cost)),
    verify: (stored, password) =>
      inTurn(async () => {
        const matches = await verify(stored ?? decoyHash, normalise(password))
        return matches && stored !== null
      }),
    admit: async (work) => {
      if (admitted >= parallel + longestQueue) throw queueFull()
      admitted += 1
      try {
        return await work()
      } finally {
        admitted -= 1
      }
    },
    isOutdated: (stored) => !stored.startsWith(currentPrefix),
  }
}

/** The same letters typed on different keyboards are the same password. */
const normalise = (password: string): string => password.normalize('NFKC')
