import type { Tx } from '../../db/database.ts'
import type { JobQueue } from '../../db/jobs.ts'
import type { EventTicketDeps } from './deps.ts'

/** The job that processes a session when a hold or an offer in it expires. */
export const releaseQueue: JobQueue<{ session_id: string; due_at: string }> = {
  name: 'release-places',
  expireInSeconds: 60,
  retryLimit: 20,
}

/** Schedules the job for just after the expiry of holds or offers. */
export const scheduleRelease = (
  deps: Pick<EventTicketDeps, 'jobs'>,
  tx: Tx,
  { session_id, due_at, now }: { session_id: string; due_at: Date; now: Date },
): Promise<void> => {
  const seconds = (due_at.getTime() - now.getTime()) / 1000 + 1
  return deps.jobs.enqueue(tx, releaseQueue, { session_id, due_at: due_at.toISOString() }, seconds)
}

/** The job that continues a long waiting list; one per session. */
export const continueQueue: JobQueue<{ session_id: string }> = {
  name: 'continue-offers',
  keyOf: ({ session_id }) => session_id,
  expireInSeconds: 600,
  retryLimit: 20,
}

export const continueOffers = (
  deps: Pick<EventTicketDeps, 'jobs'>,
  tx: Tx,
  session_id: string,
): Promise<void> => deps.jobs.enqueue(tx, continueQueue, { session_id })
