import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import type { CrashOutcome, CrashPlan } from './crash-plan.ts'
import type { Redemption, Reply } from './redemptions.ts'
import { otherServer, type ServerPair } from './server-pair.ts'

/** Pause between two requests of the client. */
const pauseMs = 200
/** How long a redemption may take until both books agree. */
const limitMs = 240_000

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
export const finish = async (input: {
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
    if (sent > 0) await wait(pauseMs, undefined, { signal })
    const index = sent % 2 === 0 ? plan.first : otherServer(plan.first)
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
  return { kind: plan.kind, done: redemption.isDone(), desk, responses: sent + 2 }
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
