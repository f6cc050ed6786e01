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
  replyCall,
} from '@clube/contract/customer-service/calls.ts'
import {
  announceReplyCall,
  deskChangesCall,
  openTicketCall,
} from '@clube/contract/customer-service/staff-calls.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { ApiResponse } from '../../testing/browser.ts'
import { useTwoServers, type SignedIn } from '../../testing/two-servers.ts'

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
