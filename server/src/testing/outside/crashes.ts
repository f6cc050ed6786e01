import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Moment, Observe } from '../../../counterparts/counterpart-server.ts'
import { startTestCarPark, startTestPartner } from '../../../counterparts/counterparts.testing.ts'
import type { Db } from '../../db/database.ts'
import type { CrashKind, CrashOutcome, CrashPlan } from './crash-plan.ts'
import { finish } from './finish.ts'
import { parkingKind } from './parking-redemptions.ts'
import { partnerKind } from './partner-redemptions.ts'
import type { OutsideKind, Redemption } from './redemptions.ts'
import { otherServer, startServerPair, type ServerIndex, type ServerPair } from './server-pair.ts'
import { createStriker } from './striker.ts'
import { createTrap, type WatchedRequest } from './trap.ts'

export type CrashClub = {
  readonly db: Db
  readonly pair: ServerPair
  /**
   * Redeems something during which a server is killed at the step of the plan. Several may run at once, each hit by the kills
   * of the others at any place.
   * @throws when the books differ in the end, or the step was never reached
   */
  readonly crash: (plan: CrashPlan) => Promise<CrashOutcome>
  readonly stop: () => Promise<void>
}

/** How long after its end a redemption can still be found to have reached its step. */
const unnoticedMs = 10_000
/**
 * Pauses longer than this are shortened in the database: longer than a request that a server claimed may take. Those of
 * redemptions whose server was killed are skipped: it will not answer.
 */
const longPauseSeconds = 17

/** Stands for a process that was killed before it asked. */
const killed = 'killed'

type Watch = {
  readonly plan: CrashPlan
  readonly on: (moment: Moment, request: WatchedRequest) => Promise<void>
}

/** Two servers, and in this process their partner and their car park, which are not killed. */
export const startCrashClub = async (input: {
  readonly db: Db
  readonly databaseUrl: string
  readonly folder: string
}): Promise<CrashClub> => {
  const { db, databaseUrl, folder } = input
  const watches = new Map<string, Watch>()
  const kinds = new Map<CrashKind, OutsideKind>()
  const senders = new Map<string, ServerIndex>()
  /** The process that last asked for each redemption to be done. */
  const askers = new Map<string, string>()
  let pair: ServerPair | null = null
  const observeAs =
    (names: readonly CrashKind[]): Observe =>
    async (moment, operation, request) => {
      const found = names.flatMap((name) => {
        const kind = kinds.get(name)
        const key = kind?.keyOf(request)
        return kind && typeof key === 'string' ? { key, act: kind.act } : []
      })
      const [{ key, act } = {}] = found
      if (key === undefined || !pair) return
      const sender = pair.senderOf(request)
      senders.set(key, sender)
      const asker = pair.processOf(sender)
      if (operation === act && asker !== null) askers.set(key, asker)
      await watches.get(key)?.on(moment, { operation, sender })
    }
  const [partner, carPark] = await Promise.all([
    startTestPartner({ observe: observeAs(['partner-points']) }),
    startTestCarPark({ observe: observeAs(['parking-for-points', 'parking-for-receipts']) }),
  ])
  const stopCounterparts = async () => {
    await Promise.all([partner.stop(), carPark.stop()])
  }
  try {
    kinds.set('partner-points', await partnerKind(db, partner))
    kinds.set('parking-for-points', await parkingKind(db, carPark, 'points'))
    kinds.set('parking-for-receipts', await parkingKind(db, carPark, 'receipts'))
    pair = await startServerPair({
      databaseUrl,
      folder,
      partnerUrl: partner.base_url(),
      carParkUrl: carPark.base_url(),
    })
  } catch (error) {
    await stopCounterparts()
    throw error
  }
  const running = pair
  const stopping = new AbortController()
  const { signal } = stopping
  const isRunning = (process: string) => process === running.processOf(0) || process === running.processOf(1)
  passTime(db, signal, {
    list: () => [...askers].flatMap(([key, asker]) => (isRunning(asker) ? [] : key)),
    remove: (key) => askers.delete(key),
  })
  const striker = createStriker(running)

  return {
    db,
    pair: running,
    crash: async (plan) => {
      const kind = kinds.get(plan.kind)
      if (!kind) throw new Error('The kind is not connected')
      let prepared = 0
      const redemption = await kind.prepare(() =>
        running.urlOf((prepared += 1) % 2 === 0 ? plan.first : otherServer(plan.first)),
      )
      const trap = createTrap({
        plan,
        kind,
        redemption,
        striker,
        senders,
        db,
        databaseUrl,
        pair: running,
        signal,
      })
      watches.set(redemption.key, { plan, on: trap.on })
      try {
        await trap.arm()
        const ending = finish({ plan, redemption, pair: running, db, signal })
        trap.sprung.then(
          () => {
            if (plan.step === 'after commit') askers.set(redemption.key, killed)
          },
          () => {},
        )
        const outcome = await Promise.race([ending, trap.sprung.then(() => ending)])
        // A poll may still be about to notice the last step.
        await Promise.race([
          trap.sprung,
          wait(unnoticedMs, undefined, { signal }).then(() => {
            throw new Error(`Never ${plan.step}`)
          }),
        ])
        return outcome
      } catch (error) {
        throw describe(plan, redemption, error)
      } finally {
        watches.delete(redemption.key)
      }
    },
    stop: async () => {
      stopping.abort()
      await running.stop()
      await stopCounterparts()
    },
  }
}

const describe = (plan: CrashPlan, { key }: Redemption, error: unknown): Error =>
  new Error(`${JSON.stringify(plan)} ${key}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })

/**
 * Shortens long pauses, as if time had passed; shorter ones are waited for, unless the process that asked was killed.
 * @param abandoned the redemptions for which it was
 */
const passTime = (
  db: Db,
  signal: AbortSignal,
  abandoned: { readonly list: () => readonly string[]; readonly remove: (key: string) => void },
): void => {
  const later = sql`now() + ${longPauseSeconds} * interval '1 second'`
  const pass = async () => {
    const keys = abandoned.list()
    const { rows } = await sql<{ key: string }>`
      update external_inquiry set next_at = now()
      where state = 'asking' and (next_at > ${later} or transaction_id = any(${[...keys]}::uuid[]))
      returning transaction_id as key`.execute(db)
    await sql`update pgboss.job set start_after = now()
      where name like 'ask-about-%' and state < 'active'
        and (start_after > ${later} or data->>'transaction_id' = any(${[...keys]}::text[]))`.execute(db)
    for (const { key } of rows) if (keys.includes(key)) abandoned.remove(key)
  }
  const timer = setInterval(() => void pass().catch(() => {}), 1_000)
  signal.addEventListener('abort', () => clearInterval(timer))
}
