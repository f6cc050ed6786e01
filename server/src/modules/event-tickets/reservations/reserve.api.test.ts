import { filePath, type ServedFile } from '@clube/contract/kernel/served-file.ts'
import { sql } from 'kysely'
import { readPdf } from '../../../testing/read-pdf.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listAcceptancesCall } from '@clube/contract/consent/acceptance-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  listMyTicketsCall,
  listSessionsCall,
  readReservationCall,
  reserveCall,
  reservationCalendarFile,
  reservationTicketsFile,
} from '@clube/contract/event-tickets/calls.ts'
import { cancelSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import { publishDocument } from '../../consent/index.ts'
import { dataOf, findCounterMismatches, useEventsClub, type Person } from '../events-club.testing.ts'
import { releaseAllExpired, releaseExpired } from '../release-expired.ts'
import { registerConfirmationJobs } from './confirmation-message.ts'
import { listMyTickets } from './view-reservations.ts'

const club = useEventsClub()
const startOfTests = '2026-12-10T15:00:00Z'
const now = () => club.clock.now().getTime()

/** A session as visitors see it. */
const sessionSeenByVisitors = async (session: { session_id: string; campaign_id: string }) => {
  const query = { campaign_id: session.campaign_id }
  const sessions = dataOf(await club.visitor().send(listSessionsCall, { query }))
  return sessions.find(({ session_id }) => session_id === session.session_id)
}

describe('reserving places', () => {
  test('reserving holds places for 900 seconds by the server’s clock and schedules a job to release them', async () => {
    const session = await club.session()
    const ana = await club.join()
    const saved = await club.reserve(ana, session, 3)
    expect(saved).toMatchObject({
      campaign_id: session.campaign_id,
      session_id: session.session_id,
      quantity: 3,
      created_at: new Date(now()).toISOString(),
      expires_at: new Date(now() + 900_000).toISOString(),
    })
    expect(club.jobs.at(-1)).toEqual({ session_id: session.session_id, after: 901 })
    const [mine] = dataOf(await ana.browser.send(listMyTicketsCall))
    expect(mine).toMatchObject({ reservation_id: saved.reservation_id, state: 'held', tickets: [] })
  })

  test('a limited list of reservations omits cancelled ones first; an unlimited list contains all', async () => {
    const laterSession = await club.session({
      starts_at: '2026-12-14T22:00:00Z',
      ends_at: null,
      no_show_from: null,
    })
    const ana = await club.ticketHolder(laterSession)
    const { reservation_id, campaign_id } = ana.reservation
    dataOf(await ana.browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    const held = await club.reserve(ana, await club.session())
    const actor = { customer_id: ana.customer_id, identified_session_id: null }
    expect(await listMyTickets(club.eventDeps, actor, 1)).toMatchObject([
      { reservation_id: held.reservation_id },
    ])
    expect(await listMyTickets(club.eventDeps, actor, null)).toMatchObject([
      { reservation_id: held.reservation_id },
      { reservation_id },
    ])
  })

  test('a release job that runs before its hold expires, because its process’s clock is behind, is scheduled again', async () => {
    const session = await club.session()
    const { session_id } = session
    const hold = await club.reserve(await club.join(), session)
    const due_at = new Date(hold.expires_at)
    club.clock.advance(840_000)
    await releaseExpired(club.eventDeps, session_id, due_at)
    expect(club.jobs.at(-1)).toEqual({ session_id, after: 61 })
    const { length } = club.jobs
    club.clock.advance(60_001)
    await releaseExpired(club.eventDeps, session_id, due_at)
    expect(club.jobs).toHaveLength(length)
    expect(await sessionSeenByVisitors(session)).toMatchObject({ status: 'available' })
  })

  test('visitors see counters that are at most a second old, and customers see the effect of their own requests', async () => {
    const session = await club.session({ capacity: 1 })
    const { campaign_id } = session
    const query = { campaign_id }
    const [ana, eva] = [await club.join(), await club.join()]
    const seenBy = async ({ browser }: typeof ana) =>
      dataOf(await browser.send(listSessionsCall, { query })).map(({ status }) => status)
    expect(await sessionSeenByVisitors(session)).toMatchObject({ status: 'last_places' })
    const { reservation_id } = await club.reserve(ana, session)
    expect(await seenBy(ana)).toEqual(['held_by_others'])
    expect(await club.tryReserve(eva, session)).toMatchObject({ code: 'event-tickets.sold-out' })
    expect(await seenBy(eva)).toEqual(['held_by_others'])
    club.clock.advance(999)
    expect(await sessionSeenByVisitors(session)).toMatchObject({ status: 'last_places' })
    club.clock.advance(1)
    expect(await sessionSeenByVisitors(session)).toMatchObject({ status: 'held_by_others' })
    dataOf(await ana.browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    expect(await seenBy(ana)).toEqual(['last_places'])
  })

  test('reserving places again returns the same hold without extending it', async () => {
    const session = await club.session()
    const ana = await club.join()
    const first = await club.reserve(ana, session, 2)
    club.clock.advance(60_000)
    expect(await club.reserve(ana, session, 1)).toEqual(first)
    const query = { campaign_id: session.campaign_id }
    const [own] = dataOf(await ana.browser.send(listSessionsCall, { query }))
    expect(own?.mine).toEqual({ quantity: 2, hold: first, waiting: null })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('a repeated reservation returns the first response, is refused with different data, and is not found for other customers', async () => {
    const session = await club.session()
    const [ana, eva] = [await club.join(), await club.join()]
    const transaction_id = await club.start(ana, session.campaign_id)
    const body = { transaction_id, session_id: session.session_id, quantity: 2 }
    const first = dataOf(await ana.browser.send(reserveCall, { body }))
    expect(dataOf(await ana.browser.send(reserveCall, { body }))).toEqual(first)
    expect(await ana.browser.send(reserveCall, { body: { ...body, quantity: 1 } })).toMatchObject({
      status: 409,
      message: 'Esta participação já foi utilizada com outros dados.',
    })
    expect(await eva.browser.send(reserveCall, { body })).toMatchObject({ status: 404 })
    // Its owner's pages name the participation, for customer service.
    expect(dataOf(await ana.browser.send(listMyTicketsCall))).toMatchObject([{ transaction_id }])
  })

  test('refused reservations show their specified messages', async () => {
    const session = await club.session({ capacity: 5, limit_per_document: 4 })
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    for (const quantity of [0, 5])
      expect(await club.tryReserve(ana, session, quantity)).toMatchObject({
        status: 422,
        code: 'event-tickets.quantity',
        message: 'Escolha de 1 a 4 ingressos.',
        errors: [{ path: 'quantity', message: 'Escolha de 1 a 4 ingressos.' }],
      })
    const ticketHolder = await club.ticketHolder(session, 3)
    expect(await club.tryReserve(ticketHolder, session, 2)).toMatchObject({
      status: 409,
      message: 'Você já tem 3 ingressos. O limite é 4 por CPF.',
    })
    expect(await club.tryReserve(eva, session, 3)).toMatchObject({
      status: 409,
      message: 'Restam 2 ingressos. Ajuste a quantidade.',
    })
    await club.reserve(eva, session, 2)
    expect(await club.tryReserve(ida, session)).toMatchObject({
      status: 409,
      message: 'Os ingressos para esta sessão acabaram.',
    })
  })

  test('reserving places is refused outside the sales window, below the minimum age and for other campaigns', async () => {
    const ana = await club.join({ birth_date: '2012-01-01' })
    const window = { sales_from: '2026-12-01T13:00:00Z', sales_until: '2026-12-10T15:00:00Z' }
    expect(await club.tryReserve(ana, await club.session(window))).toMatchObject({
      status: 409,
      message: 'As reservas para esta sessão foram encerradas.',
    })
    const notOnSale = await club.session({ sales_from: '2026-12-11T13:00:00Z' })
    expect(await club.tryReserve(ana, notOnSale)).toMatchObject({
      message: 'As reservas para esta sessão abrem em 11/12/2026 às 10h.',
    })
    expect(await club.tryReserve(ana, await club.session({ minimum_age: 16 }))).toMatchObject({
      status: 409,
      message: 'Esta sessão é para maiores de 16 anos.',
    })
    const [one, other] = [await club.session(), await club.session()]
    const transaction_id = await club.start(ana, one.campaign_id)
    const body = { transaction_id, session_id: other.session_id, quantity: 1 }
    expect(await ana.browser.send(reserveCall, { body })).toMatchObject({ status: 404 })
  })

  test('reserving places requires a signed-in customer', async () => {
    const session = await club.session()
    const body = { transaction_id: session.campaign_id, session_id: session.session_id, quantity: 1 }
    expect((await club.visitor().send(reserveCall, { body })).status).toBe(401)
  })
})

describe('a sold-out session', () => {
  test('a sold-out event session is refused as sold out only for customers without places in it; the others get their own refusal', async () => {
    const session = await club.session({ capacity: 3, limit_per_document: 2 })
    const { session_id, campaign_id } = session
    const ticketHolder = await club.ticketHolder(session, 2)
    const ana = await club.join()
    const body = { transaction_id: await club.start(ana, campaign_id), session_id, quantity: 1 }
    const held = dataOf(await ana.browser.send(reserveCall, { body }))
    // The first request marks the session as full; the others are answered without a lock.
    for (const _attempt of [1, 2, 3])
      expect(await club.tryReserve(await club.join(), session)).toMatchObject({
        status: 409,
        message: 'Os ingressos para esta sessão acabaram.',
      })
    expect(dataOf(await ana.browser.send(reserveCall, { body }))).toEqual(held)
    expect(await club.reserve(ana, session, 1)).toEqual(held)
    expect(await club.tryReserve(ticketHolder, session, 1)).toMatchObject({
      message: 'Você já tem 2 ingressos. O limite é 2 por CPF.',
    })
    const eva = await club.join()
    expect(await club.tryReserve(eva, session, 3)).toMatchObject({ message: 'Escolha de 1 a 2 ingressos.' })
    const withOtherParticipation = { transaction_id: body.transaction_id, session_id, quantity: 1 }
    expect((await eva.browser.send(reserveCall, { body: withOtherParticipation })).status).toBe(404)
    const { reservation_id } = held
    dataOf(await ana.browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    expect((await club.tryReserve(eva, session)).status).toBe(200)
    // Expired places are free for the next request.
    expect((await club.tryReserve(ana, session)).status).toBe(409)
    club.clock.advance(900_001)
    expect((await club.tryReserve(ana, session)).status).toBe(200)
    club.clock.set(startOfTests)
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })
})

describe('a hold', () => {
  test.each([
    [899, 200],
    [900, 200],
    [901, 409],
  ])('confirming a hold after %d seconds returns status %d', async (seconds, status) => {
    const session = await club.session()
    const ana = await club.join()
    const { reservation_id } = await club.reserve(ana, session, 2)
    club.clock.advance(seconds * 1000)
    const body = club.confirmBody(reservation_id, 2)
    const response = await ana.browser.send(confirmReservationCall, { body })
    expect(response.status).toBe(status)
    if (!response.ok) expect(response.message).toBe('Sua reserva expirou. Faça uma nova reserva.')
    club.clock.set(startOfTests)
  })

  test('the places of an expired hold are available to the next request', async () => {
    const session = await club.session({ capacity: 2 })
    const [ana, eva] = [await club.join(), await club.join()]
    const { reservation_id } = await club.reserve(ana, session, 2)
    expect(await sessionSeenByVisitors(session)).toMatchObject({ status: 'held_by_others', remaining: null })
    club.clock.advance(900_000)
    expect((await club.tryReserve(eva, session, 2)).ok).toBe(false)
    club.clock.advance(1)
    await club.reserve(eva, session, 2)
    const params = { reservation_id }
    expect(dataOf(await ana.browser.send(readReservationCall, { params })).state).toBe('expired')
    expect(dataOf(await ana.browser.send(listMyTicketsCall))).toEqual([])
    club.clock.advance(900_001)
    await releaseAllExpired(club.eventDeps)
    expect(await sessionSeenByVisitors(session)).toMatchObject({ status: 'available', remaining: null })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
    club.clock.set(startOfTests)
  })
})

describe('confirming a reservation', () => {
  test('confirming a reservation creates one ticket per participant, with a QR code and a short code', async () => {
    const session = await club.session()
    const { browser, reservation } = await club.ticketHolder(session, 2)
    expect(reservation).toMatchObject({ state: 'confirmed', can_cancel: true, quantity: 2 })
    expect(reservation.tickets).toHaveLength(2)
    for (const ticket of reservation.tickets) {
      expect(ticket).toMatchObject({ state: 'valid', participant_name: 'Ana Lúcia Pereira', used_at: null })
      expect(parseVoucherCode(ticket.qr_code).kind).toBe('code')
      expect(ticket.short_code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    }
    const { reservation_id } = reservation
    const repeated = await browser.send(confirmReservationCall, { body: club.confirmBody(reservation_id, 2) })
    expect(dataOf(repeated)).toEqual(reservation)
    expect(dataOf(await browser.send(listMyTicketsCall))).toEqual([reservation])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('confirming a reservation requires one participant per ticket, the minimum age, and the terms', async () => {
    const session = await club.session({ minimum_age: 16 })
    const ana = await club.join()
    const { reservation_id } = await club.reserve(ana, session, 2)
    const confirm = (participants: { name: string; birth_date?: string }[], accepted_terms = 'yes') =>
      ana.browser.send(confirmReservationCall, {
        body: { reservation_id, participants, accepted_terms: accepted_terms as 'yes' },
      })
    const adult = { name: 'Ana Lúcia Pereira', birth_date: '20/03/1990' }
    expect(await confirm([adult])).toMatchObject({
      status: 422,
      errors: [{ path: 'participants', message: 'Informe um participante para cada ingresso.' }],
    })
    expect(await confirm([adult, { name: 'Lia', birth_date: '2012-01-01' }])).toMatchObject({
      status: 422,
      errors: [{ path: 'participants.1.name', message: 'Nome deve conter pelo menos 2 palavras' }],
    })
    expect(await confirm([adult, { name: 'Lia Pereira', birth_date: '2012-01-01' }])).toMatchObject({
      status: 422,
      errors: [{ path: 'participants.1.birth_date', message: 'Esta sessão é para maiores de 16 anos.' }],
    })
    expect(await confirm([adult, { name: 'Lia Pereira' }])).toMatchObject({
      errors: [{ path: 'participants.1.birth_date', message: 'Este campo não pode estar vazio' }],
    })
    expect(await confirm([adult, adult], 'no')).toMatchObject({
      errors: [{ path: 'accepted_terms', message: 'Você deve aceitar os termos do evento para continuar!' }],
    })
    expect((await confirm([adult, adult])).status).toBe(200)
  })

  test('confirming a reservation records the accepted version of the terms and refuses an outdated or missing one', async () => {
    onTestFinished(async () => {
      await club.database.db.updateTable('consent_document').set({ state: 'inactive' }).execute()
    })
    const publish = (version: string) =>
      publishDocument(club.database.db, {
        kind: 'event_terms',
        version,
        html: '<p>Chegue cedo.</p>',
        now: club.clock.now(),
      })
    await publish('1.0')
    await publish('1.1')
    const session = await club.session()
    const person = await club.join()
    const { reservation_id } = await club.reserve(person, session)
    const confirm = (terms_version?: string) =>
      person.browser.send(confirmReservationCall, {
        body: { ...club.confirmBody(reservation_id, 1), ...(terms_version && { terms_version }) },
      })
    for (const outdated of ['1.0', '9.9', undefined])
      expect(await confirm(outdated)).toMatchObject({
        status: 409,
        code: 'event-tickets.terms-outdated',
        message: 'Os termos do evento foram atualizados. Leia a nova versão e aceite para continuar.',
        errors: [{ path: 'accepted_terms' }],
      })
    expect(await confirm('1.1')).toMatchObject({ status: 200, data: { state: 'confirmed' } })
    expect(await person.browser.send(listAcceptancesCall)).toMatchObject({
      data: [{ kind: 'event_terms', version: '1.1', service_channel: 'site', revoked_at: null }],
    })
  })

  test('another customer’s reservation is not found', async () => {
    const session = await club.session()
    const { reservation } = await club.ticketHolder(session)
    const eva = await club.join()
    const { reservation_id, campaign_id } = reservation
    const body = club.confirmBody(reservation_id, 1)
    expect((await eva.browser.send(confirmReservationCall, { body })).status).toBe(404)
    const params = { reservation_id }
    expect((await eva.browser.send(readReservationCall, { params })).status).toBe(404)
    const cancel = { reservation_id, campaign_id }
    expect((await eva.browser.send(cancelReservationCall, { body: cancel })).status).toBe(404)
  })

  test('the files of a reservation are available only to its owner, while it is confirmed', async () => {
    const session = await club.session()
    const { browser, reservation } = await club.ticketHolder(session, 2)
    const { reservation_id, campaign_id } = reservation
    const load = async (client: typeof browser, file: ServedFile, id: string) => {
      const sid = client.cookies.get('sid')
      const headers = sid === undefined ? {} : { cookie: `sid=${sid}` }
      return fetch(club.url() + filePath(file, { reservation_id: id }), { headers })
    }
    const calendar = await load(browser, reservationCalendarFile, reservation_id)
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(await calendar.text()).toContain('DTSTART:20261212T220000Z')
    const pdf = await load(browser, reservationTicketsFile, reservation_id)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="ingressos.pdf"')
    const { elements } = await readPdf(Buffer.from(await pdf.arrayBuffer()))
    const texts = elements.map(({ text }) => text)
    for (const { participant_name, short_code } of reservation.tickets)
      expect(texts).toEqual(expect.arrayContaining([participant_name, `Código ${short_code}`]))

    const eva = await club.join()
    const files = [reservationCalendarFile, reservationTicketsFile]
    for (const file of files) {
      expect((await load(eva.browser, file, reservation_id)).status).toBe(404)
      expect((await load(club.visitor(), file, reservation_id)).status).toBe(401)
      expect((await load(browser, file, 'nada')).status).toBe(404)
    }
    dataOf(await browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    for (const file of files) expect((await load(browser, file, reservation_id)).status).toBe(404)
  })
})

describe('confirmations that share a transaction', () => {
  const confirm = (person: Person, reservation_id: string, change: object = {}) =>
    person.browser.send(confirmReservationCall, {
      body: { ...club.confirmBody(reservation_id, 1), ...change },
    })

  test('each gets its own response: repeated ones the same tickets, refused ones their reasons', async () => {
    const session = await club.session()
    const [ana, eva, ida] = [await club.join(), await club.join(), await club.join()]
    const ids = []
    for (const person of [ana, eva, ida]) ids.push((await club.reserve(person, session)).reservation_id)
    const [own = '', others = '', invalid = ''] = ids
    const responses = await Promise.all([
      confirm(ana, own),
      confirm(ana, own.toUpperCase()),
      confirm(eva, others),
      confirm(eva, own),
      confirm(ida, invalid, { participants: [] }),
      confirm(ida, invalid, { terms_version: '1999-01-01' }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 404, 422, 409])
    const [first, repeated, second] = responses.flatMap((response) => (response.ok ? [response.data] : []))
    expect(first?.tickets).toHaveLength(1)
    expect(repeated).toEqual(first)
    expect(second).toMatchObject({ reservation_id: others, state: 'confirmed' })
    expect(await confirm(ida, invalid)).toMatchObject({ status: 200 })
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('a job announces each confirmed reservation once, and none that was cancelled before, with its session or alone', async () => {
    const [session, cancelledSession] = [await club.session(), await club.session()]
    const announced: string[] = []
    const handlers = new Map<string, (data: object) => Promise<void>>()
    registerConfirmationJobs(
      { ...club.eventDeps, notify: async (_tx, { customer_id }) => void announced.push(customer_id) },
      { work: ({ name }, handler) => handlers.set(name, handler as (data: object) => Promise<void>) },
    )
    const [ana, eva, ida] = [
      await club.ticketHolder(session),
      await club.ticketHolder(session),
      await club.ticketHolder(cancelledSession),
    ]
    const { reservation_id, campaign_id } = eva.reservation
    dataOf(await eva.browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } }))
    const { session_id } = cancelledSession
    const cancellation = { session_id, reason: 'Chuva forte.', revision: 1, people: 1 }
    dataOf(await club.desk().send(cancelSessionCall, { body: cancellation }))
    const reservation_ids = [ana, eva, ida].map((person) => person.reservation.reservation_id)
    for (const handle of [...handlers.values(), ...handlers.values()]) await handle({ reservation_ids })
    expect(announced).toEqual([ana.customer_id])
    const { rows } = await sql<{ missing: number }>`
      select count(*)::int as missing from event_ticket
      where reservation_id = any(${reservation_ids}::uuid[]) and short_offline_hash is null`.execute(
      club.database.db,
    )
    expect(rows).toEqual([{ missing: 0 }])
  })
})

describe('cancelling a reservation', () => {
  test('cancelling a held or confirmed reservation is idempotent and returns its places once', async () => {
    const session = await club.session({ capacity: 3 })
    const ana = await club.join()
    const held = await club.reserve(ana, session, 1)
    const { browser, reservation } = await club.ticketHolder(session, 2)
    const cancel = (client: typeof browser, { reservation_id, campaign_id }: typeof held) =>
      client.send(cancelReservationCall, { body: { reservation_id, campaign_id } })
    for (const [client, cancelled] of [
      [ana.browser, held],
      [browser, reservation],
    ] as const)
      for (const _attempt of [1, 2])
        expect(await cancel(client, cancelled)).toMatchObject({
          status: 200,
          success: true,
          message: 'Reserva cancelada.',
        })
    expect(await sessionSeenByVisitors(session)).toMatchObject({ status: 'available' })
    const [mine] = dataOf(await browser.send(listMyTicketsCall))
    expect(mine).toMatchObject({ state: 'cancelled', can_cancel: false })
    expect(mine?.tickets.map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('cancelling a reservation requires the matching campaign id', async () => {
    const session = await club.session()
    const other = await club.session()
    const { browser, reservation } = await club.ticketHolder(session)
    const { reservation_id } = reservation
    const body = { reservation_id, campaign_id: other.campaign_id }
    expect(await browser.send(cancelReservationCall, { body })).toMatchObject({
      status: 404,
      message: 'Reserva não encontrada.',
    })
  })

  test('a confirmed reservation can be cancelled until the deadline or the first used ticket', async () => {
    const session = await club.session()
    const late = await club.ticketHolder(session)
    const used = await club.ticketHolder(session, 2)
    const cancel = ({ browser, reservation: { reservation_id, campaign_id } }: typeof late) =>
      browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } })
    await club.scan(session, used.reservation.tickets[0]?.qr_code ?? '')
    expect(await cancel(used)).toMatchObject({
      status: 409,
      message: 'Um ingresso desta reserva já foi utilizado. Não é mais possível cancelar.',
    })
    club.clock.set('2026-12-12T20:00:00.001Z')
    expect(await cancel(late)).toMatchObject({
      status: 409,
      message: 'O prazo para cancelar terminou em 12/12/2026 às 17h.',
    })
    club.clock.set('2026-12-12T20:00:00Z')
    expect((await cancel(late)).status).toBe(200)
    club.clock.set(startOfTests)
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })
})

test('a participation in an event tickets campaign cannot be started with another kind', async () => {
  const session = await club.session()
  const ana = await club.join()
  const body = { campaign_id: session.campaign_id, kind: 'free_gifts' as const }
  expect((await ana.browser.send(startTransactionCall, { body })).status).toBe(404)
})
