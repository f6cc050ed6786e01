import { inTransaction, type Db } from '../../../db/database.ts'
import { advanceCampaigns, findCampaignFacts } from '../../campaigns/index.ts'
import { messageTopics, type EventTicketDeps } from '../deps.ts'
import type { EventSession } from '../event-session.ts'
import { listSessionsWithEntries, lockSession, movePlaces } from '../event-session-store.ts'
import { hasCampaignEnded, offerTimeAt } from '../offer-time.ts'
import { endedTexts } from './offer-texts.ts'
import { endListEntries } from './waiting-store.ts'

/** Waiting entries, and offers, ended in one transaction, each with a message. */
const batchSize = 100

/**
 * Ends waiting lists when the sales of their session or the campaign have ended. Live offers end only with the campaign,
 * and their places are returned.
 */
export const endWaitingLists = async (deps: EventTicketDeps): Promise<void> => {
  // The end is stored first: an extension that commits earlier is then read below.
  await advanceCampaigns(deps.db, deps.clock())
  for (const { session } of await filterEnded(deps.db, await listSessionsWithEntries(deps.db), deps.clock()))
    while (await endBatch(deps, session.id));
}

type EndedList = {
  readonly session: EventSession
  /** Offers that expire at this instant or later were live when the campaign ended; null unless it has ended. */
  readonly offers_from: Date | null
}

/** The sessions whose entries can no longer get places. A session that staff have closed may be reopened. */
const filterEnded = async (db: Db, sessions: readonly EventSession[], now: Date): Promise<EndedList[]> => {
  const campaigns = await findCampaignFacts(
    db,
    sessions.map(({ campaign_id }) => campaign_id),
  )
  return sessions.flatMap((session): EndedList[] => {
    // Its entries end with another message.
    if (session.cancelled_at) return []
    const campaign = campaigns.get(session.campaign_id)
    if (campaign && hasCampaignEnded(campaign, now))
      return [{ session, offers_from: offerTimeAt(campaign, now) }]
    return now >= session.sales_until ? [{ session, offers_from: null }] : []
  })
}

/**
 * Ends the first entries, and notifies their customers unless the session has started.
 * @returns false when no entry was left, or staff have extended the sales
 */
const endBatch = (deps: EventTicketDeps, session_id: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const locked = await lockSession(tx, session_id)
    const [list] = locked ? await filterEnded(tx, [locked], now) : []
    if (!list) return false
    const { session, offers_from } = list
    const ended = await endListEntries(tx, { session_id, offers_from, limit: batchSize, now })
    const offered = ended.reduce((sum, entry) => sum + entry.offered, 0)
    if (offered > 0) await movePlaces(tx, session_id, { held: -offered })
    for (const { customer_id } of session.starts_at > now ? ended : [])
      await deps.notify(tx, {
        customer_id,
        topic: messageTopics['waiting-list-ended'],
        template: 'waiting-list-ended',
        texts: endedTexts({ session_title: session.title, starts_at: session.starts_at }, deps.time_zone),
        expires_at: session.starts_at,
      })
    return ended.length > 0
  })
