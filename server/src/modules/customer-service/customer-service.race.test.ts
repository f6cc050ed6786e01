import {
  answerTicketCall,
  assignTicketCall,
  mergeTicketsCall,
  nextTicketCall,
} from '@clube/contract/customer-service/action-calls.ts'
import {
  newTicketCall,
  rateServiceCall,
  readConversationCall,
  reopenTicketCall,
  replyCall,
} from '@clube/contract/customer-service/calls.ts'
import {
  announceReplyCall,
  deskChangesCall,
  openTicketCall,
} from '@clube/contract/customer-service/staff-calls.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { inTransaction } from '../../db/database.ts'
import type { ApiResponse } from '../../testing/browser.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'
import { closeResolved } from './close-resolved.ts'
import type { ServiceEvents } from './service-events.ts'

const servers = useTwoServers()

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}
/** Number of each outcome. */
const tally = (responses: readonly ApiResponse<unknown>[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const outcome = response.ok ? 'ok' : (response.code ?? String(response.status))
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
const concurrently = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const open = async (person: SignedIn, change: object = {}, at = 0) =>
  person.at(at).send(newTicketCall, {
    body: {
      category: 'other',
      subject: 'Dúvida',
      message: 'Como funciona o clube?',
      client_request_id: randomUUID(),
      ...change,
    },
  })
const reply = (person: SignedIn, ticket_id: string, client_message_id: string, at: number) =>
  person.at(at).send(replyCall, { body: { ticket_id, message: 'Oi', client_message_id } })
const answer = async (agent: SignedIn, ticket_id: string, outcome: 'continue' | 'resolve') => {
  const { version } = dataOf(await agent.at(0).send(openTicketCall, { body: { ticket_id } }))
  const message = { message: 'Olá', outcome, client_message_id: randomUUID() }
  return dataOf(await agent.at(1).send(answerTicketCall, { body: { ticket_id, version, ...message } }))
}
/** Numbers of the messages, which have no gaps, and the count of the ticket. */
const numbersOf = async (ticket_id: string) => {
  const { db } = servers.database
  const rows = await db
    .selectFrom('service_message')
    .select('number')
    .where('ticket_id', '=', ticket_id)
    .orderBy('number')
    .execute()
  const { message_count } = await db
    .selectFrom('service_ticket')
    .select('message_count')
    .where('id', '=', ticket_id)
    .executeTakeFirstOrThrow()
  const numbers = rows.map(({ number }) => number)
  expect(numbers).toEqual(Array.from({ length: message_count }, (_, index) => index + 1))
  return numbers
}

const reopen = (person: SignedIn, ticket_id: string, at: number) =>
  person.at(at).send(reopenTicketCall, { body: { ticket_id } })
const bodiesOf = async (ticket_id: string) => {
  const { db } = servers.database
  const { rows } = await sql<{ author: string; body: string }>`
    select author, body from service_message where ticket_id = ${ticket_id} order by number`.execute(db)
  return rows.map(({ author, body }) => `${author}: ${body}`)
}
const stateOf = (ticket_id: string) =>
  servers.database.db
    .selectFrom('service_ticket')
    .select(['state', 'resolved_at', 'assignee_id', 'version'])
    .where('id', '=', ticket_id)
    .executeTakeFirstOrThrow()

describe('two servers', () => {
  test('one request sent 10 times opens one ticket, and different ones get different protocols', async () => {
    const person = await servers.customer()
    const client_request_id = randomUUID()
    const responses = await concurrently(10, (index) => open(person, { client_request_id }, index))
    expect(new Set(responses.map((response) => dataOf(response).ticket_id)).size).toBe(1)
    const others = await concurrently(6, (index) => open(person, {}, index))
    expect(tally(others)).toEqual({ ok: 4, 'customer-service.too-many': 2 })
    const protocols = others.flatMap((response) => (response.ok ? [response.data.protocol] : []))
    expect(new Set(protocols).size).toBe(4)
  })

  test('replies at the same time are all stored in one order, and a repeated one once', async () => {
    const person = await servers.customer()
    const { ticket_id } = dataOf(await open(person))
    const repeated = randomUUID()
    const responses = await concurrently(20, (index) =>
      reply(person, ticket_id, index < 10 ? repeated : randomUUID(), index),
    )
    expect(tally(responses)).toEqual({ ok: 20 })
    expect(await numbersOf(ticket_id)).toHaveLength(12)
  })

  test('exactly one of several answers and assignments on one version is stored', async () => {
    const person = await servers.customer()
    const agents = await concurrently(2, () => servers.staff('service_agent'))
    const { ticket_id } = dataOf(await open(person))
    const responses = await concurrently(12, (index): Promise<ApiResponse<unknown>> => {
      const agent = agents[index % 2] as SignedIn
      const body = { ticket_id, version: 1 }
      return index % 3 === 0
        ? agent.at(index).send(assignTicketCall, { body: { ...body, staff_id: null } })
        : agent.at(index).send(answerTicketCall, {
            body: { ...body, message: 'Olá', outcome: 'ask', client_message_id: randomUUID() },
          })
    })
    expect(tally(responses)).toEqual({ ok: 1, 'customer-service.changed': 11 })
    await numbersOf(ticket_id)
  })

  test('a reply and the merging of its ticket exclude each other', async () => {
    const agent = await servers.staff('service_agent')
    for (let round = 0; round < 6; round += 1) {
      const person = await servers.customer()
      const into = dataOf(await open(person))
      const { ticket_id } = dataOf(await open(person))
      const [merged, replied] = await Promise.all([
        agent.at(round).send(mergeTicketsCall, {
          body: { ticket_id, version: 1, into_protocol: into.protocol },
        }),
        reply(person, ticket_id, randomUUID(), round + 1),
      ])
      const outcomes = [merged, replied].map((response) => (response.ok ? 'ok' : response.code))
      expect([
        ['ok', 'customer-service.closed'],
        ['customer-service.changed', 'ok'],
      ]).toContainEqual(outcomes)
      const { state } = dataOf(await person.at(0).send(readConversationCall, { params: { ticket_id } }))
      expect(state).toBe(merged.ok ? 'closed' : 'new')
      await numbersOf(ticket_id)
    }
  })

  test('a reply to the ticket that continues is stored while another one is merged into it', async () => {
    const agent = await servers.staff('service_agent')
    for (let round = 0; round < 4; round += 1) {
      const person = await servers.customer()
      const into = dataOf(await open(person))
      const { ticket_id } = dataOf(await open(person))
      const body = { ticket_id, version: 1, into_protocol: into.protocol }
      const responses = await Promise.all([
        agent.at(round).send(mergeTicketsCall, { body }),
        reply(person, into.ticket_id, randomUUID(), round + 1),
      ])
      expect(tally(responses)).toEqual({ ok: 2 })
      expect(await numbersOf(into.ticket_id)).toHaveLength(3)
      expect((await stateOf(into.ticket_id)).state).toBe('new')
    }
  })

  test('one of two tickets that are merged into each other stays open', async () => {
    const agent = await servers.staff('service_agent')
    for (let round = 0; round < 4; round += 1) {
      const person = await servers.customer()
      const tickets = [dataOf(await open(person)), dataOf(await open(person))] as const
      const merge = (from: 0 | 1) => {
        const { ticket_id } = tickets[from]
        const body = { ticket_id, version: 1, into_protocol: tickets[from === 0 ? 1 : 0].protocol }
        return agent.at(from + round).send(mergeTicketsCall, { body })
      }
      expect(tally(await Promise.all([merge(0), merge(1)]))).toEqual({ ok: 1, 'customer-service.changed': 1 })
      const states = await Promise.all(tickets.map(({ ticket_id }) => stateOf(ticket_id)))
      expect(states.map(({ state }) => state).toSorted()).toEqual(['closed', 'new'])
    }
  })

  test('one of two members who take a ticket at the same time gets it, with one audit line', async () => {
    const agents = await concurrently(2, () => servers.staff('service_agent'))
    for (let round = 0; round < 4; round += 1) {
      const { ticket_id } = dataOf(await open(await servers.customer()))
      const responses = await Promise.all(
        agents.map((agent, index) =>
          agent
            .at(index + round)
            .send(assignTicketCall, { body: { ticket_id, version: 1, staff_id: agent.id } }),
        ),
      )
      expect(tally(responses)).toEqual({ ok: 1, 'customer-service.changed': 1 })
      const winner = agents[responses.findIndex(({ ok }) => ok)]
      expect(await stateOf(ticket_id)).toMatchObject({ assignee_id: winner?.id, version: 2 })
      const { rows } = await sql<{ actor_id: string }>`
        select actor_id from audit_line where action = 'customer-service.assign' and subject_id = ${ticket_id}`.execute(
        servers.database.db,
      )
      expect(rows).toEqual([{ actor_id: winner?.id }])
    }
  })

  test('a reply that arrives while staff resolve its ticket is never lost: it reopens the ticket or refuses the resolution', async () => {
    const agent = await servers.staff('service_agent')
    for (let round = 0; round < 6; round += 1) {
      const person = await servers.customer()
      const { ticket_id } = dataOf(await open(person))
      const body = { ticket_id, version: 1, message: 'Pronto', client_message_id: randomUUID() }
      const [resolved, replied] = await Promise.all([
        agent.at(round).send(answerTicketCall, { body: { ...body, outcome: 'resolve' } }),
        reply(person, ticket_id, randomUUID(), round + 1),
      ])
      expect(replied.ok).toBe(true)
      if (!resolved.ok) expect(resolved.code).toBe('customer-service.changed')
      const answers = resolved.ok ? ['staff: Pronto'] : []
      expect(await bodiesOf(ticket_id)).toEqual([
        'customer: Como funciona o clube?',
        ...answers,
        'customer: Oi',
      ])
      expect(await stateOf(ticket_id)).toMatchObject({
        state: resolved.ok ? 'in_progress' : 'new',
        resolved_at: null,
      })
      await numbersOf(ticket_id)
    }
  })

  test('the next ticket is given to one member only', async () => {
    const agents = await concurrently(2, () => servers.staff('service_agent'))
    const people = await concurrently(4, () => servers.customer())
    const opened = await concurrently(12, async (index) =>
      dataOf(await open(people[index % 4] as SignedIn, { category: 'parking' }, index)),
    )
    const taken = await concurrently(20, async (index) =>
      dataOf(
        await (agents[index % 2] as SignedIn).at(index).send(nextTicketCall, { body: { area: 'parking' } }),
      ),
    )
    const ids = taken.flatMap(({ ticket }) => (ticket ? [ticket.ticket_id] : []))
    expect(ids.toSorted()).toEqual(opened.map(({ ticket_id }) => ticket_id).toSorted())
  })

  test('the service of a ticket rated 10 times at the same time has one rating', async () => {
    const person = await servers.customer()
    const agent = await servers.staff('service_agent')
    const { ticket_id } = dataOf(await open(person))
    await answer(agent, ticket_id, 'resolve')
    const responses = await concurrently(10, (index) =>
      person.at(index).send(rateServiceCall, { body: { ticket_id, rating: (index % 5) + 1 } }),
    )
    expect(tally(responses)).toEqual({ ok: 1, 'customer-service.already-rated': 9 })
  })

  test('a member who answers on one server is shown to others on the other server', async () => {
    const person = await servers.customer()
    const [one, two] = await concurrently(2, () => servers.staff('service_agent'))
    const { ticket_id } = dataOf(await open(person))
    const announce = (is_replying: boolean) =>
      one?.at(0).send(announceReplyCall, { body: { ticket_id, is_replying } })
    const seen = async () => {
      const response = await two?.at(1).send(deskChangesCall, { query: { ticket_id } })
      return response ? dataOf(response).replying.map(({ staff_id }) => staff_id).length : -1
    }
    await announce(true)
    await vi.waitFor(async () => expect(await seen()).toBe(1), { timeout: 5_000 })
    await announce(false)
    await vi.waitFor(async () => expect(await seen()).toBe(0), { timeout: 5_000 })
  })
})

const closedBody = 'system: O atendimento foi encerrado 7 dias depois da solução.'

describe('closing of resolved tickets', () => {
  /** The job on a clock that is ahead: it closes tickets that were resolved a moment ago, to which customers may still reply. */
  const close = (publish: ServiceEvents['publish'] = async () => {}) =>
    closeResolved({
      db: servers.database.db,
      clock: () => new Date(Date.now() + 8 * 86_400_000),
      events: { publish },
    })
  /** Tickets that were resolved a moment ago, two per person. */
  const resolvedTickets = async (people: number) => {
    const opened = await concurrently(people, async () => {
      const person = await servers.customer()
      const tickets = [dataOf(await open(person)), dataOf(await open(person))]
      return tickets.map(({ ticket_id }) => ({ person, ticket_id }))
    })
    const tickets = opened.flat()
    await sql`
      update service_ticket set state = 'resolved', resolved_at = now()
      where id = any(${tickets.map(({ ticket_id }) => ticket_id)}::uuid[])`.execute(servers.database.db)
    return tickets
  }
  /** A reply to every other ticket, and the reopening of the others. */
  const replyOrReopen = (tickets: Awaited<ReturnType<typeof resolvedTickets>>) =>
    Promise.all(
      tickets.map(({ person, ticket_id }, index): Promise<ApiResponse<unknown>> =>
        index % 2 === 0 ? reply(person, ticket_id, randomUUID(), index) : reopen(person, ticket_id, index),
      ),
    )
  const blocked = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        servers.database.db,
      )
      expect(rows).toHaveLength(count)
    }, 5_000)
  const opening = 'customer: Como funciona o clube?'
  const accepted = ['customer: Oi', 'system: O atendimento foi reaberto.']
  /** Ends the test unless the ticket was closed and the request refused, or the request accepted and the ticket left open. */
  const expectConsistent = async (ticket_id: string, index: number, response: ApiResponse<unknown>) => {
    const { state } = await stateOf(ticket_id)
    const bodies = await bodiesOf(ticket_id)
    if (response.ok)
      expect([state, bodies]).toEqual(['in_progress', [opening, accepted[index % 2] as string]])
    else {
      expect([state, bodies]).toEqual(['closed', [opening, closedBody]])
      expect(response).toMatchObject({
        status: 409,
        message: 'Este atendimento foi encerrado. Abra um novo.',
      })
    }
    await numbersOf(ticket_id)
  }

  test('a reply or reopening that has locked the ticket first keeps it open', async () => {
    const tickets = await resolvedTickets(1)
    const sent = await inTransaction(servers.database.db, async (tx) => {
      await sql`select from service_ticket where id = any(${tickets.map(({ ticket_id }) => ticket_id)}::uuid[])
        for update`.execute(tx)
      const requests = replyOrReopen(tickets)
      await blocked(2)
      await close()
      // In an object: the transaction would wait for the promise, and the requests wait for the transaction.
      return { requests }
    })
    const responses = await sent.requests
    expect(tally(responses)).toEqual({ ok: 2 })
    for (const [index, { ticket_id }] of tickets.entries())
      await expectConsistent(ticket_id, index, responses[index] as ApiResponse<unknown>)
    await close()
    for (const { ticket_id } of tickets) expect((await stateOf(ticket_id)).state).toBe('in_progress')
  })

  test('a reply or reopening that arrives while the ticket is closed is refused', async () => {
    const tickets = await resolvedTickets(1)
    const locked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const job = close(() => {
      locked.resolve()
      return released.promise
    })
    await locked.promise
    const requests = replyOrReopen(tickets)
    await blocked(2)
    released.resolve()
    await job
    const responses = await requests
    expect(tally(responses)).toEqual({ 'customer-service.closed': 2 })
    for (const [index, { ticket_id }] of tickets.entries())
      await expectConsistent(ticket_id, index, responses[index] as ApiResponse<unknown>)
  })

  test('two processes close each ticket once, and none to which a reply was accepted', async () => {
    const tickets = await resolvedTickets(6)
    const { db } = servers.database
    const { rows: copies } = await sql<{ id: string }>`
      insert into service_ticket (protocol_year, customer_id, client_request_id, request_hash, state, area, category,
        priority, subject, version, created_at, opened_on, changed_at, last_message_at, last_author, message_count,
        last_sent_number, read_number, first_answer_due_at, due_at, resolved_at)
      select protocol_year, customer_id, gen_random_uuid(), request_hash, state, area, category, priority, subject, 1,
        created_at, opened_on, changed_at, last_message_at, last_author, 0, 0, 0, first_answer_due_at, due_at,
        -- The job takes the oldest first, so that those of the customers are closed while they reply.
        resolved_at + case when n % 2 = 0 then interval '1 minute' else interval '-1 minute' end
      from service_ticket, generate_series(1, 240) as n where id = ${tickets[0]?.ticket_id}
      returning id`.execute(db)
    const [responses] = await Promise.all([replyOrReopen(tickets), close(), close()])
    for (const [index, { ticket_id }] of tickets.entries())
      await expectConsistent(ticket_id, index, responses[index] as ApiResponse<unknown>)
    const { rows: closed } = await sql<{ outcome: string }>`
      select concat_ws(' ', t.state, t.version, t.message_count, count(m.id)) as outcome
      from service_ticket as t left join service_message as m on m.ticket_id = t.id
      where t.id = any(${copies.map(({ id }) => id)}::uuid[]) group by t.id`.execute(db)
    expect(closed).toHaveLength(240)
    expect(new Set(closed.map(({ outcome }) => outcome))).toEqual(new Set(['closed 2 1 1']))
  })
})
