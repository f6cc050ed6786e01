import { inTransaction, type Db } from '../../../db/database.ts'
import { advanceCampaigns, findCampaignFacts } from '../../campaigns/index.ts'
import { messageTopics, type EventTicketDeps } from '../deps.ts'
import type { EventSession } from '../event-session.ts'
import { listSessionsWithWaiting, lockSession } from '../event-session-store.ts'
import { endedTexts } from './offer-texts.ts'
import { endWaitingEntries } from './waiting-store.ts'

/** Entries ended in one transaction, each with a message. */
const batchSize = 100

/** Ends waiting lists when the sales of their session or the campaign have ended. Live offers remain. */
export const endWaitingLists = async (deps: EventTicketDeps): Promise<void> => {
  // The end is stored first: an extension that commits earlier is then read below.
  await advanceCampaigns(deps.db, deps.clock())
  for (const { id } of await filterEnded(deps.db, await listSessionsWithWaiting(deps.db), deps.clock()))
    while (await endBatch(deps, id));
}

/** The sessions whose entries can no longer get places. A session that staff have closed may be reopened. */
const filterEnded = async (db: Db, sessions: readonly EventSession[], now: Date): Promise<EventSession[]> => {
  const campaigns = await findCampaignFacts(
    db,
    sessions.map(({ campaign_id }) => campaign_id),
  )
  return sessions.filter(({ campaign_id, sales_until, cancelled_at }) => {
    // Its entries end with another message.
    if (cancelled_at) return false
    const state = campaigns.get(campaign_id)?.state
    return now >= sales_until || state === 'ended' || state === 'archived'
  })
}

/**
 * Ends the first entries, and notifies their customers unless the session has started.
 * @returns false when no entry waits, or staff have extended the sales
 */
const endBatch = (deps: EventTicketDeps, session_id: string): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const locked = await lockSession(tx, session_id)
    const [session] = locked ? await filterEnded(tx, [locked], now) : []
    if (!session) return false
    const ended = await endWaitingEntries(tx, { session_id, limit: batchSize, now })
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
