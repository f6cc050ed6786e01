import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Unavailable } from '../../kernel/refusal.ts'

/** argon2id with OWASP's first choice of cost (ASVS 11.4.2). */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Maximum queue length before hashing is rejected. */
const maxQueue = 64

/** A hash without a known password, so that unknown documents take the same time as known ones. */
const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZSBmaXhlZCBzYWx0IQ$pPOMSp3vLxEnpSDQTmvmTCKCOVk4RCprBxJbFHVSJ2M'

/** Hashing with a reserved slot: it waits for a core and is never refused. */
export type Hashing = {
  readonly hash: (password: string) => Promise<string>
  /** Compares with a stored hash; null takes the same time and fails. */
  readonly verify: (stored: string | null, password: string) => Promise<boolean>
}

export type PasswordHasher = {
  /**
   * Runs work that hashes, unless the queue is full. The only way to hash: an attempt that the work counts is always
   * compared. Checks that need no hash come before it.
   * @throws {Unavailable} before the work starts
   */
  readonly admit: <Result>(work: (hashing: Hashing) => Promise<Result>) => Promise<Result>
}

/** Whether a stored hash uses outdated parameters. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(currentPrefix)

/** Hashes without a queue, for the command line. */
export const hashPassword = (password: string): Promise<string> => hash(normalize(password), cost)

/** Runs at most one hash per core; with 64 waiting, further ones are rejected with 503 and Retry-After. */
export const createPasswordHasher = (parallel: number = availableParallelism()): PasswordHasher => {
  let running = 0
  let admitted = 0
  const waiting: (() => void)[] = []

  const runQueued = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  const hashing: Hashing = {
    hash: (password) => runQueued(() => hashPassword(password)),
    verify: (stored, password) =>
      runQueued(async () => {
        const matches = await verify(stored ?? decoyHash, normalize(password))
        return matches && stored !== null
      }),
  }
  return {
    admit: async (work) => {
      if (admitted >= parallel + maxQueue) throw new Unavailable('password hashing queue is full', 2)
      admitted += 1
      try {
        return await work(hashing)
      } finally {
        admitted -= 1
      }
    },
  }
}

/** Normalizes Unicode, since keyboards encode the same letters differently. */
const normalize = (password: string): string => password.normalize('NFKC')
