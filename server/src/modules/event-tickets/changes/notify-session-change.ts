import { announcedChanges } from '@clube/contract/event-tickets/session-plan.ts'
import { inTransaction } from '../../../db/database.ts'
import type { JobQueue, Jobs } from '../../../db/jobs.ts'
import { messageTopics, type EventTicketDeps } from '../deps.ts'
import { findSession } from '../event-session-store.ts'
import {
  findUnnotified,
  insertNotices,
  listAffected,
  listUnnotified,
  saveNotified,
  type UnnotifiedChange,
} from '../reservations/session-change-store.ts'
import { changeNote, changeTexts } from './session-change-texts.ts'
import { settleCancellation } from './settle-cancellation.ts'

/** The job that notifies people of a change, because a session may have thousands. */
export const sessionChangeQueue: JobQueue<{ change_id: string }> = {
  name: 'event-session-changes',
  expireInSeconds: 600,
  retryLimit: 20,
}

/** Number of people notified in one transaction. */
const batchSize = 100

/** Registers the job's handler, before the job runner starts. */
export const registerSessionChanges = (deps: EventTicketDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(sessionChangeQueue, ({ change_id }) => notifyOfSessionChange(deps, change_id))

/**
 * Notifies everyone affected by a change, once each, since message and record commit together. An interrupted run
 * resumes where it stopped. The messages compare the previous plan with the current one, so that a later change never
 * makes them wrong. If the change is a cancellation, settles it instead.
 */
export const notifyOfSessionChange = async (deps: EventTicketDeps, change_id: string): Promise<void> => {
  const change = await findUnnotified(deps.db, change_id)
  if (!change) return
  if (change.isCancellation) await settleCancellation(deps, change)
  else await notifyAffected(deps, change)
  await saveNotified(deps.db, change_id, deps.clock())
}

const notifyAffected = async (deps: EventTicketDeps, change: UnnotifiedChange): Promise<void> => {
  let after: string | null = null
  do after = await notifyBatch(deps, change, after)
  while (after !== null)
}

/** @returns the last customer of the batch, or null after the last batch */
const notifyBatch = (
  deps: EventTicketDeps,
  change: UnnotifiedChange,
  after: string | null,
): Promise<string | null> =>
  inTransaction(deps.db, async (tx) => {
    const { id, session_id, before, changed_at } = change
    const session = await findSession(tx, session_id)
    if (!session || session.cancelled_at || announcedChanges(before, session).length === 0) return null
    const now = deps.clock()
    const people = await listAffected(tx, { session_id, changed_at, now, after, limit: batchSize })
    if (people.length === 0) return null
    const unnotified = await insertNotices(
      tx,
      id,
      people.map(({ customer_id }) => customer_id),
    )
    const plans = { before, after: session }
    for (const { customer_id, is_holding } of people) {
      if (!unnotified.has(customer_id)) continue
      const notice = { customer_id, expires_at: null }
      await deps.notify(
        tx,
        is_holding
          ? {
              ...notice,
              topic: messageTopics['session-changed'],
              template: 'session-changed',
              texts: changeTexts.holder(plans, deps.time_zone),
              attached: { id: session_id, note: changeNote, withheld: null },
              is_essential: true,
            }
          : {
              ...notice,
              topic: messageTopics['waiting-session-changed'],
              template: 'waiting-session-changed',
              texts: changeTexts.waiting(plans, deps.time_zone),
            },
      )
    }
    return people.at(-1)?.customer_id ?? null
  })

/** Resumes changes whose job failed permanently. */
export const resumeSessionChanges = async (deps: EventTicketDeps): Promise<void> => {
  for (const change_id of await listUnnotified(deps.db)) await notifyOfSessionChange(deps, change_id)
}
