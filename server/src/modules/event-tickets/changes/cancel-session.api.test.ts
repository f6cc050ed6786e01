import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { listTransactionsCall, startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  listMyTicketsCall,
  listSessionsCall,
} from '@clube/contract/event-tickets/calls.ts'
import {
  doorEntryCall,
  offlineListCall,
  releaseNoShowsCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import { cancelSessionCall, staffReadSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
  listMyWaitingEntriesCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { dataOf, findCounterMismatches, useEventsClub } from '../events-club.testing.ts'
import { resumeSessionChanges } from './notify-session-change.ts'

const club = useEventsClub()
afterEach(async () => {
  club.clock.set('2026-12-10T15:00:00Z')
  await resumeSessionChanges(club.eventDeps)
  club.notices.length = 0
})

type EventSessionRef = Awaited<ReturnType<typeof club.session>>
type Person = Awaited<ReturnType<typeof club.join>>

const reason = 'Chuva forte prevista para a noite.'
const settle = () => resumeSessionChanges(club.eventDeps)
const cancelSession = ({ session_id }: EventSessionRef, people: number, change: object = {}) =>
  club.desk().send(cancelSessionCall, { body: { session_id, reason, revision: 1, people, ...change } })
const ticketsOf = async ({ browser }: Person) => dataOf(await browser.send(listMyTicketsCall))
const participationsOf = async ({ browser }: Person) =>
  dataOf(await browser.send(listTransactionsCall)).map(({ state, note }) => ({ state, note }))
const createWaitingCustomer = async ({ session_id }: EventSessionRef, quantity = 1) => {
  const person = await club.join()
  const entry = dataOf(await person.browser.send(joinWaitingListCall, { body: { session_id, quantity } }))
  return { ...person, entry }
}
const countersOf = async ({ session_id }: EventSessionRef) =>
  dataOf(await club.desk().send(staffReadSessionCall, { params: { session_id } })).numbers
const returned = {
  state: 'reversed',
  note: 'A sessão foi cancelada. O que você usou para participar foi devolvido.',
}

describe('cancelling an event session', () => {
  test('cancelling a session ends tickets, holds and the waiting list, returns everything, and notifies each person once', async () => {
    const session = await club.session({ capacity: 5 })
    const ticketHolder = await club.ticketHolder(session, 4)
    const holder = await club.join()
    await club.reserve(holder, session)
    const waiting = await createWaitingCustomer(session)
    expect(dataOf(await cancelSession(session, 3))).toMatchObject({
      status: 'cancelled',
      is_closed: true,
      cancelled_at: '2026-12-10T15:00:00.000Z',
      cancel_reason: reason,
      people_notified: 3,
    })
    await Promise.all([settle(), settle()])
    expect(await countersOf(session)).toMatchObject({ held: 0, sold: 0, free: 5, waiting_people: 0 })
    expect(await participationsOf(ticketHolder)).toEqual([returned])
    expect(await participationsOf(holder)).toEqual([returned])
    const notified = club.notices.map(({ customer_id, template, is_essential }) => [
      customer_id,
      template,
      is_essential,
    ])
    expect(notified).toHaveLength(3)
    expect(notified).toEqual(
      expect.arrayContaining([
        [ticketHolder.customer_id, 'session-cancelled', true],
        [holder.customer_id, 'session-cancelled', true],
        [waiting.customer_id, 'waiting-session-cancelled', true],
      ]),
    )
    expect(club.notices[0]?.texts.paragraphs).toContain(`Motivo: ${reason}`)
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('holders and the gate see a session as cancelled before the job has run', async () => {
    const session = await club.session({ capacity: 1 })
    const ticketHolder = await club.ticketHolder(session)
    const [ticket] = ticketHolder.reservation.tickets
    dataOf(await cancelSession(session, 1))
    expect(await ticketsOf(ticketHolder)).toMatchObject([
      {
        state: 'cancelled',
        can_cancel: false,
        cancelled_at: '2026-12-10T15:00:00.000Z',
        session_cancelled: { reason },
        tickets: [{ state: 'cancelled' }],
      },
    ])
    const query = { campaign_id: session.campaign_id }
    expect(dataOf(await club.visitor().send(listSessionsCall, { query }))).toMatchObject([
      { status: 'cancelled', remaining: null },
    ])
    expect(await club.scan(session, ticket?.qr_code ?? '')).toMatchObject({ result: 'session_cancelled' })
    club.clock.set('2026-12-12T15:00:00Z')
    const params = { session_id: session.session_id }
    expect(dataOf(await club.gate().send(offlineListCall, { params }))).toMatchObject({
      is_cancelled: true,
      tickets: [{ state: 'cancelled' }],
    })
  })

  test('customers whose places were held see a cancelled session with its reason, before and after the job has run', async () => {
    const session = await club.session()
    const [holder, left] = [await club.join(), await club.join()]
    const [{ reservation_id }, abandoned] = [
      await club.reserve(holder, session),
      await club.reserve(left, session),
    ]
    dataOf(await left.browser.send(cancelReservationCall, { body: abandoned }))
    club.clock.advance(1000)
    dataOf(await cancelSession(session, 1))
    const cancelled = [{ reservation_id, state: 'cancelled', session_cancelled: { reason }, tickets: [] }]
    expect(await ticketsOf(holder)).toMatchObject(cancelled)
    await settle()
    expect(await ticketsOf(holder)).toMatchObject(cancelled)
    expect(await ticketsOf(left)).toEqual([])
  })

  test('waiting customers see a cancelled session with its reason, before the job has run and until a day after the start', async () => {
    const session = await club.session({ capacity: 1 })
    await club.ticketHolder(session)
    const [waiting, left] = [await createWaitingCustomer(session), await createWaitingCustomer(session)]
    const leave = { entry_id: left.entry.entry_id }
    dataOf(await left.browser.send(leaveWaitingListCall, { body: leave }))
    club.clock.advance(1000)
    const entriesOf = async ({ browser }: Person) => dataOf(await browser.send(listMyWaitingEntriesCall))
    expect(await entriesOf(waiting)).toMatchObject([{ state: 'waiting', session_cancelled: null }])
    dataOf(await cancelSession(session, 2))
    const ended = [
      { entry_id: waiting.entry.entry_id, state: 'left', position: null, session_cancelled: { reason } },
    ]
    expect(await entriesOf(waiting)).toMatchObject(ended)
    await settle()
    expect(await entriesOf(waiting)).toMatchObject(ended)
    expect(await entriesOf(left)).toEqual([])
    club.clock.set('2026-12-13T22:00:00Z')
    expect(await entriesOf(waiting)).toMatchObject(ended)
    club.clock.set('2026-12-13T22:00:01Z')
    expect(await entriesOf(waiting)).toEqual([])
  })

  test('after a session is cancelled, reservations, confirmations, acceptances, waiting-list entries, reopening and door admissions are refused', async () => {
    const session = await club.session({ capacity: 4 })
    const { session_id, campaign_id } = session
    const ticketHolder = await club.ticketHolder(session, 3)
    const holder = await club.join()
    const hold = await club.reserve(holder, session)
    const waiting = await createWaitingCustomer(session)
    dataOf(await cancelSession(session, 3))
    expect(await club.tryReserve(await club.join(), session)).toMatchObject({
      code: 'event-tickets.sales-closed',
    })
    const confirmation = club.confirmBody(hold.reservation_id, 1)
    expect(await holder.browser.send(confirmReservationCall, { body: confirmation })).toMatchObject({
      status: 409,
      code: 'event-tickets.session-cancelled',
      message: 'Esta sessão foi cancelada.',
    })
    const transaction_id = await club.start(waiting, campaign_id)
    const accept = { transaction_id, entry_id: waiting.entry.entry_id }
    expect(await waiting.browser.send(acceptOfferCall, { body: accept })).toMatchObject({
      code: 'event-tickets.session-cancelled',
    })
    const late = await club.join()
    const join = { session_id, quantity: 1 }
    expect(await late.browser.send(joinWaitingListCall, { body: join })).toMatchObject({
      code: 'event-tickets.sales-closed',
    })
    expect(await club.change(session, { is_closed: false })).toMatchObject({
      code: 'event-tickets.session-cancelled',
    })
    club.clock.set('2026-12-12T22:30:00Z')
    const body = {
      session_id,
      gate: 'Entrada B',
      quantity: 1,
      scanned_at: club.clock.now().toISOString(),
      client_scan_id: randomUUID(),
    }
    for (const response of [
      await club.supervisor().send(doorEntryCall, { body }),
      await club.supervisor().send(releaseNoShowsCall, { body: { session_id } }),
    ])
      expect(response).toMatchObject({ status: 409, code: 'event-tickets.session-cancelled' })
    await settle()
    expect(await holder.browser.send(confirmReservationCall, { body: confirmation })).toMatchObject({
      code: 'event-tickets.session-cancelled',
    })
    // The hold expired in the meantime, but was open when the session was cancelled.
    expect(await participationsOf(holder)).toEqual([returned])
    expect(await participationsOf(ticketHolder)).toEqual([returned])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('cancelling a session requires the current revision and number of people, and succeeds once, before the session ends', async () => {
    const session = await club.session()
    await club.ticketHolder(session)
    expect(await cancelSession(session, 2)).toMatchObject({
      code: 'event-tickets.people-changed',
      message: 'Esta mudança agora atinge 1 pessoa. Confira o número e confirme de novo.',
    })
    expect(await cancelSession(session, 1, { revision: 2 })).toMatchObject({
      code: 'event-tickets.session-revised',
    })
    expect(await cancelSession(session, 1, { reason: 'Ligue (11) 98888-7777' })).toMatchObject({
      status: 422,
      errors: [{ path: 'reason', message: 'Não use CPF, CNPJ, telefone ou e-mail neste campo' }],
    })
    expect(await cancelSession(session, 1, { reason: ' ' })).toMatchObject({ status: 422 })
    club.clock.set('2026-12-13T00:00:00Z')
    expect(await cancelSession(session, 1)).toMatchObject({ code: 'event-tickets.session-over' })
    club.clock.set('2026-12-12T23:59:59Z')
    expect((await cancelSession(session, 1)).status).toBe(200)
    expect(await cancelSession(session, 1, { revision: 2 })).toMatchObject({
      code: 'event-tickets.session-cancelled',
    })
    expect(await cancelSession({ ...session, session_id: randomUUID() }, 0)).toMatchObject({ status: 404 })
  })

  test('only staff with the permission can cancel a session', async () => {
    const { session_id } = await club.session()
    const body = { session_id, reason, revision: 1, people: 0 }
    expect((await club.gate().send(cancelSessionCall, { body })).status).toBe(403)
    expect((await club.supervisor().send(cancelSessionCall, { body })).status).toBe(403)
    const { browser } = await club.join()
    expect((await browser.send(cancelSessionCall, { body })).status).toBe(401)
    expect((await club.visitor().send(cancelSessionCall, { body })).status).toBe(401)
  })

  test('an admitted ticket of a cancelled session remains used; the others of its reservation are cancelled, and everything is returned', async () => {
    const session = await club.session()
    const ticketHolder = await club.ticketHolder(session, 3)
    club.clock.set('2026-12-12T22:00:00Z')
    await club.scan(session, ticketHolder.reservation.tickets[0]?.qr_code ?? '')
    dataOf(await cancelSession(session, 1))
    await settle()
    expect((await ticketsOf(ticketHolder))[0]?.tickets.map(({ state }) => state)).toEqual([
      'used',
      'cancelled',
      'cancelled',
    ])
    expect(await countersOf(session)).toMatchObject({ held: 0, sold: 1, admitted: 1 })
    expect(await participationsOf(ticketHolder)).toEqual([returned])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('a holder who cancels before the job for a cancelled session runs gets the participation back once; an earlier cancellation returns nothing', async () => {
    const session = await club.session()
    const [early, ticketHolder] = [await club.ticketHolder(session), await club.ticketHolder(session)]
    const cancel = ({ browser, reservation: { reservation_id, campaign_id } }: typeof ticketHolder) =>
      browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } })
    dataOf(await cancel(early))
    club.clock.advance(1000)
    dataOf(await cancelSession(session, 1))
    for (const _attempt of [1, 2]) expect((await cancel(ticketHolder)).status).toBe(200)
    await settle()
    expect(await participationsOf(ticketHolder)).toEqual([returned])
    expect(await participationsOf(early)).toEqual([{ state: 'completed', note: null }])
    expect((await ticketsOf(early))[0]?.session_cancelled).toBeNull()
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('a participation returned by a session’s cancellation no longer counts, so its customer can participate again', async () => {
    const session = await club.session()
    const ticketHolder = await club.ticketHolder(session)
    dataOf(await cancelSession(session, 1))
    await settle()
    const body = { campaign_id: session.campaign_id, kind: 'event_tickets' as const }
    expect((await ticketHolder.browser.send(startTransactionCall, { body })).status).toBe(200)
  })

  test('when the job for a cancelled session is interrupted, the next run notifies each holder once and returns everything', async () => {
    const session = await club.session()
    const ticketHolders = await Promise.all(Array.from({ length: 3 }, () => club.ticketHolder(session)))
    dataOf(await cancelSession(session, 3))
    let left = 2
    const crashing = Object.assign(Object.create(club.eventDeps) as typeof club.eventDeps, {
      notify: async () => {
        if (left === 0) throw new Error('killed')
        left -= 1
      },
    })
    await expect(resumeSessionChanges(crashing)).rejects.toThrow('killed')
    expect(await countersOf(session)).toMatchObject({ sold: 3 })
    await settle()
    expect(club.notices).toHaveLength(3)
    expect(await countersOf(session)).toMatchObject({ sold: 0 })
    for (const ticketHolder of ticketHolders) expect(await participationsOf(ticketHolder)).toEqual([returned])
  })

  test('the audit line of a cancelled session contains the session, the reason and the number of people', async () => {
    const session = await club.session()
    await club.ticketHolder(session)
    dataOf(await cancelSession(session, 1))
    const { rows } = await sql<{ sentence: string }>`select sentence from audit_line
      where subject_id = ${session.session_id} order by position desc limit 1`.execute(club.database.db)
    expect(rows[0]?.sentence).toBe(
      `Cancelou a sessão "Concerto de Natal" de 12/12/2026 19h. Motivo: ${reason} (1 pessoa a avisar)`,
    )
  })
})
