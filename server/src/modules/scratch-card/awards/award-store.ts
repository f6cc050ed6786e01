import { sql, type Generated } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import type { CodeAtRest } from '../../campaigns/index.ts'
import type { Actor } from '../../sessions/index.ts'
import type { Award } from './award.ts'

type ScratchAwardTable = Omit<Award, 'id'> & {
  id: Generated<string>
  code_index: Buffer | null
  short_index: Buffer | null
  notified_at: Date | null
  reminded_at: Date | null
}

declare module '../../../db/tables.ts' {
  interface Tables {
    scratch_award: ScratchAwardTable
  }
}

/** An award with the campaign and the participation of its draw. */
export type DrawnAward = Award & {
  readonly campaign_id: string
  readonly transaction_id: string
  readonly identified_session_id: string | null
}

const selectAwards = (db: Db) =>
  db
    .selectFrom('scratch_award as a')
    .innerJoin('scratch_deck as k', 'k.id', 'a.deck_id')
    .innerJoin('scratch_draw as d', (join) =>
      join.onRef('d.deck_id', '=', 'a.deck_id').onRef('d.position', '=', 'a.position'),
    )
    .select([
      'a.id',
      'a.deck_id',
      'a.position',
      'a.prize_number',
      'a.customer_id',
      'a.state',
      'a.won_at',
      'a.code_sealed',
      'a.expires_at',
      'a.held_until',
      'a.ended_at',
      'k.campaign_id',
      'd.transaction_id',
      'd.identified_session_id',
    ])

/** A won prize to store: points are delivered at once, other prizes are pending and have a code. */
export type NewAward = Pick<Award, 'position' | 'prize_number' | 'customer_id'> &
  ({ readonly kind: 'points' } | { readonly kind: 'pickup'; readonly code: CodeAtRest; expires_at: Date })

/** Stores the awards of a deck's draws. @returns their ids, in the order of the input */
export const insertAwards = async (
  tx: Tx,
  { deck_id, awards, won_at }: { deck_id: string; awards: readonly NewAward[]; won_at: Date },
): Promise<string[]> => {
  if (awards.length === 0) return []
  const rows = await tx
    .insertInto('scratch_award')
    .values(
      awards.map((award) => {
        const { position, prize_number, customer_id } = award
        const common = { deck_id, position, prize_number, customer_id, won_at }
        const unset = { held_until: null, notified_at: null, reminded_at: null }
        if (award.kind === 'points')
          return { ...common, ...unset, ...noCode, state: 'delivered' as const, ended_at: won_at }
        return {
          ...common,
          ...unset,
          ...award.code,
          state: 'pending' as const,
          expires_at: award.expires_at,
          ended_at: null,
        }
      }),
    )
    .returning(['id', 'position'])
    .execute()
  const ids = new Map(rows.map(({ id, position }) => [position, id]))
  return awards.map(({ position }) => ids.get(position) ?? '')
}

const noCode = { code_sealed: null, code_index: null, short_index: null, expires_at: null } as const

export const findAward = (db: Db, id: string): Promise<DrawnAward | undefined> =>
  selectAwards(db).where('a.id', '=', id).executeTakeFirst()

/** Locked until the transaction ends. */
export const lockAward = async (tx: Tx, id: string): Promise<DrawnAward | undefined> => {
  await tx.selectFrom('scratch_award').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findAward(tx, id)
}

export const findAwards = (db: Db, ids: readonly string[]): Promise<DrawnAward[]> =>
  selectAwards(db)
    .where('a.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('a.id')
    .execute()

/** The award with a fingerprint of the QR code's content or of the typed code. */
export const findAwardByCode = (
  db: Db,
  kind: 'code' | 'short',
  index: Buffer,
): Promise<DrawnAward | undefined> =>
  selectAwards(db)
    .where(kind === 'code' ? 'a.code_index' : 'a.short_index', '=', index)
    .executeTakeFirst()

/** The awards of participations. */
export const listAwardsOf = (db: Db, transaction_ids: readonly string[]): Promise<DrawnAward[]> =>
  selectAwards(db)
    .where('d.transaction_id', '=', sql<string>`any(${[...transaction_ids]}::uuid[])`)
    .execute()

/** The awards accessible to the actor, newest first; all of them if `limit` is null. */
export const listAwardsForActor = (
  db: Db,
  { customer_id, identified_session_id }: Actor,
  limit: number | null,
): Promise<DrawnAward[]> =>
  selectAwards(db)
    .where('a.customer_id', '=', customer_id)
    .$if(identified_session_id !== null, (query) =>
      query.where('d.identified_session_id', '=', identified_session_id),
    )
    .orderBy('a.id', 'desc')
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute()

/** The prizes that a person can pick up now, nearest deadline first. */
export const listPendingAwards = (
  db: Db,
  { customer_id, now, limit }: { customer_id: string; now: Date; limit: number },
): Promise<DrawnAward[]> =>
  selectAwards(db)
    .where('a.customer_id', '=', customer_id)
    .where('a.state', '=', 'pending')
    .where(sql<boolean>`greatest(a.expires_at, a.held_until) > ${now}`)
    .orderBy(sql`greatest(a.expires_at, a.held_until)`)
    .orderBy('a.id')
    .limit(limit)
    .execute()

/** Whether a person has a prize that can still be picked up. */
export const hasPendingAwards = async (
  db: Db,
  { customer_id, now }: { customer_id: string; now: Date },
): Promise<boolean> => {
  const row = await db
    .selectFrom('scratch_award')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'pending')
    .where(sql<boolean>`greatest(expires_at, held_until) > ${now}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Cancels a locked award: a pending one, or points that were taken back. */
export const cancelAward = async (
  tx: Tx,
  { id, from, now }: { id: string; from: 'pending' | 'delivered'; now: Date },
): Promise<void> => {
  await tx
    .updateTable('scratch_award')
    .set({ state: 'cancelled', ended_at: now })
    .where('id', '=', id)
    .where('state', '=', from)
    .execute()
}

/** Cancels every award of a person that was not delivered. */
export const cancelAwardsOf = async (tx: Tx, customer_id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('scratch_award')
    .set({ state: 'cancelled', ended_at: now })
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'pending')
    .execute()
}

/** Expires awards that are due, at most `limit`. @returns their ids */
export const expireDueAwards = async (tx: Tx, now: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update scratch_award set state = 'expired', ended_at = ${now}
    where id in (
      select id from scratch_award where state = 'pending' and expires_at <= ${now}
        and (held_until is null or held_until <= ${now})
      order by expires_at limit ${limit} for no key update skip locked
    ) and state = 'pending'
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Marks awards that are not cancelled as notified. @returns those that were not notified before */
export const claimAwardNotices = async (tx: Tx, ids: readonly string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    update scratch_award set notified_at = ${now}
    where id in (
      select id from scratch_award where id = any(${[...ids]}::uuid[]) and state in ('pending', 'delivered')
        and notified_at is null order by id for no key update
    ) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Marks awards that expire soon as reminded, at most `limit`. @returns their ids */
export const claimAwardReminders = async (
  tx: Tx,
  input: { now: Date; expires_before: Date; won_before: Date; limit: number },
): Promise<string[]> => {
  const { now, expires_before, won_before, limit } = input
  const { rows } = await sql<{ id: string }>`
    update scratch_award set reminded_at = ${now}
    where id in (
      select id from scratch_award where state = 'pending' and expires_at > ${now}
        and expires_at <= ${expires_before} and won_at <= ${won_before} and reminded_at is null
      order by expires_at limit ${limit} for no key update skip locked
    ) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
