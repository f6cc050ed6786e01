import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import * as store from './limits-store.ts'

/** A limit of units per window in seconds. Windows are fixed, so twice the limit may pass around a boundary. */
export type Limit = { readonly scope: string; readonly limit: number; readonly window_seconds: number }

/** Counters and locks in the database, shared by all processes. */
export type Limits = {
  readonly takeAttempt: (key: Buffer, now: Date) => Promise<Date | null>
  readonly clearAttempts: (key: Buffer) => Promise<void>
  /** Spends one unit of the key's limit. @returns false when it is exhausted */
  readonly spend: (limit: Limit, key: string, now: Date) => Promise<boolean>
  readonly refund: (limit: Limit, key: string, now: Date) => Promise<void>
  /** `spend` for the key, then `takeAttempt` of a lock's key if within the limit, in one statement. */
  readonly spendAndTake: (
    limit: Limit,
    key: string,
    attempt: { lock: Buffer; now: Date },
  ) => ReturnType<typeof store.spendAndTake>
  /** `refund` and `clearAttempts` of a lock's key as statements, to run with other changes. */
  readonly refundAndClear: (limit: Limit, key: string, attempt: { lock: Buffer; now: Date }) => Statement[]
  readonly spentOf: (limit: Limit, key: string, now: Date) => Promise<number>
}

export const createLimits = (db: Db): Limits => {
  const use = (limit: Limit, key: string, now: Date) => ({
    scope: limit.scope,
    key: createHash('sha256').update(key).digest(),
    window_start: windowStart(now, limit.window_seconds),
    limit: limit.limit,
  })
  return {
    takeAttempt: (key, now) => store.takeAttempt(db, key, now),
    clearAttempts: (key) => store.clearAttempts(db, key),
    spend: (limit, key, now) => store.spend(db, use(limit, key, now)),
    refund: (limit, key, now) => store.refund(db, use(limit, key, now)),
    spendAndTake: (limit, key, attempt) => store.spendAndTake(db, use(limit, key, attempt.now), attempt),
    refundAndClear: (limit, key, { lock, now }) => store.refundAndClear(use(limit, key, now), lock),
    spentOf: (limit, key, now) => store.spentOf(db, use(limit, key, now)),
  }
}

/** The start of the fixed window containing `now`. */
export const windowStart = (now: Date, seconds: number): Date => {
  const windowMs = seconds * 1000
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs)
}

/** The network of a client IP: /24 for IPv4, /56 for IPv6. */
export const networkOf = (ip: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(ip)?.[1] ?? ip
  if (!isIPv6(mapped)) return mapped.split('.').slice(0, 3).join('.')
  const groups = expandIpv6(mapped)
  return [...groups.slice(0, 3), (groups[3] ?? '0000').slice(0, 2)].join(':')
}

const expandIpv6 = (ip: string): string[] => {
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].map((group) =>
    group.padStart(4, '0'),
  )
}
