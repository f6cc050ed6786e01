import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Moment, Observe } from '../../../counterparts/counterpart-server.ts'
import { startTestCarPark, startTestPartner } from '../../../counterparts/counterparts.testing.ts'
import type { Misbehavior } from '../../../counterparts/misbehavior.ts'
import type { Db } from '../../db/database.ts'
import { parkingKind, partnerKind, type OutsideKind, type Redemption, type Reply } from './redemptions.ts'
import { freeze, startServerPair, type ServerIndex, type ServerPair } from './server-pair.ts'

/** The step at which a server is killed while it settles a redemption with an external service. */
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
  /** What the external service does wrong in its first requests about the redemption. */
  readonly misbehavior: Misbehavior | null
  readonly requests: number
  /** Whether the external service refuses the request. */
  readonly isRefused: boolean
  /** The server that gets the first request. */
  readonly first: ServerIndex
}

/** The outcome of a redemption. */
export type CrashOutcome = {
  readonly done: boolean
  /** Cause of the contradiction that was at the desk. */
  readonly desk: string | null
  readonly responses: number
}

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

const pollMs = 20
/** How long after its end a redemption can still be found to have reached its step. */
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

/** Two servers, and in this process their partner and their car park, which are not killed. */
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
  const striker = createStriker(running)

  return {
    db,
    pair: running,
    crash: async (plan) => {
      const kind = kinds.get(plan.kind)
      if (!kind) throw new Error('The kind is not connected')
      let prepared = 0
      const redemption = await kind.prepare(() =>
        running.urlOf((prepared += 1) % 2 === 0 ? plan.first : otherThan(plan.first)),
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
        trap.sprung.catch(() => {})
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

/** Redemptions wait at their steps for others, so that one kill hits several. */
type Striker = {
  /** Announces a redemption that will reach its step. */
  readonly expect: () => void
  /**
   * Waits until the server was killed.
   * @param isUrgent whether the step would be over if others were waited for
   * @returns false when it had been killed already
   */
  readonly reach: (index: ServerIndex, isUrgent: boolean) => Promise<boolean>
}

/** Shorter than the club waits for a response. */
const togetherMs = 2_000

const createStriker = (pair: ServerPair): Striker => {
  const waiting: [PromiseWithResolvers<boolean>[], PromiseWithResolvers<boolean>[]] = [[], []]
  let expected = 0
  const strike = (index: ServerIndex): void => {
    const hit = waiting[index].splice(0)
    if (hit.length === 0) return
    pair.kill(index).then(
      () => {
        for (const { resolve } of hit) resolve(true)
      },
      (error: unknown) => {
        for (const { reject } of hit) reject(error)
      },
    )
  }
  return {
    expect: () => {
      expected += 1
    },
    reach: async (index, isUrgent) => {
      if (pair.processOf(index) === null) return false
      expected -= 1
      const reached = Promise.withResolvers<boolean>()
      waiting[index].push(reached)
      if (isUrgent) strike(index)
      else if (expected === 0) for (const each of [0, 1] as const) strike(each)
      else if (waiting[index].length === 1) setTimeout(() => strike(index), togetherMs)
      return reached.promise
    },
  }
}

/** Reaches the step of the plan once, the first time that it happens to the redemption. */
const createTrap = (input: {
  readonly plan: CrashPlan
  readonly kind: OutsideKind
  readonly redemption: Redemption
  readonly striker: Striker
  readonly pair: ServerPair
  readonly db: Db
  readonly databaseUrl: string
  readonly senders: ReadonlyMap<string, ServerIndex>
  readonly signal: AbortSignal
}) => {
  const { plan, kind, redemption, striker, pair, db, databaseUrl, senders, signal } = input
  const { key } = redemption
  const options = { databaseUrl, pair, signal }
  const { promise: sprung, resolve, reject } = Promise.withResolvers<void>()
  let state: 'armed' | 'reaching' | 'sprung' = 'armed'
  let left = plan.misbehavior === null ? 0 : plan.requests
  let isFreezing = false
  let isBegun = false

  /** @returns whether the server was killed at the step */
  const reach = async (index: ServerIndex, isUrgent = false): Promise<boolean> => {
    if (state !== 'armed') return state === 'sprung'
    state = 'reaching'
    const isHit = await striker.reach(index, isUrgent)
    state = isHit ? 'sprung' : 'armed'
    if (isHit) resolve()
    return isHit
  }
  const misbehave = (operation: string): void => {
    if (plan.misbehavior === null || left === 0) return
    left -= 1
    kind.server.misbehave(plan.misbehavior, { operation })
  }

  /** Freezes the transaction that settles the response to a request. */
  const killBeforeSettling = async (sender: ServerIndex): Promise<void> => {
    const process = pair.processOf(sender)
    if (isFreezing || state !== 'armed' || process === null) return
    isFreezing = true
    const locks = await freeze(options, [
      { text: 'select from promotion_transaction where id = $1 for update', values: [key] },
    ])
    await locks.held
    void (async () => {
      try {
        const blocked = await locks.blocked(process)
        if (blocked !== null) await reach(blocked)
      } finally {
        isFreezing = false
        await locks.release()
      }
    })().catch(reject)
  }
  /** The server's own insert of the row, its last one but that of a job, waits for this one. */
  const freezeCommit = () =>
    freeze(options, [
      {
        text: `insert into external_inquiry (transaction_id, kind, state, attempts, started_at, next_at)
          values ($1, $2, 'asking', 1, now(), now())`,
        values: [key, plan.kind],
      },
    ])
  const killBeforeCommit = async (): Promise<void> => {
    const locks = await freezeCommit()
    await locks.held
    void (async () => {
      try {
        for (;;) {
          const blocked = await locks.blocked()
          if (blocked !== null && (await reach(blocked))) return
        }
      } finally {
        await locks.release()
      }
    })().catch(reject)
  }
  const killAfterCommit = async (): Promise<void> => {
    const locks = await freezeCommit()
    await locks.held
    void (async () => {
      const blocked = await locks.blocked()
      const process = blocked === null ? null : pair.processOf(blocked)
      if (process === null) return locks.release().then(killAfterCommit)
      const reads = await freeze(options, [{ text: `lock table ${kind.table}` }])
      try {
        await locks.release()
        await reads.held
        const reading = (await isCommitted(db, key)) ? await reads.blocked(process) : null
        if (reading !== null && (await reach(reading))) return
      } finally {
        await reads.release()
      }
      // The kill of another redemption hit this one: after its commit, or before it.
      if (await isCommitted(db, key)) return resolve()
      return killAfterCommit()
    })().catch(reject)
  }
  const killAfterSettling = async (): Promise<void> => {
    for (;;) {
      const { rows } = await sql`
        select from promotion_transaction where id = ${key} and state in ('completed', 'failed')`.execute(db)
      if (rows.length > 0 && (await reach(senders.get(key) ?? plan.first))) return
      await wait(pollMs / 2, undefined, { signal })
    }
  }

  return {
    sprung,
    /** What happens at a moment of a request about the redemption. */
    on: async (moment: Moment, { operation, sender }: WatchedRequest): Promise<void> => {
      const isAct = operation === kind.act
      // The club reads a ticket also before it begins.
      if (operation === 'read-ticket' && !isBegun) return
      isBegun = true
      // After the kill of another redemption, the club may only ask whether it was done.
      const isStep = isAct || redemption.isDone()
      switch (moment) {
        case 'received':
          if (isAct && plan.isRefused && !redemption.isDone()) redemption.makeOutsideRefuse()
          misbehave(operation)
          if (isStep && plan.step === 'after sending') await reach(sender)
          if (isStep && plan.step === 'before settling') await killBeforeSettling(sender)
          return
        case 'done':
          if (isStep && plan.step === 'after the outside did it') await reach(sender)
          return
        case 'answered':
          // The first response that the server can read.
          if (plan.step === 'after its answer') await reach(sender, true)
          return
        default:
          return moment satisfies never
      }
    },
    /** Prepares the steps that only the database shows, before the request is sent. */
    arm: async (): Promise<void> => {
      striker.expect()
      if (plan.step === 'before commit') await killBeforeCommit()
      if (plan.step === 'after commit') await killAfterCommit()
      if (plan.step === 'after settling') void killAfterSettling().catch(reject)
    },
  }
}

/** Whether the participation is processed by the club's books. */
const isCommitted = async (db: Db, key: string): Promise<boolean> => {
  const { rows } = await sql`select from external_inquiry where transaction_id = ${key}`.execute(db)
  return rows.length > 0
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
  const differences = await redemption.compare(() => pair.urlOf(plan.first))
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
