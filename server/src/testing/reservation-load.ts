import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import type { Db } from '../db/database.ts'
import {
  createEvent,
  createParticipants,
  sendAs,
  type Participant,
} from '../modules/event-tickets/event-fixtures.testing.ts'

export type ReservationLoad = {
  /** Number of responses by status; `lost` are requests without a response. */
  readonly statuses: Readonly<Record<string, number>>
  /** Bodies of responses that are neither success nor refusal, one per status and message. */
  readonly failures: ReadonlySet<string>
  /** `Retry-After` of the 503 responses. */
  readonly retries: ReadonlySet<string | null>
  /** Waits until the given number of further requests have been confirmed. */
  readonly confirm: (count: number) => Promise<void>
  /** Stops sending requests, and waits for those in flight. */
  readonly stop: () => Promise<void>
  /**
   * Compares the confirmed requests with the database, after `stop`.
   * @returns confirmed requests without their reservation, and reservations in excess of one per participant
   */
  readonly compare: (db: Db) => Promise<{ confirmed: number; missing: number; duplicates: number }>
}

/** How long a simulated customer pauses after a failed request. */
const pauseMs = 20

/**
 * Simulates customers who each reserve one place, repeating the request until it is confirmed: writes over HTTP whose
 * outcome can be compared with the database.
 */
export const startReservationLoad = async (
  db: Db,
  input: { urls: () => readonly string[]; people: number; clients: number },
): Promise<ReservationLoad> => {
  const now = new Date()
  const event = await createEvent(db, { capacity: input.people, now })
  const participants = await createParticipants(db, { ...event, people: input.people, now })
  const statuses: Record<string, number> = {}
  const failures = new Set<string>()
  const retries = new Set<string | null>()
  const confirmed: Participant[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let next = 0
  let isRunning = true

  const announce = (): void => {
    const isDone = next >= participants.length && confirmed.length >= participants.length
    for (const { resolve } of waiting.filter(({ count }) => isDone || confirmed.length >= count)) resolve()
  }
  /** @returns whether the request was confirmed */
  const reserve = async ({ token, transaction_id }: Participant, index: number): Promise<boolean> => {
    const urls = input.urls()
    try {
      const body = { transaction_id, session_id: event.session_id, quantity: 1 }
      const response = await sendAs(urls[index % urls.length] ?? '', { sid: token }, reserveCall, body)
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      if (response.status >= 500) failures.add(`${response.status} ${response.message ?? ''}`)
      if (response.status === 503) retries.add(response.headers.get('retry-after'))
      return response.ok
    } catch {
      statuses['lost'] = (statuses['lost'] ?? 0) + 1
      return false
    }
  }
  const client = async (first: number): Promise<void> => {
    let index = first
    while (isRunning) {
      const participant = participants[next++]
      if (!participant) return
      while (isRunning && !(await reserve(participant, index++))) await wait(pauseMs)
      if (!isRunning) return
      confirmed.push(participant)
      announce()
    }
  }
  const clients = Promise.all(Array.from({ length: input.clients }, (_, index) => client(index)))

  return {
    statuses,
    failures,
    retries,
    confirm: (count) =>
      new Promise((resolve) => {
        waiting.push({ count: confirmed.length + count, resolve })
        announce()
      }),
    stop: async () => {
      isRunning = false
      await clients
    },
    compare: async (database) => {
      const { rows } = await sql<{ customer_id: string; count: number }>`
        select customer_id, count(*) as count from event_reservation
        where session_id = ${event.session_id} group by customer_id`.execute(database)
      const stored = new Map(rows.map(({ customer_id, count }) => [customer_id, count]))
      return {
        confirmed: confirmed.length,
        missing: confirmed.filter(({ customer_id }) => !stored.has(customer_id)).length,
        duplicates: rows.filter(({ count }) => count > 1).length,
      }
    },
  }
}
