import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import { answerTicketCall, mergeTicketsCall } from '@clube/contract/customer-service/action-calls.ts'
import {
  newTicketCall,
  newTicketOptionsCall,
  rateServiceCall,
  reopenTicketCall,
  replyCall,
} from '@clube/contract/customer-service/calls.ts'
import {
  readServiceFiguresCall,
  serviceTicketsFile,
  type ServiceFigures,
} from '@clube/contract/customer-service/figures-calls.ts'
import type { TicketCategory } from '@clube/contract/customer-service/service-ticket.ts'
import {
  announceReplyCall,
  deskChangesCall,
  openTicketCall,
  refreshTicketCall,
} from '@clube/contract/customer-service/staff-calls.ts'
import { clubDayOf, defaultTimeZone, formatDay } from '@clube/contract/kernel/club-time.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { readHistoryCall } from '@clube/contract/service-desk/history-calls.ts'
import { waitingCountLimit, waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { createVault } from '../vault/index.ts'
import { eraseServiceTickets } from './index.ts'
import { findTicket } from './service-ticket-store.ts'
import { deskTicketOf } from './ticket-views.ts'

const club = useClub()
const dayMs = 86_400_000
/** No session of these tests ends while their clock advances by days. */
const sessionEnd = sql<Date>`now() + interval '100 years'`

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}

/** A Monday after all tickets of the demonstration. Its customer service opens from 10:00 to 22:00, on Sundays from 14:00. */
const monday = (() => {
  const today = Date.parse(`${clubDayOf(new Date(), defaultTimeZone)}T00:00Z`)
  return today + (7 + ((8 - new Date(today).getUTCDay()) % 7)) * dayMs
})()
/** A day after that Monday, as yyyy-MM-dd. */
const day = (days: number): string => new Date(monday + days * dayMs).toISOString().slice(0, 10)

let agent: TestBrowser
let supervisor: TestBrowser
let [ana, bia, leaving]: TestBrowser[] = []

/** Stops the clock at a time of the club on a day that is the given number of days after the Monday. */
const at = async (days: number, time: string, afterMs = 0) => {
  const instant = Date.parse(`${day(days)}T${time}-03:00`) + afterMs
  const offsetMs = club.now().getTime() - Date.now()
  vi.setSystemTime(instant - offsetMs)
  const { db } = club.database
  for (const table of ['session', 'staff_session'] as const)
    await db
      .updateTable(table)
      .set({ last_seen_at: club.now(), idle_expires_at: sessionEnd, absolute_expires_at: sessionEnd })
      .execute()
}

type Opened = { ticket_id: string; protocol: string }

const open = async (browser: TestBrowser | undefined, category: TicketCategory): Promise<Opened> => {
  const body = {
    category,
    subject: '=HYPERLINK("http://exemplo.com.br")',
    message: '+55 11 98888-7777',
    client_request_id: randomUUID(),
  }
  return dataOf(await browser!.send(newTicketCall, { body }))
}
const openAtDesk = async ({ ticket_id }: Opened, by = agent) =>
  dataOf(await by.send(openTicketCall, { body: { ticket_id } }))
const answer = async (ticket: Opened, outcome: 'continue' | 'ask' | 'resolve') => {
  const { ticket_id, version } = await openAtDesk(ticket)
  const body = { ticket_id, version, message: 'Olá.', outcome, client_message_id: randomUUID() }
  dataOf(await agent.send(answerTicketCall, { body }))
}
const rate = async (browser: TestBrowser | undefined, { ticket_id }: Opened, rating: number) =>
  dataOf(await browser!.send(rateServiceCall, { body: { ticket_id, rating } }))
const merge = async (ticket: Opened, into: Opened) => {
  const { ticket_id, version } = await openAtDesk(ticket)
  const body = { ticket_id, version, into_protocol: into.protocol }
  dataOf(await agent.send(mergeTicketsCall, { body }))
}
const erase = async ({ ticket_id }: Opened) => {
  const { customer_id } = (await findTicket(club.database.db, ticket_id))!
  await inTransaction(club.database.db, (tx) => eraseServiceTickets(tx, { customer_id, now: club.now() }))
}

const customer = async (document_id: string): Promise<TestBrowser> => {
  const browser = await registerCustomer(club.browser(), document_id)
  const { terms_to_accept } = dataOf(await browser.send(newTicketOptionsCall))
  const documents = [{ kind: 'sac' as const, version: terms_to_accept?.version ?? '' }]
  dataOf(await browser.send(acceptDocumentsCall, { body: { documents } }))
  return browser
}

const tickets = new Map<string, Opened>()
const named = (name: string): Opened => {
  const ticket = tickets.get(name)
  if (!ticket) throw new Error(`There is no ticket ${name}`)
  return ticket
}
const openNamed = async (name: string, browser: TestBrowser | undefined, category: TicketCategory) =>
  void tickets.set(name, await open(browser, category))

beforeAll(async () => {
  // Only the tickets of these tests wait.
  await sql`update service_ticket set state = 'closed', closed_at = now() where state <> 'closed'`.execute(
    club.database.db,
  )
  agent = await signedInStaff(club, staffPersonas.service_agent)
  supervisor = await signedInStaff(club, staffPersonas.service_supervisor)
  const [first = '', second = '', third = ''] = freshCpfs(3, 480_000_000)
  ;[ana, bia, leaving] = [await customer(first), await customer(second), await customer(third)]

  await at(-1, '23:59:59.999')
  await openNamed('the day before', ana, 'purchase')
  await at(0, '00:00:00.000')
  await openNamed('at the deadline', ana, 'points')
  await at(0, '15:00')
  await openNamed('late', ana, 'purchase')
  await at(1, '10:00:00.000')
  await answer(named('at the deadline'), 'continue')
  await at(1, '12:00')
  await openNamed('solved twice', ana, 'promotion')
  await openNamed('neglected', bia, 'parking')
  await openNamed('erased late', leaving, 'privacy')
  await at(1, '13:00')
  await answer(named('solved twice'), 'resolve')
  await rate(ana, named('solved twice'), 5)
  await at(1, '15:00:00.001')
  await answer(named('late'), 'continue')
  await at(2, '10:00')
  await openNamed('waits for its customer', bia, 'event')
  await at(2, '11:30')
  await answer(named('waits for its customer'), 'ask')
  await at(2, '12:00')
  dataOf(await ana!.send(reopenTicketCall, { body: { ticket_id: named('solved twice').ticket_id } }))
  await at(2, '13:00')
  await answer(named('solved twice'), 'resolve')
  await at(3, '10:00')
  await openNamed('merged', bia, 'event')
  await openNamed('merged after a rating', bia, 'event')
  await at(3, '10:30')
  await answer(named('merged after a rating'), 'resolve')
  await rate(bia, named('merged after a rating'), 1)
  await at(3, '12:00')
  await merge(named('merged'), named('waits for its customer'))
  await merge(named('merged after a rating'), named('waits for its customer'))
  await at(4, '12:00')
  await openNamed('reopened', ana, 'purchase')
  await at(4, '13:00')
  await answer(named('reopened'), 'resolve')
  await at(5, '12:00')
  const { ticket_id } = named('reopened')
  const message = { ticket_id, message: 'Ainda não.', client_message_id: randomUUID() }
  dataOf(await ana!.send(replyCall, { body: message }))
  await openNamed('erased in time', leaving, 'account')
  await at(5, '13:00')
  await erase(named('erased in time'))
  await at(7, '10:00:00.000')
  await answer(named('at the deadline'), 'resolve')
  await rate(ana, named('at the deadline'), 4)
  await at(7, '15:00:00.001')
  await answer(named('late'), 'resolve')
  await rate(ana, named('late'), 2)
  await at(8, '10:00')
  await openNamed('fast', bia, 'shop')
  await openNamed('due now', ana, 'purchase')
  await at(8, '10:20')
  await answer(named('fast'), 'resolve')
  await rate(bia, named('fast'), 5)
  await at(8, '14:00')
  await openNamed('due in 4 hours', ana, 'purchase')
  await at(8, '14:01')
  await openNamed('due after 4 hours', bia, 'parking')
  await at(8, '23:59:59.999')
  await openNamed('due in 24 hours', bia, 'other')
  await at(9, '10:00:00.000')
  await openNamed('new', bia, 'praise')
})
afterAll(() => vi.useRealTimers())

const read = async (query: { from: string; to: string; area?: string }): Promise<ServiceFigures> =>
  dataOf(await agent.send(readServiceFiguresCall, { query }))

/** Numbers in the order of the contract: opened; answered in time, late, not yet; solved in time, late, not yet. */
const flow = (
  opened: number,
  [answered_in_time, answered_late, unanswered]: readonly [number, number, number],
  [solved_in_time, solved_late, unsolved]: readonly [number, number, number],
) => ({ opened, answered_in_time, answered_late, unanswered, solved_in_time, solved_late, unsolved })

const period = { from: day(0), to: day(9) }
const purchases = flow(5, [2, 1, 2], [1, 1, 3])

describe('the figures of customer service', () => {
  test('a period counts answers and solutions in time, late and missing, without merged duplicates', async () => {
    await at(9, '10:00:00.000')
    const figures = await read(period)
    expect(figures.total).toEqual(flow(14, [5, 3, 6], [3, 2, 9]))
    expect(figures.days).toEqual([
      { day: day(0), ...flow(2, [1, 1, 0], [1, 1, 0]) },
      { day: day(1), ...flow(3, [1, 2, 0], [1, 1, 1]) },
      { day: day(2), ...flow(1, [1, 0, 0], [0, 0, 1]) },
      { day: day(4), ...flow(1, [1, 0, 0], [0, 0, 1]) },
      { day: day(5), ...flow(1, [0, 0, 1], [0, 0, 1]) },
      { day: day(8), ...flow(5, [1, 0, 4], [1, 0, 4]) },
      { day: day(9), ...flow(1, [0, 0, 1], [0, 0, 1]) },
    ])
    const byName = <Row extends object>(rows: readonly Row[], nameOf: (row: Row) => string) =>
      rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    expect(byName(figures.areas, ({ area }) => area)).toEqual([
      { area: 'accounts', ...flow(2, [0, 1, 1], [0, 0, 2]) },
      { area: 'general', ...flow(3, [1, 0, 2], [1, 0, 2]) },
      { area: 'parking', ...flow(2, [0, 1, 1], [0, 1, 1]) },
      { area: 'promotions', ...flow(2, [2, 0, 0], [1, 0, 1]) },
      { area: 'purchases', ...purchases },
    ])
    expect(byName(figures.categories, ({ category }) => category)).toEqual([
      { category: 'account', ...flow(1, [0, 0, 1], [0, 0, 1]) },
      { category: 'event', ...flow(1, [1, 0, 0], [0, 0, 1]) },
      { category: 'other', ...flow(1, [0, 0, 1], [0, 0, 1]) },
      { category: 'parking', ...flow(2, [0, 1, 1], [0, 1, 1]) },
      { category: 'points', ...flow(1, [1, 0, 0], [1, 0, 0]) },
      { category: 'praise', ...flow(1, [0, 0, 1], [0, 0, 1]) },
      { category: 'privacy', ...flow(1, [0, 1, 0], [0, 0, 1]) },
      { category: 'promotion', ...flow(1, [1, 0, 0], [1, 0, 0]) },
      { category: 'purchase', ...flow(4, [1, 1, 2], [0, 1, 3]) },
      { category: 'shop', ...flow(1, [1, 0, 0], [1, 0, 0]) },
    ])
  })

  test('medians use first answers and last solutions, and the mean needs five ratings', async () => {
    await at(9, '10:00:00.000')
    const figures = await read(period)
    // Minutes until the first answer: 20, 60, 60, 90, 1440 and 2040; until the solution: 20, 1500, 10080 and 10680.
    expect(figures.median_first_answer_minutes).toBe(75)
    expect(figures.median_solution_minutes).toBe(5790)
    // (1 + 2 + 4 + 5 + 5) / 5; merging a ticket does not remove its rating.
    expect(figures.satisfaction).toEqual({ counts: [1, 1, 0, 1, 2], mean: 3.4 })
    const none = await read({ from: day(20), to: day(21) })
    expect(none).toMatchObject({
      total: flow(0, [0, 0, 0], [0, 0, 0]),
      days: [],
      areas: [],
      categories: [],
      median_first_answer_minutes: null,
      median_solution_minutes: null,
      satisfaction: { counts: [0, 0, 0, 0, 0], mean: null },
    })
  })

  test('the area limits every number', async () => {
    await at(9, '10:00:00.000')
    const figures = await read({ ...period, area: 'purchases' })
    expect(figures).toMatchObject({
      total: purchases,
      areas: [{ area: 'purchases', ...purchases }],
      median_first_answer_minutes: 1440,
      median_solution_minutes: 10_380,
      satisfaction: { counts: [0, 1, 0, 1, 0], mean: null },
      waiting_now: { overdue: 1, next_4_hours: 2, next_24_hours: 0, later: 1 },
    })
    expect(figures.days.map((each) => [each.day, each.opened])).toEqual([
      [day(0), 2],
      [day(4), 1],
      [day(8), 2],
    ])
    expect(await agent.send(readServiceFiguresCall, { query: { ...period, area: 'nada' } })).toMatchObject({
      status: 422,
    })
  })

  test('both days of a period count from midnight to midnight of the club', async () => {
    await at(9, '10:00:00.000')
    const openedIn = async (from: number, to: number) =>
      (await read({ from: day(from), to: day(to) })).total.opened
    expect(await openedIn(-1, -1)).toBe(1)
    expect(await openedIn(0, 0)).toBe(2)
    expect(await openedIn(8, 8)).toBe(5)
    expect(await openedIn(9, 9)).toBe(1)
    expect(await openedIn(-1, 9)).toBe(15)
  })

  test('a deadline is late one millisecond after it, and groups of waiting tickets include their limits', async () => {
    await at(9, '10:00:00.000')
    // Without those that wait for their customer.
    const waiting = { overdue: 2, next_4_hours: 2, next_24_hours: 3, later: 1 }
    expect((await read(period)).waiting_now).toEqual(waiting)
    // They are those of now for every period.
    expect((await read({ from: day(20), to: day(20) })).waiting_now).toEqual(waiting)
    await at(9, '10:00:00.000', 1)
    const { total, waiting_now } = await read(period)
    expect(total).toEqual(flow(14, [5, 4, 5], [3, 3, 8]))
    expect(waiting_now).toEqual({ ...waiting, overdue: 3, next_4_hours: 1 })
  })
})

describe('the tickets as CSV', () => {
  const download = async (browser: TestBrowser, from: number, to: number) => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(club.url + filePath(serviceTicketsFile, { from: day(from), to: day(to) }), {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString() }
  }

  test('a file has a line per ticket of its period with its state and times, no texts, and leaves an audit line', async () => {
    await at(9, '13:00')
    expect(await download(agent, 0, 9)).toMatchObject({ status: 403 })
    expect(await download(supervisor, 1, 0)).toMatchObject({ status: 404 })
    const { status, text } = await download(supervisor, 0, 9)
    expect(status).toBe(200)
    expect(text).not.toContain('HYPERLINK')
    const [header, ...lines] = text.split('\r\n')
    expect(header).toBe(
      '\uFEFFProtocolo;Situação;Área;Categoria;Prioridade;Aberto em;Primeira resposta até;Primeira resposta em;' +
        'Solução até;Resolvido em;Encerrado em;Mensagens;Nota do atendimento;Unido a',
    )
    expect(lines.pop()).toBe('')
    const inOrder = [...tickets].filter(([name]) => name !== 'the day before')
    expect(lines.map((line) => line.split(';', 1)[0])).toEqual(inOrder.map(([, { protocol }]) => protocol))
    for (const line of lines) expect(line.split(';').filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
    const date = (days: number) => formatDay(day(days))
    const lineOf = (name: string) =>
      lines
        .find((line) => line.startsWith(named(name).protocol))
        ?.split(';')
        .slice(1)
    expect(lineOf('at the deadline')).toEqual([
      'Resolvido',
      'Notas e pontos',
      'Pontos',
      'Normal',
      `${date(0)} 00:00`,
      `${date(1)} 10:00`,
      `${date(1)} 10:00`,
      `${date(7)} 10:00`,
      `${date(7)} 10:00`,
      '',
      '3',
      '4',
      '',
    ])
    // Seven days after its resolution, before the job has closed it.
    expect(lineOf('solved twice')).toEqual([
      'Encerrado',
      'Promoções e prêmios',
      'Promoção ou prêmio',
      'Normal',
      `${date(1)} 12:00`,
      `${date(2)} 12:00`,
      `${date(1)} 13:00`,
      `${date(8)} 12:00`,
      `${date(2)} 13:00`,
      `${date(9)} 13:00`,
      '4',
      '5',
      '',
    ])
    expect(lineOf('merged')).toEqual([
      'Encerrado',
      'Promoções e prêmios',
      'Ingresso de evento',
      'Normal',
      `${date(3)} 10:00`,
      `${date(4)} 10:00`,
      '',
      `${date(10)} 10:00`,
      '',
      `${date(3)} 12:00`,
      '2',
      '',
      named('waits for its customer').protocol,
    ])
    const { sentence } = await club.database.db
      .selectFrom('audit_line')
      .select('sentence')
      .where('action', '=', 'customer-service.export')
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(sentence).toBe(`Baixou os atendimentos abertos de ${date(0)} a ${date(9)}.`)
    expect((await download(supervisor, -1, -1)).text.split('\r\n')[1]).toContain(
      named('the day before').protocol,
    )
  })
})

describe('the number at the desk', () => {
  const countFor = async (browser: TestBrowser) =>
    dataOf(await browser.send(waitingCountsCall)).find(({ permission }) => permission === 'tickets.answer')
      ?.count

  test('members who answer tickets see how many wait for staff, up to the limit, and others see none', async () => {
    await at(9, '13:00')
    // Seven of the period and the one before it: neither resolved, closed nor waiting for the customer.
    expect([await countFor(agent), await countFor(supervisor)]).toEqual([8, 8])
    expect(await countFor(await signedInStaff(club, staffPersonas.marketing))).toBeUndefined()
    await at(9, '14:00')
    await answer(named('new'), 'ask')
    await answer(named('due now'), 'continue')
    expect(await countFor(agent)).toBe(7)
    const { db } = club.database
    const { rows } = await sql<{ id: string }>`
      insert into service_ticket (protocol_year, customer_id, client_request_id, request_hash, state, area, category, priority,
        subject, version, created_at, opened_on, changed_at, last_message_at, last_author, message_count, last_sent_number,
        read_number, first_answer_due_at, due_at)
      select protocol_year, customer_id, gen_random_uuid(), request_hash, 'new', area, category, priority, subject, version,
        created_at, opened_on, changed_at, last_message_at, last_author, message_count, last_sent_number, read_number,
        first_answer_due_at, due_at
      from service_ticket, generate_series(1, 100) where id = ${named('late').ticket_id} returning id`.execute(
      db,
    )
    expect(await countFor(agent)).toBe(waitingCountLimit)
    await sql`delete from service_ticket where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  })
})

describe('who is answering', () => {
  const announce = async (browser: TestBrowser, is_replying: boolean) =>
    dataOf(
      await browser.send(announceReplyCall, { body: { ticket_id: named('late').ticket_id, is_replying } }),
    ).replying.map(({ name }) => name)
  /** Everywhere where another member sees it. */
  const shownTo = async (browser: TestBrowser): Promise<string[][]> => {
    const { ticket_id } = named('late')
    const shown = [
      dataOf(await browser.send(deskChangesCall, { query: { ticket_id } })).replying,
      (await openAtDesk(named('late'), browser)).replying,
      dataOf(await browser.send(refreshTicketCall, { params: { ticket_id } })).replying,
    ]
    return shown.map((members) => members.map(({ name }) => name))
  }
  const [nobody, gilberto] = [[], [staffPersonas.service_agent.name]].map((names) => [names, names, names])
  const waitForAnnouncement = () =>
    vi.waitFor(async () => expect(await shownTo(supervisor)).toEqual(gilberto), { timeout: 10_000 })

  test('a member is shown to the others for 25 seconds after the last announcement, or until they stop', async () => {
    await at(9, '15:00:00')
    expect(await announce(agent, true)).toEqual([])
    await waitForAnnouncement()
    expect(await announce(supervisor, false)).toEqual([staffPersonas.service_agent.name])
    expect(await shownTo(agent)).toEqual(nobody)
    await at(9, '15:00:24.999')
    expect(await shownTo(supervisor)).toEqual(gilberto)
    await at(9, '15:00:25.000')
    expect(await shownTo(supervisor)).toEqual(nobody)
    expect(await announce(supervisor, false)).toEqual([])

    await announce(agent, true)
    await waitForAnnouncement()
    await at(9, '15:00:35.000')
    // Announced again after ten seconds, which takes effect when the process is notified.
    await announce(agent, true)
    await announce(supervisor, true)
    await vi.waitFor(
      async () => expect(await announce(agent, true)).toEqual([staffPersonas.service_supervisor.name]),
      {
        timeout: 10_000,
      },
    )
    await announce(supervisor, false)
    await vi.waitFor(async () => expect(await shownTo(agent)).toEqual(nobody), { timeout: 10_000 })
    await at(9, '15:00:59.999')
    expect(await shownTo(supervisor)).toEqual(gilberto)
    await at(9, '15:01:00.000')
    expect(await shownTo(supervisor)).toEqual(nobody)
  })
})

describe('the customer of a ticket', () => {
  test('their page is linked for members who may open it, and not for others', async () => {
    await at(9, '16:00')
    const { customer } = await openAtDesk(named('late'))
    expect(customer).toMatchObject({ can_open_page: true, name: 'Ana Lúcia Pereira' })
    const { customer_id } = customer
    expect(await agent.send(readHistoryCall, { body: { customer_id } })).toMatchObject({ ok: true })
    const { db } = club.database
    const ticket = (await findTicket(db, named('late').ticket_id))!
    const nothing = { transaction: null, purchase: null, campaign: null }
    const deps = {
      clock: club.now,
      vault: createVault(testRootKey),
      namesOfStaff: async () => new Map(),
      describeLinks: async () => nothing,
      events: { listReplying: () => [] },
    }
    const canOpen = async (role: Role) =>
      (await deskTicketOf(deps, db, ticket, { staff_id: randomUUID(), roles: [role] })).customer.can_open_page
    expect(await canOpen('service_agent')).toBe(true)
    // No role without the customers' pages answers tickets yet.
    expect(await canOpen('marketing')).toBe(false)
    // An erased account has no page.
    await sql`
      update customer set account_status = 'anonymized', deletion_requested_at = now(), anonymized_at = now(),
        name = null, birth_date = null, cellphone = null, email = null, cellphone_verified_at = null,
        email_verified_at = null
      where id = ${customer_id}`.execute(db)
    expect((await openAtDesk(named('late'))).customer).toMatchObject({ can_open_page: false, name: null })
  })
})
