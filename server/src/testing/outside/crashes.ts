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
  /** Returns once a server was killed at the step, with the redemption that continues. */
  readonly crash: (plan: CrashPlan) => Promise<{ readonly finished: Promise<CrashOutcome> }>
  readonly stop: () => Promise<void>
}

const pollMs = 20
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
    crash: async (plan) => {
      const kind = kinds.get(plan.kind)
      if (!kind) throw new Error('The kind is not connected')
      await running.ready()
      let prepared = 0
      const redemption = await kind.prepare(() =>
        running.urlOf((prepared += 1) % 2 === 0 ? plan.first : otherThan(plan.first)),
      )
      const trap = createTrap({ plan, kind, redemption, pair: running, db, databaseUrl, senders, signal })
      watches.set(redemption.key, { plan, on: trap.on })
      await trap.arm()
      const finished = finish({ plan, redemption, pair: running, db, signal }).catch((error: unknown) => {
        throw describe(plan, redemption, error)
      })
      finished.catch(() => {})
      await Promise.race([trap.sprung, finished.then(() => trap.sprung)]).catch((error: unknown) => {
        throw describe(plan, redemption, error)
      })
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

/** Kills one server when the redemption reaches the step of the plan for the first time. */
const createTrap = (input: {
  readonly plan: CrashPlan
  readonly kind: OutsideKind
  readonly redemption: Redemption
  readonly pair: ServerPair
  readonly db: Db
  readonly databaseUrl: string
  readonly senders: ReadonlyMap<string, ServerIndex>
  readonly signal: AbortSignal
}) => {
  const { plan, kind, redemption, pair, db, databaseUrl, senders, signal } = input
  const { key } = redemption
  const { promise: sprung, resolve, reject } = Promise.withResolvers<void>()
  sprung.catch(() => {})
  let isSprung = false
  let left = plan.misbehavior === null ? 0 : plan.requests

  const kill = async (index: ServerIndex): Promise<void> => {
    if (isSprung) return
    isSprung = true
    await pair.kill(index).then(resolve, reject)
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
      .then(() => kill(sender), reject)
      .finally(() => locks.release())
  }

  return {
    sprung,
    /** What happens at a moment of a request about the redemption. */
    on: async (moment: Moment, { operation, sender }: WatchedRequest): Promise<void> => {
      const isAct = operation === kind.act
      switch (moment) {
        case 'received':
          if (isAct && plan.isRefused && !redemption.isDone()) redemption.makeOutsideRefuse()
          misbehave(operation)
          if (isAct && plan.step === 'after sending') await kill(sender)
          if (isAct && plan.step === 'before settling') await killBeforeSettling(sender)
          return
        case 'done':
          if (isAct && plan.step === 'after the outside did it') await kill(sender)
          return
        case 'answered':
          if (isAct && plan.step === 'after its answer') await kill(sender)
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
          const committed = await freeze(databaseUrl, signal, [{ text: 'lock table external_inquiry' }])
          await locks.release()
          await committed.held
          await committed.blocked(plan.first)
          await kill(plan.first)
          return committed.release()
        })().catch(reject)
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
        })().catch(reject)
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
