import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Moment, Observe } from '../../../counterparts/counterpart-server.ts'
import { startTestCarPark, startTestPartner } from '../../../counterparts/counterparts.testing.ts'
import type { Misbehavior } from '../../../counterparts/misbehavior.ts'
import type { Db } from '../../db/database.ts'
import { parkingKind, partnerKind, type OutsideKind, type Redemption, type Reply } from './redemptions.ts'
import { freeze, startServerPair, type ServerIndex, type ServerPair } from './server-pair.ts'

/** Where a server is killed while it redeems something at the outside. */
export const steps = [
  'before commit',
  'after commit',
  'after sending',
  'after the outside did it',
  'after its answer',
  'before settling',
  'after settling',
] as const
export type Step = (typeof steps)[number]

/** One redemption during which a server is killed. */
export type CrashPlan = {
  readonly kind: 'partner_points' | 'parking_voucher'
  readonly step: Step
  /** What the outside does wrong in its first requests about the redemption. */
  readonly misbehavior: Misbehavior | null
  readonly requests: number
  /** Whether the outside refuses what is asked. */
  readonly isRefused: boolean
  /** The server that gets the first request. */
  readonly first: ServerIndex
}

/** What became of a redemption. */
export type CrashOutcome = {
  readonly done: boolean
  /** Cause of the contradiction that stood at the desk. */
  readonly desk: string | null
  readonly responses: number
}

export type CrashClub = {
  readonly db: Db
  readonly pair: ServerPair
  /**
   * Returns once a server was killed when all redemptions had reached their steps, with the redemptions that continue. All
   * are first requested from the same server.
   */
  readonly crash: (
    ...plans: readonly CrashPlan[]
  ) => Promise<{ readonly finished: readonly Promise<CrashOutcome>[] }>
  readonly stop: () => Promise<void>
}

const pollMs = 20
/** How long after its end a redemption is still noticed to have reached its step. */
const unnoticedMs = 10_000
/** How long a redemption may take until both books agree. */
const limitMs = 240_000
/** Pauses longer than this are shortened in the database: longer than a request that a server claimed may take. */
const longPauseSeconds = 17

type Watch = {
  readonly plan: CrashPlan
  readonly on: (moment: Moment, request: WatchedRequest) => Promise<void>
}
type WatchedRequest = { readonly operation: string; readonly sender: ServerIndex }

/** Two servers, and in this process their partner and their car park, which survive. */
export const startCrashClub = async (input: {
  readonly db: Db
  readonly databaseUrl: string
  readonly folder: string
}): Promise<CrashClub> => {
  const { db, databaseUrl, folder } = input
  const watches = new Map<string, Watch>()
  const kinds = new Map<string, OutsideKind>()
  const senders = new Map<string, ServerIndex>()
  let pair: ServerPair | null = null
  const observeAs =
    (name: CrashPlan['kind']): Observe =>
    async (moment, operation, request) => {
      const key = kinds.get(name)?.keyOf(request) ?? null
      if (key === null || !pair) return
      const sender = pair.senderOf(request)
      senders.set(key, sender)
      await watches.get(key)?.on(moment, { operation, sender })
    }
  const [partner, carPark] = await Promise.all([
    startTestPartner({ observe: observeAs('partner_points') }),
    startTestCarPark({ observe: observeAs('parking_voucher') }),
  ])
  const stopCounterparts = async () => {
    await Promise.all([partner.stop(), carPark.stop()])
  }
  try {
    kinds.set('partner_points', await partnerKind(db, partner))
    kinds.set('parking_voucher', await parkingKind(db, carPark))
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
  passTime(db, signal)

  return {
    db,
    pair: running,
    crash: async (...plans) => {
      await running.ready()
      const group = createGroup(running, plans.length)
      const finished = await Promise.all(
        plans.map(async (plan) => {
          const kind = kinds.get(plan.kind)
          if (!kind) throw new Error('The kind is not connected')
          let prepared = 0
          const redemption = await kind.prepare(() =>
            running.urlOf((prepared += 1) % 2 === 0 ? plan.first : otherThan(plan.first)),
          )
          const trap = createTrap({ plan, kind, redemption, group, db, databaseUrl, senders, signal })
          watches.set(redemption.key, { plan, on: trap.on })
          await trap.arm()
          return { plan, redemption }
        }),
      ).then((prepared) =>
        prepared.map(({ plan, redemption }) => {
          const ending = finish({ plan, redemption, pair: running, db, signal }).catch((error: unknown) => {
            throw describe(plan, redemption, error)
          })
          // A poll may still be about to notice the last step.
          ending
            .then(() => wait(unnoticedMs, undefined, { signal }))
            .then(() => group.fail(new Error(`Never ${plan.step}`)))
            .catch(group.fail)
          return ending
        }),
      )
      await group.killed
      return { finished }
    },
    stop: async () => {
      stopping.abort()
      await running.stop()
      await stopCounterparts()
    },
  }
}

const otherThan = (index: ServerIndex): ServerIndex => (index === 0 ? 1 : 0)

const describe = (plan: CrashPlan, { key }: Redemption, error: unknown): Error =>
  new Error(`${JSON.stringify(plan)} ${key}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  })

/** Shortens long pauses, as if time had passed; shorter ones are waited for. */
const passTime = (db: Db, signal: AbortSignal): void => {
  const later = sql`now() + ${longPauseSeconds} * interval '1 second'`
  const pass = async () => {
    await sql`update external_inquiry set next_at = now() where state = 'asking' and next_at > ${later}`.execute(
      db,
    )
    await sql`update pgboss.job set start_after = now()
      where name like 'ask-about-%' and state < 'active' and start_after > ${later}`.execute(db)
  }
  const timer = setInterval(() => void pass().catch(() => {}), 1_000)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** Redemptions that wait at their steps for each other, so that one kill hits all of them. */
type Group = {
  /** Rejected when a redemption failed before. */
  readonly killed: Promise<void>
  /** Waits until all have come as far: the responses to them are sent together. */
  readonly align: () => Promise<void>
  /** Waits until all have reached their steps and the server was killed. */
  readonly reach: (index: ServerIndex) => Promise<void>
  readonly fail: (error: unknown) => void
}

const createGroup = (pair: ServerPair, size: number): Group => {
  const { promise: killed, resolve, reject } = Promise.withResolvers<void>()
  killed.catch(() => {})
  const aligned = Promise.withResolvers<void>()
  let waiting = 0
  let reached = 0
  return {
    killed,
    align: () => {
      waiting += 1
      if (waiting === size) aligned.resolve()
      return aligned.promise
    },
    reach: async (index) => {
      reached += 1
      if (reached === size) await pair.kill(index).then(resolve, reject)
      await killed
    },
    fail: reject,
  }
}

/** Reaches the step of the plan once, the first time that it happens to the redemption. */
const createTrap = (input: {
  readonly plan: CrashPlan
  readonly kind: OutsideKind
  readonly redemption: Redemption
  readonly group: Group
  readonly db: Db
  readonly databaseUrl: string
  readonly senders: ReadonlyMap<string, ServerIndex>
  readonly signal: AbortSignal
}) => {
  const { plan, kind, redemption, group, db, databaseUrl, senders, signal } = input
  const { key } = redemption
  let isSprung = false
  let isAligned = false
  let isBegun = false
  let left = plan.misbehavior === null ? 0 : plan.requests

  const kill = async (index: ServerIndex): Promise<void> => {
    if (isSprung) return
    isSprung = true
    await group.reach(index)
  }
  const misbehave = (operation: string): void => {
    if (plan.misbehavior === null || left === 0) return
    left -= 1
    kind.server.misbehave(plan.misbehavior, { operation })
  }
  let isFreezing = false
  /** Freezes the transaction that settles the answer. */
  const killBeforeSettling = async (sender: ServerIndex): Promise<void> => {
    if (isFreezing || isSprung) return
    isFreezing = true
    const locks = await freeze(databaseUrl, signal, [
      { text: 'select from promotion_transaction where id = $1 for update', values: [key] },
    ])
    await locks.held
    void locks
      .blocked(sender)
      .then(() => kill(sender))
      .catch(group.fail)
      .finally(() => locks.release())
  }

  return {
    /** What happens at a moment of a request about the redemption. */
    on: async (moment: Moment, { operation, sender }: WatchedRequest): Promise<void> => {
      const isAct = operation === kind.act
      // The club reads a ticket also before it begins.
      if (operation === 'read-ticket' && !isBegun) return
      isBegun = true
      switch (moment) {
        case 'received':
          if (isAct && plan.isRefused && !redemption.isDone()) redemption.makeOutsideRefuse()
          misbehave(operation)
          if (isAct && plan.step === 'after sending') await kill(sender)
          if (isAct && plan.step === 'before settling') await killBeforeSettling(sender)
          return
        case 'done':
          if (isAct && plan.step === 'after the outside did it') await kill(sender)
          if (isAct && plan.step === 'after its answer' && !isAligned) {
            isAligned = true
            await group.align()
          }
          return
        case 'answered':
          // Of several responses, the first that the server can read.
          if (plan.step === 'after its answer') await kill(sender)
          return
        default:
          return moment satisfies never
      }
    },
    /** Prepares the steps that only the database shows, before the request is sent. */
    arm: async (): Promise<void> => {
      if (plan.step === 'before commit' || plan.step === 'after commit') {
        // The server's own insert of the row, its last one but the job, waits for this one.
        const locks = await freeze(databaseUrl, signal, [
          {
            text: `insert into external_inquiry (transaction_id, kind, state, attempts, started_at, next_at)
              values ($1, $2, 'asking', 1, now(), now())`,
            values: [key, plan.kind],
          },
        ])
        await locks.held
        void (async () => {
          await locks.blocked(plan.first)
          if (plan.step === 'before commit') {
            await kill(plan.first)
            return locks.release()
          }
          const committed = await freeze(databaseUrl, signal, [{ text: `lock table ${kind.table}` }])
          await locks.release()
          await committed.held
          await committed.blocked(plan.first)
          await kill(plan.first)
          return committed.release()
        })().catch(group.fail)
      }
      if (plan.step === 'after settling')
        void (async () => {
          for (;;) {
            const { rows } = await sql`
              select from promotion_transaction where id = ${key} and state in ('completed', 'failed')`.execute(
              db,
            )
            if (rows.length > 0) return kill(senders.get(key) ?? plan.first)
            await wait(pollMs / 4, undefined, { signal })
          }
        })().catch(group.fail)
    },
  }
}

/** Causes of cases at the desk that are contradictions, and not only silence. */
const contradictions: readonly string[] = [
  'contradiction',
  'other-points',
  'other-member',
  'other-stay',
  'refused-debit',
  'reused-reference',
]

/** Repeats the request until it has a final response, and compares both books then. @throws on any difference */
const finish = async (input: {
  readonly plan: CrashPlan
  readonly redemption: Redemption
  readonly pair: ServerPair
  readonly db: Db
  readonly signal: AbortSignal
}): Promise<CrashOutcome> => {
  const { plan, redemption, pair, db, signal } = input
  const endMs = Date.now() + limitMs
  let desk: string | null = null
  let last: Reply = { kind: 'repeat', cause: 'not sent' }
  let sent = 0
  while (last.kind === 'repeat') {
    if (Date.now() > endMs)
      throw new Error(`No final response: ${last.cause}, ${await stateOf(db, redemption)}`)
    if (sent > 0) await wait(pollMs * 10, undefined, { signal })
    const index = sent % 2 === 0 ? plan.first : otherThan(plan.first)
    last = await redemption.send(await pair.urlOf(index))
    sent += 1
    const cause = await findCase(db, redemption)
    if (cause === null) continue
    if (plan.misbehavior !== 'other-amount' || !contradictions.includes(cause))
      throw new Error(`Waits at the desk without a contradiction: ${cause}`)
    desk = cause
    await redemption.askAgain(await pair.urlOf(index)).catch(async (error: unknown) => {
      // Its server may be killed meanwhile.
      if ((await findCase(db, redemption)) === null) return
      if (error instanceof TypeError) return
      throw error
    })
  }
  await pair.ready()
  for (const index of [0, 1] as const) {
    const again = await repeatWhenLost(async () => redemption.send(await pair.urlOf(index)))
    if (JSON.stringify(again) !== JSON.stringify(last))
      throw new Error(`Another response: ${JSON.stringify(last)}, then ${JSON.stringify(again)}`)
  }
  const differences = await redemption.compare(await pair.urlOf(plan.first))
  if (differences.length > 0)
    throw new Error(`${differences.join('; ')}; response ${last.text}; ${await stateOf(db, redemption)}`)
  return { done: redemption.isDone(), desk, responses: sent + 2 }
}

/** The server may be killed while it answers. */
const repeatWhenLost = async (send: () => Promise<Reply>): Promise<Reply> => {
  for (;;) {
    const reply = await send()
    if (reply.kind === 'final' || reply.cause !== 'lost') return reply
  }
}

const findCase = async (db: Db, { key }: Redemption): Promise<string | null> => {
  const { rows } = await sql<{ cause: string | null }>`
    select cause from external_inquiry where transaction_id = ${key} and state = 'desk'`.execute(db)
  return rows[0] ? (rows[0].cause ?? 'none') : null
}

const stateOf = async (db: Db, { key, isDone }: Redemption): Promise<string> => {
  const { rows } = await sql`
    select t.state as participation, i.* from promotion_transaction t
    left join external_inquiry i on i.transaction_id = t.id where t.id = ${key}`.execute(db)
  return `done by the outside: ${isDone()}, ${JSON.stringify(rows)}`
}
