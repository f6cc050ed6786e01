import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'

/** Data of a message about a pause or its end. */
export type PauseNotice = {
  template: 'paused-hold' | 'paused-offer' | 'offer-extended'
  /** The hold or waiting-list entry. */
  id: string
  /** When the campaign was paused or resumed. */
  changed_at: Date
  customer_id: string
  session_id: string
  session_title: string
  starts_at: Date
  quantity: number
  until: Date
}

declare module '../../db/tables.ts' {
  interface Tables {
    event_pause_notice: Pick<PauseNotice, 'id' | 'changed_at' | 'template'>
  }
}

/** Live holds and offers of a paused campaign without a notice; offers do not expire during a pause. */
export const listPausedDeadlines = async (
  db: Db,
  input: { campaign_id: string; paused_at: Date; now: Date; limit: number },
): Promise<PauseNotice[]> => {
  const { campaign_id, paused_at, now, limit } = input
  const { rows } = await sql<PauseNotice>`
    select 'paused-hold' as template, r.id, ${paused_at}::timestamptz as changed_at, r.customer_id, s.id as session_id,
      s.title as session_title, s.starts_at, r.quantity, r.expires_at as until
    from event_session s join event_reservation r on r.session_id = s.id
    where s.campaign_id = ${campaign_id} and s.cancelled_at is null and r.state = 'held' and r.expires_at >= ${now}
      and not exists (select from event_pause_notice n
        where n.id = r.id and n.changed_at = ${paused_at} and n.template = 'paused-hold')
    union all
    select 'paused-offer', w.id, ${paused_at}::timestamptz, w.customer_id, s.id, s.title, s.starts_at,
      w.quantity, w.offer_expires_at
    from event_session s join event_waiting w on w.session_id = s.id
    where s.campaign_id = ${campaign_id} and s.cancelled_at is null and w.state = 'offered' and w.offer_expires_at >= ${paused_at}
      and not exists (select from event_pause_notice n
        where n.id = w.id and n.changed_at = ${paused_at} and n.template = 'paused-offer')
    limit ${limit}`.execute(db)
  return rows
}

/** Live offers made before a campaign was resumed, without a notice. */
export const listExtendedOffers = async (
  db: Db,
  input: { campaign_id: string; resumed_at: Date; now: Date; limit: number },
): Promise<PauseNotice[]> => {
  const { campaign_id, resumed_at, now, limit } = input
  const { rows } = await sql<PauseNotice>`
    select 'offer-extended' as template, w.id, ${resumed_at}::timestamptz as changed_at, w.customer_id,
      s.id as session_id, s.title as session_title, s.starts_at, w.quantity, w.offer_expires_at as until
    from event_session s join event_waiting w on w.session_id = s.id
    where s.campaign_id = ${campaign_id} and s.cancelled_at is null and w.state = 'offered' and w.offered_at < ${resumed_at}
      and w.offer_expires_at >= ${now}
      and not exists (select from event_pause_notice n
        where n.id = w.id and n.changed_at = ${resumed_at} and n.template = 'offer-extended')
    limit ${limit}`.execute(db)
  return rows
}

/** @returns the ids that had no such notice */
export const insertPauseNotices = async (
  tx: Tx,
  notices: readonly PauseNotice[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    insert into event_pause_notice (id, changed_at, template)
    select id, changed_at, template from unnest(${notices.map(({ id }) => id)}::uuid[],
      ${notices.map(({ changed_at }) => changed_at)}::timestamptz[],
      ${notices.map(({ template }) => template)}::text[]) as notice (id, changed_at, template)
    on conflict do nothing returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
