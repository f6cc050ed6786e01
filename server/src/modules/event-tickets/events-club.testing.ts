import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { randomUUID } from 'node:crypto'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { createSessionCall, updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { systemRandom } from '../../adapters/random/system-random.ts'
import type { Db } from '../../db/database.ts'
import type { Binder } from '../../http/bind.ts'
import type { ApiResponse } from '../../testing/browser.ts'
import { useCampaignsClub, type CampaignsClub } from '../campaigns/campaigns-club.testing.ts'
import { sender } from '../messaging/message-rules.testing.ts'
import {
  noCredit,
  noPoints,
  noPurchases,
  returnParticipations,
  type CustomerNotice,
} from '../campaigns/index.ts'
import { proveNow } from '../proofs/index.ts'
import { findMembers } from '../staff/index.ts'
import type { EventTicketDeps } from './deps.ts'
import { createEventTicketsPromotion } from './promotion.ts'
import { createSessionProof } from './prove-sessions.ts'

export type Person = Awaited<ReturnType<CampaignsClub['join']>>
type Plan = Omit<BodyOf<typeof createSessionCall>, 'campaign_id'>

/** Data of a successful response. @throws with the whole response otherwise */
export const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

/** A session of 10 places next Saturday evening, on sale since the start of the month. */
const planOf = (change: Partial<Plan> = {}): Plan => ({
  title: 'Concerto de Natal',
  place: 'Praça central',
  starts_at: '2026-12-12T22:00:00Z',
  ends_at: '2026-12-13T00:00:00Z',
  sales_from: '2026-12-01T13:00:00Z',
  sales_until: '2026-12-12T21:00:00Z',
  cancel_until: '2026-12-12T20:00:00Z',
  no_show_from: '2026-12-12T22:15:00Z',
  capacity: 10,
  limit_per_document: Math.min(4, change.capacity ?? 10),
  minimum_age: null,
  is_closed: false,
  ...change,
})

const ownActionTemplates: ReadonlySet<string> = new Set(['reservation-confirmed', 'reservation-cancelled'])

/** Campaigns with event tickets over HTTP. */
export const useEventsClub = () => {
  let app: Binder['app'] | undefined
  const notices: CustomerNotice[] = []
  const jobs: { session_id: string; after: number | undefined }[] = []
  const deps: EventTicketDeps = {
    get db() {
      return club.database.db
    },
    get clock() {
      return club.clock.now
    },
    time_zone: defaultTimeZone,
    get vault() {
      return club.vault
    },
    get audit() {
      return club.audit
    },
    jobs: {
      enqueue: async (_tx, _queue, data, after) => {
        const { session_id, campaign_id } = data as { session_id?: string; campaign_id?: string }
        const id = session_id ?? campaign_id
        // Not what follows confirmations, which is queued by ids of reservations.
        if (id !== undefined) jobs.push({ session_id: id, after })
      },
    },
    random: systemRandom,
    points: noPoints,
    credit: noCredit,
    returnParticipations: (tx, input) =>
      returnParticipations({ purchases: noPurchases, points: deps.points }, tx, input),
    askForRating: async () => {},
    sender,
    namesOfStaff: findMembers,
    notify: async (_tx, notice) => {
      if (!ownActionTemplates.has(notice.template)) notices.push(notice)
    },
  }
  const promotion = createEventTicketsPromotion(deps)
  const club: CampaignsClub = useCampaignsClub({ event_tickets: promotion }, (binder) => {
    app = binder.app
  })
  const desk = () => club.staff('bruno', 'marketing')
  const gate = () => club.staff('edu', 'gate_steward')
  const supervisor = () => club.staff('fabi', 'gate_supervisor')

  const start = async (person: Person, campaign_id: string): Promise<string> => {
    const body = { campaign_id, kind: 'event_tickets' as const }
    const { transaction_id } = dataOf(await person.browser.send(startTransactionCall, { body }))
    return transaction_id
  }
  const tryReserve = async (person: Person, session: EventSessionRef, quantity = 1) => {
    const transaction_id = await start(person, session.campaign_id)
    const { session_id } = session
    return person.browser.send(reserveCall, { body: { transaction_id, session_id, quantity } })
  }
  const confirmBody = (reservation_id: string, quantity: number) => ({
    reservation_id,
    participants: Array.from({ length: quantity }, () => ({ name: 'Ana Lúcia Pereira' })),
    accepted_terms: 'yes' as const,
  })

  return {
    ...club,
    url: () => {
      const [address] = app?.addresses() ?? []
      return typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
    },
    eventDeps: deps,
    /** All messages, except those about a customer's own confirmations and cancellations. */
    notices,
    jobs,
    desk,
    gate,
    supervisor,
    start,
    tryReserve,
    confirmBody,
    /** A session of a new campaign. */
    session: async (change: Partial<Plan> = {}) => {
      const { id: campaign_id } = await club.campaign()
      const body = { campaign_id, ...planOf(change) }
      return dataOf(await desk().send(createSessionCall, { body }))
    },
    planOf,
    /** Changes the plan of a session at its current revision, with the confirmed number of people. */
    change: async (
      { session_id }: { session_id: string },
      to: Partial<Plan>,
      people: number | null = null,
    ) => {
      const { revision } = await club.database.db
        .selectFrom('event_session')
        .select('revision')
        .where('id', '=', session_id)
        .executeTakeFirstOrThrow()
      const body = { session_id, ...planOf(to), revision, people }
      return desk().send(updateSessionCall, { body })
    },
    reserve: async (person: Person, session: EventSessionRef, quantity = 1) =>
      dataOf(await tryReserve(person, session, quantity)),
    /** A customer with the given number of confirmed tickets. */
    ticketHolder: async (session: EventSessionRef, quantity = 1) => {
      const person = await club.join()
      const { reservation_id } = dataOf(await tryReserve(person, session, quantity))
      const body = confirmBody(reservation_id, quantity)
      const reservation = dataOf(await person.browser.send(confirmReservationCall, { body }))
      return { ...person, reservation }
    },
    scan: async (session: { session_id: string }, ticket_code: string, gateName = 'Entrada B', at?: Date) =>
      dataOf(
        await gate().send(scanTicketCall, {
          body: {
            ticket_code,
            session_id: session.session_id,
            gate: gateName,
            scanned_at: (at ?? club.clock.now()).toISOString(),
            client_scan_id: randomUUID(),
          },
        }),
      ),
  }
}

type EventSessionRef = { session_id: string; campaign_id: string }

/** Sessions whose counters differ from their rows; empty when consistent. */
export const findCounterMismatches = (db: Db): Promise<unknown[]> =>
  proveNow(createSessionProof({ db }), new Date(0))

/** Number of responses per outcome: refusal code or `ok`. */
export const tally = (responses: readonly ApiResponse<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const key = response.ok ? 'ok' : (response.code ?? String(response.status))
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
