import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import {
  answerTicketCall,
  addNoteCall,
  assignTicketCall,
  nextTicketCall,
  presentTicketOf,
} from '@clube/contract/customer-service/action-calls.ts'
import {
  countUnreadTicketsCall,
  listOwnTicketsCall,
  markTicketReadCall,
  newTicketCall,
  newTicketOptionsCall,
  rateServiceCall,
  readConversationCall,
  reopenTicketCall,
  replyCall,
} from '@clube/contract/customer-service/calls.ts'
import { openTicketCall, ticketQueueCall } from '@clube/contract/customer-service/staff-calls.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()
const cpfs = freshCpfs(60, 460_000_000)
const daySeconds = 86_400

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}

/** A customer who accepted the terms of customer service. */
const customer = async () => {
  const document_id = cpfs.pop() ?? ''
  const email = `${document_id}@exemplo.com.br`
  const browser = await registerCustomer(club, document_id, { email })
  const { terms_to_accept } = dataOf(await browser.send(newTicketOptionsCall))
  const version = terms_to_accept?.version ?? ''
  dataOf(await browser.send(acceptDocumentsCall, { body: { documents: [{ kind: 'sac', version }] } }))
  return { browser, document_id, email }
}

const newTicketBody = (change: object = {}) => ({
  category: 'purchase' as const,
  subject: 'Nota sem pontos',
  message: 'A minha nota de ontem não gerou pontos.',
  client_request_id: randomUUID() as string,
  ...change,
})
const open = async (browser: TestBrowser, change: object = {}) =>
  dataOf(await browser.send(newTicketCall, { body: newTicketBody(change) }))
const read = async (browser: TestBrowser, ticket_id: string) =>
  dataOf(await browser.send(readConversationCall, { params: { ticket_id } }))
const reply = (browser: TestBrowser, ticket_id: string, change: object = {}) =>
  browser.send(replyCall, {
    body: { ticket_id, message: 'Segue a nota.', client_message_id: randomUUID(), ...change },
  })
const openAtDesk = async (agent: TestBrowser, ticket_id: string) =>
  dataOf(await agent.send(openTicketCall, { body: { ticket_id } }))
const answer = async (agent: TestBrowser, ticket_id: string, change: object = {}) => {
  const { version } = await openAtDesk(agent, ticket_id)
  return agent.send(answerTicketCall, {
    body: {
      ticket_id,
      version,
      message: 'Os pontos já estão na sua conta.',
      outcome: 'continue',
      client_message_id: randomUUID(),
      ...change,
    },
  })
}

describe('a conversation', () => {
  test('a ticket goes from the customer through the queue to an answer that the customer reads', async () => {
    const { browser, email } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const ticket = await open(browser)
    expect(ticket.protocol).toMatch(/^SAC-\d{4}-\d{6}-\d$/)
    expect(ticket).toMatchObject({ state: 'new', similar: [] })

    const queue = dataOf(await agent.send(ticketQueueCall))
    expect(queue.find(({ ticket_id }) => ticket_id === ticket.ticket_id)).toMatchObject({
      protocol: ticket.protocol,
      area: 'purchases',
      last_author: 'customer',
      assignee: null,
      next_due_at: ticket.first_answer_due_at,
    })
    const answered = dataOf(await answer(agent, ticket.ticket_id))
    expect(answered).toMatchObject({
      state: 'in_progress',
      assignee: { name: staffPersonas.service_agent.name },
    })

    expect(dataOf(await browser.send(countUnreadTicketsCall))).toEqual({ count: 1 })
    const conversation = await read(browser, ticket.ticket_id)
    expect(conversation).toMatchObject({ is_unread: true, state: 'in_progress', first_answer_due_at: null })
    expect(conversation.messages.map(({ author, author_name, text }) => [author, author_name, text])).toEqual(
      [
        ['customer', null, 'A minha nota de ontem não gerou pontos.'],
        ['staff', 'Gilberto', 'Os pontos já estão na sua conta.'],
      ],
    )
    const message_id = conversation.messages[1]?.message_id ?? ''
    const marked = { ticket_id: ticket.ticket_id, message_id }
    expect(dataOf(await browser.send(markTicketReadCall, { body: marked }))).toEqual({ is_unread: false })
    expect(dataOf(await browser.send(listOwnTicketsCall))).toMatchObject([
      { ticket_id: ticket.ticket_id, is_unread: false },
    ])

    const mail = await vi.waitFor(
      async () =>
        club.database.db
          .selectFrom('outbox_message')
          .select('text')
          .where('recipient', '=', email)
          .where('text', 'like', `%${ticket.protocol}%`)
          .executeTakeFirstOrThrow(),
      { timeout: 20_000 },
    )
    expect(mail.text).toContain(`/atendimento/${ticket.ticket_id}`)
    expect(mail.text).not.toContain('Os pontos já estão na sua conta.')
  })
})
void [
  addNoteCall,
  assignTicketCall,
  nextTicketCall,
  presentTicketOf,
  rateServiceCall,
  reopenTicketCall,
  reply,
  daySeconds,
]
