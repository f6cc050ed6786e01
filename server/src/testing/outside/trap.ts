import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Moment } from '../../../counterparts/counterpart-server.ts'
import type { Db } from '../../db/database.ts'
import type { CrashPlan } from './crash-plan.ts'
import type { OutsideKind, Redemption } from './redemptions.ts'
import { freeze, type ServerIndex, type ServerPair } from './server-pair.ts'
import type { Striker } from './striker.ts'

const pollMs = 20

export type WatchedRequest = { readonly operation: string; readonly sender: ServerIndex }

/** Reaches the step of the plan once, the first time that it happens to the redemption. */
export const createTrap = (input: {
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
        values: [key, kind.name],
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
          if (isAct && plan.refusal !== null && !redemption.isDone())
            redemption.makeOutsideRefuse(plan.refusal)
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
