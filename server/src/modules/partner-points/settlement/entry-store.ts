import { sql, type Generated } from 'kysely'
import type { EntryKind } from '@clube/contract/partner-points/settlement-calls.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Db, Tx } from '../../../db/database.ts'

type Decision = {
  decided_by: string | null
  decided_at: Date | null
  decision_reason: string | null
}

/** The club's record of a debit or refund that the partner confirmed. */
export type PartnerEntry = Decision & {
  id: string
  partner: string
  transaction_id: string
  kind: EntryKind
  points: number
  reference: string | null
  occurred_at: Date
  state: 'open' | 'matched' | 'only_ours' | 'different_amount'
  line_id: string | null
}

/** One line of a partner's settlement files. */
export type PartnerLine = Decision & {
  id: string
  partner: string
  import_id: string
  kind: EntryKind
  reference: string
  transaction_id: string | null
  points: number
  occurred_at: Date
  state: 'matched' | 'only_theirs' | 'different_amount'
}

type PartnerDay = {
  partner: string
  day: string
  kind: EntryKind
  our_count: number
  our_points: number
  their_count: number
  their_points: number
}

declare module '../../../db/tables.ts' {
  interface Tables {
    partner_entry: Omit<PartnerEntry, 'id'> & { id: Generated<string> }
    partner_line: Omit<PartnerLine, 'id'> & { id: Generated<string> }
    partner_day: PartnerDay
  }
}

export type NewEntry = Pick<
  PartnerEntry,
  'partner' | 'transaction_id' | 'kind' | 'points' | 'reference' | 'occurred_at'
>

/** Records a confirmed debit or refund. @returns false when it was recorded before */
export const insertEntry = async (tx: Tx, entry: NewEntry): Promise<boolean> => {
  const { partner, transaction_id, kind, points, reference, occurred_at } = entry
  const { rows } = await sql`
    insert into partner_entry (partner, transaction_id, kind, points, reference, occurred_at, state)
    values (${partner}, ${transaction_id}, ${kind}, ${points}, ${reference}, ${occurred_at}, 'open')
    on conflict (transaction_id, kind) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Adds a recorded entry to its day, for which the others of the day wait until the transaction ends. */
export const addToDay = async (
  tx: Tx,
  {
    transaction_id,
    kind,
    time_zone,
  }: Pick<PartnerEntry, 'transaction_id' | 'kind'> & { time_zone: TimeZone },
): Promise<void> => {
  await sql`
    insert into partner_day as d (partner, day, kind, our_count, our_points)
    select partner, (occurred_at at time zone ${time_zone})::date, kind, 1, points
    from partner_entry where transaction_id = ${transaction_id} and kind = ${kind}
    on conflict (partner, day, kind) do update
      set our_count = d.our_count + 1, our_points = d.our_points + excluded.our_points`.execute(tx)
}

/**
 * Pairs the entries of a participation, or all of a partner, with lines of complete imports, if they are not paired. Of several
 * lines, the one with the entry's reference is chosen, otherwise the first.
 */
export const pairEntries = async (
  tx: Tx,
  filter: { partner: string; transaction_id: string | null },
): Promise<void> => {
  const { partner, transaction_id } = filter
  await sql`
    with paired as (
      select distinct on (e.id) e.id as entry_id, l.id as line_id,
        case when l.points = e.points then 'matched' else 'different_amount' end as state
      from partner_entry e join partner_line l
        on l.transaction_id = e.transaction_id and l.kind = e.kind and l.partner = e.partner
        and l.state = 'only_theirs'
      where e.partner = ${partner} and e.line_id is null
        and (${transaction_id}::uuid is null or e.transaction_id = ${transaction_id})
      order by e.id, (l.reference = e.reference) desc nulls last, l.id
    ), changed as (
      update partner_line l set state = p.state from paired p where l.id = p.line_id returning l.id
    )
    update partner_entry e set line_id = p.line_id, state = p.state
    from paired p join changed c on c.id = p.line_id where e.id = p.entry_id`.execute(tx)
}

/** Marks entries without a line, on days that a complete import covers, as `only_ours`. */
export const markOnlyOurs = async (
  tx: Tx,
  { partner, time_zone }: { partner: string; time_zone: TimeZone },
): Promise<void> => {
  await sql`
    update partner_entry e set state = 'only_ours'
    where e.partner = ${partner} and e.state = 'open' and exists (
      select from partner_import i where i.partner = e.partner and i.state = 'done'
        and (e.occurred_at at time zone ${time_zone})::date between i.from_day and i.to_day
    )`.execute(tx)
}

/** Lines about debits of participations that no entry is paired with, by participation. */
export const findDebitLines = async (
  db: Db,
  { partner, transaction_ids }: { partner: string; transaction_ids: readonly string[] },
): Promise<ReadonlyMap<string, Pick<PartnerLine, 'id' | 'reference' | 'points' | 'occurred_at'>>> => {
  const { rows } = await sql<
    Pick<PartnerLine, 'id' | 'reference' | 'points' | 'occurred_at'> & { transaction_id: string }
  >`
    select distinct on (transaction_id) transaction_id, id, reference, points, occurred_at from partner_line
    where transaction_id = any(${[...transaction_ids]}::uuid[]) and kind = 'debit' and state = 'only_theirs'
      and partner = ${partner}
    order by transaction_id, id`.execute(db)
  return new Map(rows.map(({ transaction_id, ...line }) => [transaction_id, line]))
}
