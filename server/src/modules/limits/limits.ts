import { createHash } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { Db } from '../../db/database.ts'
import type { Statement } from '../../db/one-statement.ts'
import {
  ipBlockOf,
  ipv4Of,
  limitTable,
  mailboxOf,
  networkOf,
  type LimitName,
  type LimitRow,
} from './limit-table.ts'
import { judgeGuesses } from './judge-guesses.ts'
import * as store from './limits-store.ts'

/** One unit of a limit. The key of an IP or network limit is the client's IP. */
export type Charge = {
  readonly limit: LimitName
  readonly key: string
  /** When it was spent, for a later refund. */
  readonly at?: Date
}

/** A club's changes to the table of limits. */
export type LimitPolicy = {
  /** Limits that differ from the table's. */
  readonly overrides: Partial<Record<LimitName, number>>
  /** The club's own networks, as CIDR: IPs and networks in them have `own_network_limit`, regardless of `overrides`. */
  readonly own_networks: readonly string[]
}

/** Counters and locks in the database, shared by all processes. */
export type Limits = {
  /** @param maxFailures the maximum that is counted; `maxFailuresWithExpiringLock` for a lock that always expires */
  readonly recordAttempt: (key: Buffer, now: Date, maxFailures?: number) => Promise<Date | null>
  readonly clearAttempts: (key: Buffer) => Promise<void>
  /** Spends one unit. @returns false when the limit is exhausted */
  readonly spend: (limit: LimitName, key: string, now: Date) => Promise<boolean>
  /** Spends one unit each, in order, until a limit is exhausted. @returns that limit, or null */
  readonly spendAll: (charges: readonly Charge[], now: Date) => Promise<LimitName | null>
  /** `spendAll`, which refunds what it spent when a limit is exhausted. */
  readonly spendAllOrNone: (charges: readonly Charge[], now: Date) => Promise<LimitName | null>
  /**
   * `spendAll`, then `recordAttempt` of a lock's key if within all limits, in one statement. An attempt at a locked key
   * spends nothing.
   */
  readonly spendAndRecordAttempt: (
    charges: readonly Charge[],
    attempt: { lock: Buffer; now: Date },
  ) => ReturnType<typeof store.spendAndRecordAttempt>
  /** Returns one unit each. */
  readonly refund: (charges: readonly Charge[], now: Date) => Promise<void>
  /** `refund`, and `clearAttempts` of a lock's key, as statements to run with other changes. */
  readonly refundAndClear: (charges: readonly Charge[], attempt: { lock: Buffer; now: Date }) => Statement[]
  readonly spentOf: (limit: LimitName, key: string, now: Date) => Promise<number>
  readonly isExhausted: (limit: LimitName, key: string, now: Date) => Promise<boolean>
  /**
   * Whether an IP is in one of the club's own networks and a limit that never refuses it there is exhausted.
   */
  readonly isOwnNetworkExceeded: (ip: string, now: Date) => Promise<boolean>
  /** `judgeGuesses` with limits as charges; within a transaction. */
  readonly judgeGuesses: (
    guesses: readonly {
      readonly locks: readonly Buffer[]
      readonly charges: readonly Charge[]
      readonly is_wrong: boolean
    }[],
    now: Date,
  ) => ReturnType<typeof judgeGuesses>
  /** The same limits inside a transaction. */
  readonly within: (tx: Db) => Limits
}

const defaultPolicy: LimitPolicy = { overrides: {}, own_networks: [] }

export const createLimits = (db: Db, policy: LimitPolicy = defaultPolicy): Limits =>
  limitsIn(db, createLimitValues(policy))

type LimitValues = {
  readonly isOwnNetwork: (ip: string) => boolean
  /** The configured limit. */
  readonly limitOf: (charge: Charge) => number
  /** Units that can be spent: unlimited where the excess requires captchas only. */
  readonly maximumOf: (charge: Charge) => number
}

const limitsIn = (db: Db, values: LimitValues): Limits => {
  const use = (charge: Charge, now: Date): store.CounterUse => {
    const { counts, window_seconds } = limitTable[charge.limit]
    return {
      scope: charge.limit,
      key: createHash('sha256').update(keyOf(counts, charge.key)).digest(),
      window_start: windowStart(charge.at ?? now, window_seconds),
      limit: values.maximumOf(charge),
    }
  }
  const uses = (charges: readonly Charge[], now: Date) => charges.map((charge) => use(charge, now))
  const spendAll: Limits['spendAll'] = async (charges, now) => {
    if (charges.length === 0) return null
    const spent = await store.spendAll(db, uses(charges, now))
    return charges[spent]?.limit ?? null
  }
  const refund: Limits['refund'] = async (charges, now) => {
    if (charges.length > 0) await store.refundStatement(uses(charges, now)).execute(db)
  }
  const spentOf: Limits['spentOf'] = (limit, key, now) => store.spentOf(db, use({ limit, key }, now))
  return {
    recordAttempt: (key, now, maxFailures) => store.recordAttempt(db, key, now, maxFailures),
    clearAttempts: (key) => store.clearAttempts(db, key),
    spend: async (limit, key, now) => (await spendAll([{ limit, key }], now)) === null,
    spendAll,
    spendAllOrNone: async (charges, now) => {
      const exhausted = await spendAll(charges, now)
      const index = charges.findIndex(({ limit }) => limit === exhausted)
      if (exhausted !== null) await refund(charges.slice(0, index), now)
      return exhausted
    },
    spendAndRecordAttempt: async (charges, attempt) => {
      const outcome = await store.spendAndRecordAttempt(db, uses(charges, attempt.now), attempt)
      // No password was verified, so this must not use up the limits that others behind the IP share.
      if (outcome.kind === 'locked') await refund(charges, attempt.now)
      return outcome
    },
    refund,
    refundAndClear: (charges, { lock, now }) => [
      ...(charges.length > 0 ? [store.refundStatement(uses(charges, now))] : []),
      store.clearStatement(lock),
    ],
    spentOf,
    isExhausted: async (limit, key, now) =>
      (await spentOf(limit, key, now)) >= values.limitOf({ limit, key }),
    isOwnNetworkExceeded: async (ip, now) => {
      if (!values.isOwnNetwork(ip)) return false
      for (const limit of captchaLimits)
        if ((await spentOf(limit, ip, now)) >= values.limitOf({ limit, key: ip })) return true
      return false
    },
    judgeGuesses: (guesses, now) => {
      // Many people share an IP, which is hashed once.
      const known = new Map<string, store.CounterUse>()
      const counterOf = (charge: Charge): store.CounterUse => {
        const name = `${charge.limit} ${charge.key} ${charge.at?.getTime() ?? ''}`
        const counter = known.get(name) ?? use(charge, now)
        known.set(name, counter)
        return counter
      }
      return judgeGuesses(db, {
        guesses: guesses.map(({ charges, ...guess }) => ({ ...guess, counters: charges.map(counterOf) })),
        now,
        windowEnd: ({ scope, window_start }) =>
          new Date(window_start.getTime() + limitTable[scope as LimitName].window_seconds * 1000),
      })
    },
    within: (tx) => limitsIn(tx, values),
  }
}

const keyOf = (counts: LimitRow['counts'], key: string): string => {
  if (counts === 'ip') return ipBlockOf(key)
  if (counts === 'contact') return mailboxOf(key)
  return counts === 'network' ? networkOf(key) : key
}

/** The limits whose excess in the club's own networks makes captchas harder. A network's counter includes its IPs. */
const captchaLimits = Object.entries<LimitRow>(limitTable)
  .filter(([, row]) => row.counts === 'network' && row.own_network_excess === 'captcha')
  .map(([limit]) => limit as LimitName)

/** The largest value of a counter. */
const unlimited = 2 ** 31 - 1

const createLimitValues = ({ overrides, own_networks }: LimitPolicy): LimitValues => {
  const isOwnNetwork = createNetworkFinder(own_networks)
  const ownNetworkRowOf = ({ limit, key }: Charge) => {
    const row: LimitRow = limitTable[limit]
    return 'own_network_limit' in row && isOwnNetwork(key) ? row : null
  }
  const limitOf = (charge: Charge): number =>
    ownNetworkRowOf(charge)?.own_network_limit ?? overrides[charge.limit] ?? limitTable[charge.limit].limit
  return {
    isOwnNetwork,
    limitOf,
    maximumOf: (charge) =>
      ownNetworkRowOf(charge)?.own_network_excess === 'captcha' ? unlimited : limitOf(charge),
  }
}

/**
 * Whether an IP is in one of the networks.
 * @throws {Error} when a network is not CIDR
 */
export const createNetworkFinder = (networks: readonly string[]): ((ip: string) => boolean) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return (ip) => {
    const v4 = ipv4Of(ip)
    return v4 === null ? list.check(ip, 'ipv6') : list.check(v4, 'ipv4')
  }
}

/** The start of the fixed window containing `now`. */
export const windowStart = (now: Date, seconds: number): Date => {
  const windowMs = seconds * 1000
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs)
}
