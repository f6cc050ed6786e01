import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { listTransactionsCall } from '@clube/contract/campaigns/transaction-calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  listMyTicketsCall,
} from '@clube/contract/event-tickets/calls.ts'
import {
  createSessionCall,
  staffReadSessionCall,
  updateSessionCall,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { inTransaction } from '../../../db/database.ts'
import { notifyOfConfirmation } from '../reservations/confirmation-message.ts'
import { findReservation } from '../reservations/reservation-store.ts'
import { dataOf, findCounterMismatches, useEventsClub } from '../events-club.testing.ts'
import { changeTexts } from './session-change-texts.ts'
import { resumeSessionChanges, notifyOfSessionChange } from './notify-session-change.ts'

const club = useEventsClub()
afterEach(async () => {
  club.clock.set('2026-12-10T15:00:00Z')
  await resumeSessionChanges(club.eventDeps)
  club.notices.length = 0
})

type EventSessionRef = Awaited<ReturnType<typeof club.session>>
type TicketHolder = Awaited<ReturnType<typeof club.ticketHolder>>

/** Two hours later, with an unchanged cancellation deadline. */
const postponed = {
  starts_at: '2026-12-13T00:00:00Z',
  ends_at: '2026-12-13T02:00:00Z',
  no_show_from: '2026-12-13T00:15:00Z',
}
const notify = () => resumeSessionChanges(club.eventDeps)
const createWaitingCustomer = async ({ session_id }: EventSessionRef) => {
  const person = await club.join()
  dataOf(await person.browser.send(joinWaitingListCall, { body: { session_id, quantity: 4 } }))
  return person
}
const cancel = ({ browser, reservation: { reservation_id, campaign_id } }: TicketHolder) =>
  browser.send(cancelReservationCall, { body: { reservation_id, campaign_id } })
const ticketsOf = async ({ browser }: Pick<TicketHolder, 'browser'>) =>
  dataOf(await browser.send(listMyTicketsCall))
const participationsOf = async ({ browser }: Pick<TicketHolder, 'browser'>) =>
  dataOf(await browser.send(listTransactionsCall)).map(({ state, note }) => ({ state, note }))

describe('the people affected by a change to an event session', () => {
  test('the desk shows how many people hold places in an event session, and how many only wait', async () => {
    const session = await club.session({ capacity: 4 })
    const ticketHolder = await club.ticketHolder(session, 2)
    await club.reserve(ticketHolder, session, 1)
    await club.reserve(await club.join(), session, 1)
    await createWaitingCustomer(session)
    const read = async () =>
      dataOf(await club.desk().send(staffReadSessionCall, { params: { session_id: session.session_id } }))
        .people
    expect(await read()).toEqual({ holding: 2, waiting: 1 })
    // Both holds expire; one of the two customers has tickets.
    club.clock.set('2026-12-10T15:15:01Z')
    expect(await read()).toEqual({ holding: 1, waiting: 1 })
  })

  test('a change of ticket details requires the current number of affected people, and the revision that was read', async () => {
    const session = await club.session()
    await club.ticketHolder(session)
    await club.reserve(await club.join(), session)
    for (const people of [null, 1, 3])
      expect(await club.change(session, postponed, people)).toMatchObject({
        status: 409,
        code: 'event-tickets.people-changed',
        message: 'Esta mudança agora atinge 2 pessoas. Confira o número e confirme de novo.',
      })
    expect(dataOf(await club.change(session, postponed, 2))).toMatchObject({
      people_notified: 2,
      revision: 2,
    })
    const { session_id } = session
    const stale = { session_id, ...club.planOf({ capacity: 20 }), revision: 1, people: 2 }
    expect(await club.desk().send(updateSessionCall, { body: stale })).toMatchObject({
      status: 409,
      code: 'event-tickets.session-revised',
    })
  })

  test('changing only the capacity of an event session, or a session without customers, notifies no one', async () => {
    const session = await club.session()
    expect(dataOf(await club.change(session, postponed)).people_notified).toBe(0)
    await club.ticketHolder(session)
    expect(dataOf(await club.change(session, { ...postponed, capacity: 20 })).people_notified).toBe(0)
    await notify()
    expect(club.notices).toEqual([])
  })

  test('all dates of a changed event session are validated together, with an error per field', async () => {
    const session = await club.session()
    const moved = { starts_at: '2026-11-30T22:00:00Z' }
    expect(await club.change(session, moved)).toMatchObject({
      status: 422,
      errors: [
        { path: 'starts_at', message: 'Informe um início que ainda não passou.' },
        { path: 'sales_from', message: 'As reservas devem abrir antes do início.' },
        { path: 'sales_until', message: 'As reservas devem terminar até o início.' },
        { path: 'cancel_until', message: 'O cancelamento deve terminar até o início.' },
      ],
    })
  })

  test('the audit line of a changed event session contains the values before and after the change', async () => {
    const session = await club.session()
    await club.ticketHolder(session)
    dataOf(await club.change(session, { ...postponed, place: 'Teatro', capacity: 12 }, 1))
    const { rows } = await sql<{ sentence: string }>`select sentence from audit_line
      where subject_id = ${session.session_id} order by position desc limit 1`.execute(club.database.db)
    expect(rows[0]?.sentence).toBe(
      'Alterou a sessão: local de "Praça central" para "Teatro"; ' +
        'início de 12/12/2026 19h para 12/12/2026 21h; término de 12/12/2026 21h para 12/12/2026 23h; ' +
        'liberação de quem não veio de 12/12/2026 19h15 para 12/12/2026 21h15; lugares de 10 para 12. ' +
        '1 pessoa a avisar.',
    )
  })

  test('a title with a time of day and a no-show release before the start are rejected unless already stored', async () => {
    const session = await club.session()
    const { session_id, campaign_id } = session
    const create = (change: Parameters<typeof club.planOf>[0]) =>
      club.desk().send(createSessionCall, { body: { campaign_id, ...club.planOf(change) } })
    const early = '2026-12-12T21:00:00Z'
    for (const rejected of [
      await create({ title: 'Sessão das 19h', no_show_from: early }),
      await club.change(session, { title: 'Sessão das 19h', no_show_from: early }),
    ])
      expect(rejected).toMatchObject({
        status: 422,
        errors: [
          {
            path: 'title',
            message:
              'Tire a hora do título: o início aparece ao lado e muda junto com a sessão. Se não for uma hora, escreva com vírgula: 23,10.',
          },
          { path: 'no_show_from', message: 'Libere os lugares só a partir do início.' },
        ],
      })
    await sql`update event_session set title = 'Sessão das 19h', no_show_from = ${early}
      where id = ${session_id}`.execute(club.database.db)
    const stored = { title: 'Sessão das 19h', no_show_from: early }
    expect(await club.change(session, { ...stored, capacity: 12 })).toMatchObject({ status: 200 })
  })

  test('a session title with a phone number is rejected', async () => {
    const session = await club.session()
    expect(await club.change(session, { title: 'Ligue (11) 98888-7777' })).toMatchObject({
      status: 422,
      errors: [{ path: 'title', message: 'Não use CPF, CNPJ, telefone ou e-mail neste campo' }],
    })
  })
})

describe('the messages of a changed event session', () => {
  test('after a session change, holders receive an essential message and waiting customers a different one, once each', async () => {
    const session = await club.session({ capacity: 4 })
    const [ticketHolder, waiting] = [
      await club.ticketHolder(session, 4),
      await createWaitingCustomer(session),
    ]
    dataOf(await club.change(session, { ...postponed, capacity: 4 }, 2))
    await Promise.all([notify(), notify()])
    await notify()
    const sent = club.notices.toSorted((a, b) => a.template.localeCompare(b.template))
    expect(sent).toEqual([
      expect.objectContaining({
        customer_id: ticketHolder.customer_id,
        template: 'session-changed',
        is_essential: true,
      }),
      expect.objectContaining({ customer_id: waiting.customer_id, template: 'waiting-session-changed' }),
    ])
    expect(sent[1]).not.toHaveProperty('is_essential')
    expect(sent[0]?.texts.subject).toBe('A sua sessão mudou de data ou horário')
    expect(sent[0]?.texts.paragraphs[1]).toBe(
      'Início: agora é 12 de dezembro de 2026 às 21h; era 12 de dezembro de 2026 às 19h.',
    )
  })

  test('when the job for a session change is interrupted, the next run notifies each holder once', async () => {
    const session = await club.session()
    const ticketHolders = [
      await club.ticketHolder(session),
      await club.ticketHolder(session),
      await club.ticketHolder(session),
    ]
    dataOf(await club.change(session, postponed, 3))
    const { id } = await club.database.db
      .selectFrom('event_session_change')
      .select('id')
      .where('session_id', '=', session.session_id)
      .executeTakeFirstOrThrow()
    let left = 2
    const crashing = Object.assign(Object.create(club.eventDeps) as typeof club.eventDeps, {
      notify: async () => {
        if (left === 0) throw new Error('killed')
        left -= 1
      },
    })
    await expect(notifyOfSessionChange(crashing, id)).rejects.toThrow('killed')
    await notify()
    expect(new Set(club.notices.map(({ customer_id }) => customer_id))).toEqual(
      new Set(ticketHolders.map(({ customer_id }) => customer_id)),
    )
    expect(club.notices).toHaveLength(3)
  })

  test('two session changes before the messages are sent announce only the current plan', async () => {
    const session = await club.session()
    await club.ticketHolder(session)
    dataOf(await club.change(session, postponed, 1))
    dataOf(await club.change(session, {}, 1))
    await notify()
    // Back to the first plan: the first change has nothing to announce.
    expect(club.notices.map(({ texts }) => texts.paragraphs[1])).toEqual([
      'Início: agora é 12 de dezembro de 2026 às 19h; era 12 de dezembro de 2026 às 21h.',
    ])
  })

  test('the message about a session change lists every announced change, and its subject states the most important one', () => {
    const before = {
      title: 'Concerto de Natal',
      place: 'Praça central',
      starts_at: new Date('2026-12-12T22:00:00Z'),
      cancel_until: new Date('2026-12-12T20:00:00Z'),
    }
    const after = {
      ...before,
      title: 'Concerto de gala',
      place: 'Teatro',
      cancel_until: new Date('2026-12-12T19:00:00Z'),
    }
    const { subject, paragraphs } = changeTexts.holder({ before, after }, 'America/Sao_Paulo')
    expect(subject).toBe('A sua sessão mudou de lugar')
    expect(paragraphs.slice(1, 4)).toEqual([
      'Nome: agora é Concerto de gala; era Concerto de Natal.',
      'Local: agora é Teatro; era Praça central.',
      'Prazo para cancelar: agora é 12 de dezembro de 2026 às 16h; era 12 de dezembro de 2026 às 17h.',
    ])
  })
})

describe('confirming held places after a session change', () => {
  const shown = { starts_at: '2026-12-12T22:00:00Z', place: 'Praça central' }
  const holdOf = async (session: EventSessionRef) => {
    const person = await club.join()
    const { reservation_id } = await club.reserve(person, session)
    const confirm = (seen_session?: typeof shown) =>
      person.browser.send(confirmReservationCall, {
        body: { ...club.confirmBody(reservation_id, 1), ...(seen_session && { seen_session }) },
      })
    return { confirm }
  }

  test.each([
    ['start', postponed],
    ['place', { place: 'Teatro' }],
  ])(
    'a confirmation from a page that shows the previous %s of the session is refused until the current one is shown',
    async (_what, change) => {
      const session = await club.session()
      const { confirm } = await holdOf(session)
      dataOf(await club.change(session, change, 1))
      expect(await confirm(shown)).toMatchObject({
        status: 409,
        code: 'event-tickets.session-changed',
        message: 'Esta sessão mudou: confira a data e o local antes de confirmar.',
      })
      expect(await findCounterMismatches(club.database.db)).toEqual([])
      expect(await confirm({ ...shown, ...change })).toMatchObject({
        status: 200,
        data: { state: 'confirmed', before_change: { place: 'Praça central' } },
      })
    },
  )

  test.each([
    ['the start', 'until the start', postponed, 'sáb., 12 de dez., 21h'],
    ['only the capacity', 'until the stored deadline', { capacity: 12 }, 'sáb., 12 de dez., 17h'],
  ])(
    'after a change of %s, the message about the confirmed reservation says that it can be cancelled %s',
    async (_what, _deadline, change, deadline) => {
      const session = await club.session()
      const { confirm } = await holdOf(session)
      dataOf(await club.change(session, change, 'starts_at' in change ? 1 : null))
      await notify()
      const { reservation_id } = dataOf(await confirm())
      const paragraphs: (string | undefined)[] = []
      const notifyOf = async (_tx: unknown, { texts }: (typeof club.notices)[number]) =>
        void paragraphs.push(texts.paragraphs[1])
      const deps = { ...club.eventDeps, notify: notifyOf }
      const confirmed = await findReservation(club.database.db, reservation_id)
      if (!confirmed) throw new Error('The reservation was not found')
      await inTransaction(club.database.db, (tx) => notifyOfConfirmation(deps, tx, confirmed))
      expect(paragraphs).toEqual([`Se não puder ir, cancele em Meus ingressos até ${deadline}.`])
    },
  )

  test('a confirmation that does not state what its page showed, or states the same instant in another time zone, is accepted', async () => {
    const session = await club.session()
    const [silent, exact] = [await holdOf(session), await holdOf(session)]
    expect(await exact.confirm({ ...shown, starts_at: '2026-12-12T19:00:00-03:00' })).toMatchObject({
      status: 200,
    })
    dataOf(await club.change(session, postponed, 2))
    expect(await silent.confirm()).toMatchObject({ status: 200, data: { state: 'confirmed' } })
  })

  test('the repeat of a completed confirmation succeeds although the session has changed in the meantime', async () => {
    const session = await club.session()
    const { confirm } = await holdOf(session)
    const { reservation_id, tickets } = dataOf(await confirm(shown))
    dataOf(await club.change(session, postponed, 1))
    expect(dataOf(await confirm(shown))).toMatchObject({ reservation_id, state: 'confirmed', tickets })
  })

  test('after a change to the title or capacity alone, held places are confirmed as usual', async () => {
    const session = await club.session()
    const { confirm } = await holdOf(session)
    dataOf(await club.change(session, { title: 'Concerto de gala', capacity: 12 }, 1))
    expect(await confirm(shown)).toMatchObject({ status: 200 })
  })
})

describe('cancelling a reservation after a session change', () => {
  test('after a session change, a holder can cancel past the deadline, once, and gets the participation back', async () => {
    const session = await club.session()
    const ticketHolder = await club.ticketHolder(session, 2)
    dataOf(await club.change(session, postponed, 1))
    club.clock.set('2026-12-12T23:59:59Z')
    expect(await ticketsOf(ticketHolder)).toMatchObject([
      {
        can_cancel: true,
        starts_at: '2026-12-13T00:00:00.000Z',
        before_change: { session_title: 'Concerto de Natal', starts_at: '2026-12-12T22:00:00.000Z' },
      },
    ])
    for (const _attempt of [1, 2]) expect(await cancel(ticketHolder)).toMatchObject({ status: 200 })
    expect(await participationsOf(ticketHolder)).toEqual([
      {
        state: 'reversed',
        note: 'Você cancelou porque a sessão mudou. O que você usou para participar foi devolvido.',
      },
    ])
    expect(await ticketsOf(ticketHolder)).toMatchObject([{ state: 'cancelled', before_change: null }])
    expect(await findCounterMismatches(club.database.db)).toEqual([])
  })

  test('a reservation of a changed session can be cancelled until the session starts or its first ticket is admitted', async () => {
    const session = await club.session()
    const [ticketHolder, other] = [await club.ticketHolder(session), await club.ticketHolder(session)]
    dataOf(await club.change(session, postponed, 2))
    club.clock.set('2026-12-12T23:00:00Z')
    await club.scan(session, other.reservation.tickets[0]?.qr_code ?? '')
    expect(await cancel(other)).toMatchObject({ code: 'event-tickets.ticket-used' })
    club.clock.set('2026-12-13T00:00:00Z')
    expect(await cancel(ticketHolder)).toMatchObject({ code: 'event-tickets.cancel-closed' })
    expect(await participationsOf(ticketHolder)).toEqual([{ state: 'completed', note: null }])
  })

  test('only reservations made before a session change can be cancelled past the deadline, unless the change is reverted', async () => {
    const session = await club.session()
    const ticketHolder = await club.ticketHolder(session)
    dataOf(await club.change(session, postponed, 1))
    club.clock.set('2026-12-10T15:00:01Z')
    const laterTicketHolder = await club.ticketHolder(session)
    expect(await ticketsOf(laterTicketHolder)).toMatchObject([{ before_change: null }])
    expect(await ticketsOf(ticketHolder)).toMatchObject([{ before_change: { place: 'Praça central' } }])
    club.clock.set('2026-12-12T20:00:01Z')
    expect(await cancel(laterTicketHolder)).toMatchObject({ code: 'event-tickets.cancel-closed' })
    dataOf(await club.change(session, {}, 2))
    expect(await cancel(ticketHolder)).toMatchObject({ code: 'event-tickets.cancel-closed' })
  })

  test('a reservation cancelled before a session change returns nothing when it is cancelled again', async () => {
    const session = await club.session()
    const [cancelled] = [await club.ticketHolder(session), await club.ticketHolder(session)]
    expect(await cancel(cancelled)).toMatchObject({ status: 200 })
    dataOf(await club.change(session, postponed, 1))
    expect(await cancel(cancelled)).toMatchObject({ status: 200 })
    expect(await participationsOf(cancelled)).toEqual([{ state: 'completed', note: null }])
  })
})
