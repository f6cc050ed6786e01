import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import {
  answerTicketCall,
  addNoteCall,
  assignTicketCall,
  editTicketCall,
  mergeTicketsCall,
  nextTicketCall,
  presentTicketOf,
  transferTicketCall,
  uploadDeskAttachmentCall,
} from '@clube/contract/customer-service/action-calls.ts'
import {
  archiveTemplateCall,
  listTemplatesCall,
  saveTemplateCall,
} from '@clube/contract/customer-service/answer-template.ts'
import {
  readServiceHoursCall,
  saveServiceHoursCall,
  type ServiceHours,
} from '@clube/contract/customer-service/service-hours.ts'
import { formatTicketProtocol } from '@clube/contract/customer-service/service-ticket.ts'
import type { DataOf, QueryOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf, defaultTimeZone, formatTime } from '@clube/contract/kernel/club-time.ts'
import {
  discardUploadCall,
  ownDocumentFile,
  ownPictureFile,
  ownTicketStream,
  ticketChangesCall,
  uploadAttachmentCall,
  listOwnTicketsCall,
  markTicketReadCall,
  newTicketCall,
  newTicketOptionsCall,
  rateServiceCall,
  readConversationCall,
  reopenTicketCall,
  replyCall,
} from '@clube/contract/customer-service/calls.ts'
import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { promotionKindProperties, promotionKinds } from '@clube/contract/kernel/promotion-kinds.ts'
import { streamEndedEvent, streamHeartbeatSeconds } from '@clube/contract/kernel/event-stream.ts'
import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import { listDataAccessesCall } from '@clube/contract/privacy/data-access-calls.ts'
import { requestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  listStaffCall,
} from '@clube/contract/staff/management-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { addProjectFileCall, listMyProjectsCall } from '@clube/contract/new-project/calls.ts'
import { staffSignOutCall } from '@clube/contract/staff/sign-in-calls.ts'
import {
  announceReplyCall,
  deskDocumentFile,
  deskOverviewCall,
  deskPictureFile,
  deskStream,
  openTicketCall,
  searchTicketsCall,
  ticketQueueCall,
} from '@clube/contract/customer-service/staff-calls.ts'
import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eicar, startLocalClamd } from '../../../counterparts/local-clamd.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { ApiResponse, TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { jpeg } from '../../testing/jpeg.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { createMemoryPhotoStore } from '../../testing/memory-photo-store.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { firstIdAt } from '../../kernel/first-id-at.ts'
import { sealObject } from '../photos/index.ts'
import { createLimits } from '../limits/index.ts'
import { proveNow, type Proof, type ProofStep } from '../proofs/index.ts'
import { shops } from '../../../seeds/demonstration/shops.ts'
import { receiptKeyOf } from '../../testing/receipts.ts'
import { createVault } from '../vault/index.ts'
import { createServiceAttachmentsProof, createServiceTicketsProof } from './prove-service.ts'
import { findWords, searchMessages } from './ticket-search-store.ts'

const clamd = await startLocalClamd()
const club = useClub({ customer_service: { clamd: { host: clamd.host, port: clamd.port } } })
afterAll(() => clamd.stop())
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
  const browser = await registerCustomer(club.browser(), document_id, { email })
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

/** Sessions end while the clock advances by days. */
const extendSessions = async () => {
  const now = club.now()
  const end = new Date(now.getTime() + 3_600_000)
  await club.database.db
    .updateTable('session')
    .set({ created_at: now, last_seen_at: now, idle_expires_at: end, absolute_expires_at: end })
    .execute()
}

describe('states', () => {
  test('an answer waits for the customer, whose reply returns the ticket to staff', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const asked = dataOf(
      await answer(agent, ticket_id, { outcome: 'ask', message: 'Qual é o número da nota?' }),
    )
    expect(asked.state).toBe('waiting_customer')
    expect(dataOf(await reply(browser, ticket_id))).toMatchObject({ state: 'in_progress' })
  })

  test('a resolved ticket is rated once, reopened by a reply, and closes after seven days', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const rate = (rating: number) => browser.send(rateServiceCall, { body: { ticket_id, rating } })
    expect(await rate(5)).toMatchObject({ status: 409, code: 'customer-service.not-ratable' })
    expect(dataOf(await answer(agent, ticket_id, { outcome: 'resolve' })).state).toBe('resolved')
    expect(await read(browser, ticket_id)).toMatchObject({
      can_rate: true,
      can_reopen: true,
      sla_due_at: null,
    })
    expect(dataOf(await rate(4))).toMatchObject({ rating: 4, can_rate: false })
    expect(await rate(1)).toMatchObject({ status: 409, code: 'customer-service.already-rated' })
    expect(dataOf(await reply(browser, ticket_id))).toMatchObject({ state: 'in_progress', can_reopen: false })

    dataOf(await answer(agent, ticket_id, { outcome: 'resolve' }))
    const reopened = dataOf(await browser.send(reopenTicketCall, { body: { ticket_id } }))
    expect(reopened).toMatchObject({ state: 'in_progress', closes_at: null })
    dataOf(await answer(agent, ticket_id, { outcome: 'resolve' }))
    club.advanceSeconds(7 * daySeconds + 60)
    await extendSessions()
    const closed = { status: 409, message: 'Este atendimento foi encerrado. Abra um novo.' }
    // Before the job has run, and after it.
    expect(await reply(browser, ticket_id)).toMatchObject(closed)
    await club.purge()
    expect(await reply(browser, ticket_id)).toMatchObject(closed)
    expect(await browser.send(reopenTicketCall, { body: { ticket_id } })).toMatchObject(closed)
    const conversation = await read(browser, ticket_id)
    expect(conversation).toMatchObject({ state: 'closed', can_reply: false, can_rate: false })
    expect(conversation.messages.at(-1)).toMatchObject({ author: 'system' })
  })

  test('a ticket closed by time is neither rated nor changed by staff, before and after the closing job', async () => {
    const { browser } = await customer()
    const { ticket_id } = await open(browser)
    const other = await open(browser, { subject: 'Outro assunto' })
    const resolver = await signedInStaff(club, staffPersonas.service_agent)
    dataOf(await answer(resolver, ticket_id, { outcome: 'resolve' }))
    club.advanceSeconds(7 * daySeconds + 60)
    await extendSessions()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const expectEnded = async () => {
      expect(await browser.send(rateServiceCall, { body: { ticket_id, rating: 5 } })).toMatchObject({
        status: 409,
        code: 'customer-service.not-ratable',
      })
      const { version } = await openAtDesk(agent, ticket_id)
      const target = { ticket_id, version }
      const refused = {
        continue: await answer(agent, ticket_id),
        ask: await answer(agent, ticket_id, { outcome: 'ask' }),
        resolve: await answer(agent, ticket_id, { outcome: 'resolve' }),
        assign: await agent.send(assignTicketCall, { body: { ...target, staff_id: null } }),
        edit: await agent.send(editTicketCall, {
          body: { ...target, category: 'account', priority: 'urgent' },
        }),
        transfer: await agent.send(transferTicketCall, {
          body: { ...target, area: 'promotions', reason: 'É da promoção.' },
        }),
        merge: await agent.send(mergeTicketsCall, { body: { ...target, into_protocol: other.protocol } }),
      }
      for (const [action, response] of Object.entries(refused))
        expect(response, action).toMatchObject({ status: 409, code: 'customer-service.closed' })
    }
    const stored = () =>
      club.database.db
        .selectFrom('service_ticket')
        .select(['state', 'rating', 'merged_into'])
        .where('id', '=', ticket_id)
        .executeTakeFirstOrThrow()
    await expectEnded()
    expect(await stored()).toEqual({ state: 'resolved', rating: null, merged_into: null })
    await club.purge()
    await expectEnded()
    expect(await stored()).toEqual({ state: 'closed', rating: null, merged_into: null })
  })
})

describe('what a customer sends', () => {
  test('the longest subject and messages are stored, and a character more is refused', async () => {
    const { browser } = await customer()
    const [subject, message] = ['a'.repeat(120), 'b'.repeat(2_000)]
    const { ticket_id } = await open(browser, { subject, message })
    dataOf(await reply(browser, ticket_id, { message }))
    expect(await read(browser, ticket_id)).toMatchObject({
      subject,
      messages: [{ text: message }, { text: message }],
    })
    for (const change of [{ subject: `${subject}a` }, { message: `${message}b` }, { message: '123456789' }])
      expect(await browser.send(newTicketCall, { body: newTicketBody(change) })).toMatchObject({
        status: 422,
      })
    expect(await reply(browser, ticket_id, { message: `${message}b` })).toMatchObject({ status: 422 })
  })

  test('the first ticket requires the terms, and other people’s receipts and tickets are not found', async () => {
    const outsider = await registerCustomer(club.browser(), cpfs.pop() ?? '')
    expect(await outsider.send(newTicketCall, { body: newTicketBody() })).toMatchObject({
      status: 409,
      code: 'customer-service.terms-required',
    })
    const { browser } = await customer()
    const { ticket_id } = await open(browser)
    const unknown = { status: 404, message: 'Atendimento não encontrado.' }
    expect(await reply(outsider, ticket_id)).toMatchObject(unknown)
    expect(await outsider.send(readConversationCall, { params: { ticket_id } })).toMatchObject(unknown)
    for (const link of ['purchase_id', 'transaction_id', 'campaign_id'])
      expect(
        await browser.send(newTicketCall, { body: newTicketBody({ [link]: randomUUID() }) }),
      ).toMatchObject({ status: 404, code: 'customer-service.link-unknown' })
  })

  test('the form names the person’s own receipt or participation of any age, and nothing of other people', async () => {
    const { browser } = await customer()
    const { browser: other } = await customer()
    const body = {
      receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[0].cnpj, number: 46_001 }),
      amount_cents: 5_000,
      issued_on: clubDayOf(club.now(), defaultTimeZone),
    }
    const { purchase_id } = dataOf(await browser.send(registerReceiptCall, { body }))
    const [campaign] = dataOf(await browser.send(listCampaignsCall))
    const campaign_id = campaign?.campaign_id ?? ''
    const linksFor = async (person: TestBrowser, query: QueryOf<typeof newTicketOptionsCall>) =>
      dataOf(await person.send(newTicketOptionsCall, { query })).links
    const nothing = { transaction: null, purchase: null, campaign: null }
    expect(await linksFor(browser, {})).toEqual(nothing)
    expect(await linksFor(browser, { purchase_id })).toMatchObject({
      ...nothing,
      purchase: { purchase_id, shop_name: shops[0].name, amount_cents: 5_000 },
    })
    expect(await linksFor(other, { campaign_id })).toMatchObject({
      ...nothing,
      campaign: { title: campaign?.title },
    })
    for (const query of [{ purchase_id }, { purchase_id, campaign_id }, { transaction_id: randomUUID() }])
      expect(await linksFor(other, query)).toEqual(nothing)
    expect(await browser.raw('GET', `${newTicketOptionsCall.path}?purchase_id=x`)).toMatchObject({
      status: 422,
    })
  })

  test('a ticket about an own participation of any kind names it to its customer and at the desk, and nobody else can link it', async () => {
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    // More than five tickets of one customer in an hour are refused.
    const [ana, eva] = [(await customer()).browser, (await customer()).browser]
    const campaigns = dataOf(await ana.send(listCampaignsCall))
    for (const [index, kind] of promotionKinds.entries()) {
      const [owner, other] = index % 2 === 0 ? [ana, eva] : [eva, ana]
      const campaign = campaigns.find((each) => each.kind === kind && each.state === 'active')
      const campaign_id = campaign?.campaign_id ?? ''
      const started = dataOf(
        await owner.send(startTransactionCall, { body: { campaign_id, kind, service_channel: 'site' } }),
      )
      const { transaction_id, protocol } = started
      const transaction = {
        transaction_id,
        protocol,
        campaign_title: campaign?.title,
        kind_title: promotionKindProperties[kind].title,
        created_at: expect.any(String),
      }
      const links = { transaction, purchase: null, campaign: null }
      const { ticket_id } = await open(owner, { transaction_id, category: 'promotion' })
      expect((await read(owner, ticket_id)).links, kind).toEqual(links)
      expect((await openAtDesk(agent, ticket_id)).links, kind).toEqual(links)

      // The answers to an unknown participation, and to one of another person, are the same.
      const answers = []
      for (const foreign of [transaction_id, transaction_id.toUpperCase(), randomUUID()]) {
        const body = newTicketBody({ transaction_id: foreign, campaign_id })
        const refused = await other.send(newTicketCall, { body })
        const query = { transaction_id: foreign, campaign_id }
        const shown = dataOf(await other.send(newTicketOptionsCall, { query })).links
        if (refused.ok) throw new Error('A foreign participation was linked')
        const { status, code, message, errors } = refused
        answers.push({ status, code, message, errors, shown })
      }
      expect(answers[0]).toMatchObject({
        status: 404,
        message: 'Não encontramos a nota, a participação ou a promoção deste atendimento.',
        shown: { transaction: null, purchase: null, campaign: null },
      })
      expect(answers.slice(1), kind).toEqual([answers[0], answers[0]])
    }
    const { ticket_id } = await open(ana)
    const unlinked = { transaction: null, purchase: null, campaign: null }
    expect((await openAtDesk(agent, ticket_id)).links).toEqual(unlinked)
  })

  test('malformed ids of what a ticket is about are refused as invalid', async () => {
    const { browser } = await customer()
    for (const link of ['purchase_id', 'transaction_id', 'campaign_id'])
      for (const id of ['', 'x', 7, null, [randomUUID()], { $ne: '' }, `${randomUUID()}\u0000`])
        expect(
          await browser.send(newTicketCall, { body: newTicketBody({ [link]: id }) }),
          `${link} ${JSON.stringify(id)}`,
        ).toMatchObject({ status: 422, errors: [{ path: link }] })
    expect(dataOf(await browser.send(listOwnTicketsCall))).toEqual([])
  })

  test('repeated requests have one effect, and the same id with other content is refused', async () => {
    const { browser } = await customer()
    const body = newTicketBody()
    const first = dataOf(await browser.send(newTicketCall, { body }))
    expect(dataOf(await browser.send(newTicketCall, { body })).ticket_id).toBe(first.ticket_id)
    expect(await browser.send(newTicketCall, { body: { ...body, subject: 'Outro assunto' } })).toMatchObject({
      status: 409,
      code: 'customer-service.message-reused',
    })
    const { ticket_id } = first
    const change = { client_message_id: randomUUID() }
    dataOf(await reply(browser, ticket_id, change))
    expect(dataOf(await reply(browser, ticket_id, change)).messages).toHaveLength(2)
    expect(await reply(browser, ticket_id, { ...change, message: 'Outra' })).toMatchObject({
      code: 'customer-service.message-reused',
    })
    // The same subject is a warning.
    expect((await open(browser, { subject: 'NOTAS sem pontos' })).similar).toMatchObject([{ ticket_id }])
  })

  test('more than five tickets or thirty replies in an hour are refused with the minutes to wait', async () => {
    const { browser } = await customer()
    const { ticket_id } = await open(browser)
    for (let index = 1; index < 5; index += 1) await open(browser)
    const flooded = await browser.send(newTicketCall, { body: newTicketBody() })
    expect(flooded).toMatchObject({ status: 429, code: 'customer-service.too-many' })
    expect(flooded.ok ? '' : flooded.message).toMatch(/Tente de novo em \d+ minutos?\./)
    const statuses = []
    for (let index = 0; index < 31; index += 1) statuses.push((await reply(browser, ticket_id)).status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the desk', () => {
  test('an internal note never reaches the customer, not even as an unread mark', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const { version: _before, ...before } = await read(browser, ticket_id)
    const note = { ticket_id, message: 'Cliente já reclamou antes.', client_message_id: randomUUID() }
    const noted = dataOf(await agent.send(addNoteCall, { body: note }))
    expect(noted.messages.at(-1)).toMatchObject({ visibility: 'internal', text: note.message })
    expect(dataOf(await agent.send(addNoteCall, { body: note })).messages).toHaveLength(2)
    const { version: _after, ...after } = await read(browser, ticket_id)
    expect(after).toEqual(before)
    expect(dataOf(await browser.send(countUnreadTicketsCall))).toEqual({ count: 0 })
  })

  test('the overview counts the tickets that wait, those without an assignee and those of the member', async () => {
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const other = await signedInStaff(club, staffPersonas.service_supervisor)
    const countsOf = async (member: TestBrowser) => dataOf(await member.send(deskOverviewCall))
    const before = { agent: await countsOf(agent), other: await countsOf(other) }
    const { browser } = await customer()
    const { ticket_id } = await open(browser)
    await open(browser, { subject: 'Outra nota sem pontos' })
    const { version } = await openAtDesk(agent, ticket_id)
    const { me } = before.agent
    dataOf(await agent.send(assignTicketCall, { body: { ticket_id, version, staff_id: me } }))
    const { active, unassigned, mine, overdue } = before.agent.counts
    const expected = { active: active + 2, unassigned: unassigned + 1, mine: mine + 1, overdue }
    // The count is read again when the process is notified of a change.
    await vi.waitFor(async () => expect((await countsOf(agent)).counts).toEqual(expected))
    expect((await countsOf(other)).counts).toEqual({ ...expected, mine: before.other.counts.mine })
    const waiting = (overview: typeof before.agent) =>
      overview.areas.reduce((sum, area) => sum + area.active, 0)
    expect(waiting(await countsOf(other))).toBe(active + 2)
  })

  test('the queue and “next one” follow urgency and deadline, with every filter and across pages', async () => {
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { browser } = await customer()
    const { ticket_id } = await open(browser)
    const { me } = dataOf(await agent.send(deskOverviewCall))
    const { db } = club.database
    const { rows: copied } = await sql<{ id: string }>`
      insert into service_ticket (protocol_year, customer_id, client_request_id, request_hash, state, area, category,
        priority, subject, assignee_id, version, created_at, opened_on, changed_at, last_message_at, last_author,
        message_count, last_sent_number, read_number, first_answer_due_at, due_at)
      select protocol_year, customer_id, gen_random_uuid(), request_hash,
        case when n % 5 = 0 then 'waiting_customer' else 'new' end,
        case when n % 2 = 0 then 'purchases' else 'accounts' end,
        case when n % 3 = 0 then 'promotion' else 'purchase' end,
        case when n % 11 = 0 then 'urgent' else 'normal' end,
        subject, case when n % 4 = 0 then ${me}::uuid end, version, created_at, opened_on, changed_at,
        last_message_at, last_author, message_count, last_sent_number, read_number,
        ${club.now()}::timestamptz + (n * 37 % 120 - 40) * interval '1 hour',
        ${club.now()}::timestamptz + (n * 37 % 120 - 30) * interval '1 hour'
      from service_ticket, generate_series(1, 140) as n where id = ${ticket_id}
      returning id`.execute(db)
    const copies = new Set(copied.map(({ id }) => id))
    const tickets = await db
      .selectFrom('service_ticket')
      .select([
        'id',
        'state',
        'area',
        'category',
        'priority',
        'assignee_id',
        'next_due_at',
        'last_message_at',
      ])
      .execute()
    type Ticket = (typeof tickets)[number]
    const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
    const inOrder = (a: Ticket, b: Ticket) =>
      compare(Number(b.priority === 'urgent'), Number(a.priority === 'urgent')) ||
      compare(a.next_due_at.getTime(), b.next_due_at.getTime()) ||
      compare(a.id, b.id)
    const newestFirst = (a: Ticket, b: Ticket) =>
      compare(b.last_message_at.getTime(), a.last_message_at.getTime()) || compare(b.id, a.id)
    const isActive = ({ state }: Ticket) => state === 'new' || state === 'in_progress'
    const isOverdue = ({ next_due_at }: Ticket) => next_due_at < club.now()
    const listAll = async (query: QueryOf<typeof ticketQueueCall>): Promise<string[]> => {
      const page = await agent.send(ticketQueueCall, { query })
      const ids = dataOf(page).map((ticket) => ticket.ticket_id)
      const cursor = page.ok ? page.next_cursor : null
      return cursor ? [...ids, ...(await listAll({ ...query, cursor }))] : ids
    }
    const filters: [QueryOf<typeof ticketQueueCall>, (ticket: Ticket) => boolean][] = [
      [{}, isActive],
      [{ assignee: 'mine' }, (ticket) => isActive(ticket) && ticket.assignee_id === me],
      [{ assignee: me }, (ticket) => isActive(ticket) && ticket.assignee_id === me],
      [{ assignee: 'nobody' }, (ticket) => isActive(ticket) && ticket.assignee_id === null],
      [{ area: 'accounts' }, (ticket) => isActive(ticket) && ticket.area === 'accounts'],
      [{ category: 'promotion' }, (ticket) => isActive(ticket) && ticket.category === 'promotion'],
      [{ priority: 'urgent' }, (ticket) => isActive(ticket) && ticket.priority === 'urgent'],
      [{ overdue: 'yes' }, (ticket) => isActive(ticket) && isOverdue(ticket)],
      [{ queue: 'waiting' }, ({ state }) => state === 'waiting_customer'],
      [
        { queue: 'waiting', area: 'purchases', assignee: 'nobody' },
        ({ state, area, assignee_id }) =>
          state === 'waiting_customer' && area === 'purchases' && assignee_id === null,
      ],
      [{ queue: 'done' }, ({ state }) => state === 'resolved' || state === 'closed'],
    ]
    for (const [query, isListed] of filters) {
      const expected = tickets.filter(isListed).toSorted(query.queue === 'done' ? newestFirst : inOrder)
      expect(expected.length).toBeGreaterThan(0)
      expect(await listAll(query), JSON.stringify(query)).toEqual(expected.map(({ id }) => id))
    }
    await sql`delete from service_ticket where id = any(${[...copies]}::uuid[])`.execute(db)
    const { ticket_id: urgent } = await open(browser)
    const { version, category } = await openAtDesk(agent, urgent)
    const edited = { ticket_id: urgent, version, category, priority: 'urgent' as const }
    dataOf(await agent.send(editTicketCall, { body: edited }))
    const takeNext = async () => dataOf(await agent.send(nextTicketCall, { body: {} })).ticket?.ticket_id
    expect(await takeNext()).toBe(urgent)
    const unassigned = tickets.filter(
      (ticket) => isActive(ticket) && ticket.assignee_id === null && !copies.has(ticket.id),
    )
    expect(await takeNext()).toBe(unassigned.toSorted(inOrder)[0]?.id)
  })

  test('an action on a version that has changed stores nothing and shows the present ticket', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const { version } = await openAtDesk(agent, ticket_id)
    dataOf(await reply(browser, ticket_id, { message: 'Achei outra nota.' }))
    const message = { message: 'Tarde demais.', outcome: 'resolve' as const, client_message_id: randomUUID() }
    const refused = await agent.send(answerTicketCall, { body: { ticket_id, version, ...message } })
    expect(refused).toMatchObject({ status: 409, code: 'customer-service.changed' })
    const present = presentTicketOf(refused.ok ? null : refused.present)
    expect(present?.messages.at(-1)?.text).toBe('Achei outra nota.')
    const answered = await agent.send(answerTicketCall, {
      body: { ticket_id, version: present?.version ?? 0, ...message },
    })
    expect(dataOf(answered).state).toBe('resolved')
    // The answer was stored, so its repetition is not a conflict.
    const repeated = dataOf(await agent.send(answerTicketCall, { body: { ticket_id, version, ...message } }))
    expect(repeated.messages).toHaveLength(3)
    expect(
      await agent.send(assignTicketCall, { body: { ticket_id, version: repeated.version, staff_id: null } }),
    ).toMatchObject({
      status: 409,
      message: 'Isto não é possível: o atendimento está “Resolvido”.',
    })
  })

  test('a repeated answer shows the ticket without a new audit line for 30 minutes only', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const { version } = await openAtDesk(agent, ticket_id)
    const body = {
      ticket_id,
      version,
      message: 'Olá',
      outcome: 'continue' as const,
      client_message_id: randomUUID(),
    }
    const countOpenings = async () => {
      const lines = await club.database.db
        .selectFrom('audit_line')
        .select('position')
        .where('action', '=', 'customer-service.open')
        .where('subject_id', '=', ticket_id)
        .execute()
      return lines.length
    }
    dataOf(await agent.send(answerTicketCall, { body }))
    dataOf(await agent.send(answerTicketCall, { body }))
    expect(await countOpenings()).toBe(1)
    club.advanceSeconds(30 * 60 + 1)
    const later = await signedInStaff(club, staffPersonas.service_agent)
    dataOf(await later.send(answerTicketCall, { body }))
    expect(await countOpenings()).toBe(2)
  })

  test('a conflict shows the ticket only to a member who opened it within 30 minutes', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const { version } = await openAtDesk(agent, ticket_id)
    dataOf(await reply(browser, ticket_id, { message: 'Achei outra nota.' }))
    const outsider = await signedInStaff(club, staffPersonas.service_supervisor)
    const target = { ticket_id, version }
    const attempts = (by: TestBrowser): Promise<ApiResponse<unknown>>[] => [
      by.send(answerTicketCall, {
        body: { ...target, message: 'Olá', outcome: 'continue', client_message_id: randomUUID() },
      }),
      by.send(assignTicketCall, { body: { ...target, staff_id: null } }),
      by.send(editTicketCall, { body: { ...target, category: 'purchase', priority: 'high' } }),
      by.send(transferTicketCall, { body: { ...target, area: 'promotions', reason: 'É da promoção.' } }),
      by.send(mergeTicketsCall, { body: { ...target, into_protocol: 'SAC-2026-999999-0' } }),
    ]
    const shown = async (by: TestBrowser) => {
      const refused = await Promise.all(attempts(by))
      for (const response of refused)
        expect(response).toMatchObject({ status: 409, code: 'customer-service.changed' })
      return refused.map((response) => !response.ok && response.present !== undefined)
    }
    expect(await shown(agent)).toEqual([true, true, true, true, true])
    const nothing = [false, false, false, false, false]
    expect(await shown(outsider)).toEqual(nothing)
    club.advanceSeconds(30 * 60 + 1)
    // The session has ended by idleness; the opening counts for the member in any session.
    const later = await signedInStaff(club, staffPersonas.service_agent)
    expect(await shown(later)).toEqual(nothing)
    await openAtDesk(later, ticket_id)
    expect(await shown(later)).toEqual([true, true, true, true, true])
  })

  test('tickets are transferred, merged, and found by words without accents, by protocol and document', async () => {
    const { browser, document_id } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const first = await open(browser, { message: 'A promoção do jabuti não abriu no celular.' })
    const second = await open(browser, { subject: 'De novo' })
    const { version } = await openAtDesk(agent, second.ticket_id)
    const transferred = await agent.send(transferTicketCall, {
      body: { ticket_id: second.ticket_id, version, area: 'promotions', reason: 'É da promoção.' },
    })
    expect(dataOf(transferred)).toMatchObject({ area: 'promotions', assignee: null })
    const merge = (into_protocol: string) =>
      agent.send(mergeTicketsCall, {
        body: { ticket_id: second.ticket_id, version: dataOf(transferred).version, into_protocol },
      })
    for (const protocol of [second.protocol, 'SAC-2026-999999-0', 'x'])
      expect(await merge(protocol)).toMatchObject({ code: 'customer-service.merge-unknown' })
    expect(dataOf(await merge(first.protocol))).toMatchObject({
      ticket_id: first.ticket_id,
      merged_from: [{ protocol: second.protocol }],
    })
    expect(await read(browser, second.ticket_id)).toMatchObject({
      state: 'closed',
      continued_in: { ticket_id: first.ticket_id },
    })
    const search = async (text: string) => dataOf(await agent.send(searchTicketsCall, { body: { text } }))
    for (const text of ['jabuti promocoes', 'JABUTÍ', first.protocol, first.protocol.toLowerCase()])
      expect((await search(text)).hits.map(({ ticket }) => ticket.ticket_id)).toEqual([first.ticket_id])
    expect((await search('jabutis')).hits[0]?.excerpt).toContain('jabuti')
    expect(await search(document_id)).toMatchObject({ by: 'document', has_more: false })
    expect((await search(document_id)).hits).toHaveLength(2)
    expect(await search('hipopótamo')).toEqual({ by: 'words', hits: [], has_more: false })
    expect(await agent.send(searchTicketsCall, { body: { text: 'de a' } })).toMatchObject({ status: 422 })
  })

  test('each search has one audit line without its text, which a person sees if all hits are theirs', async () => {
    const { browser, document_id } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id, protocol } = await open(browser, { message: 'O graxaim perdeu a nota no lago.' })
    dataOf(await reply(browser, ticket_id, { message: 'O graxaim achou a nota.' }))
    await open((await customer()).browser, { message: 'Também vi o graxaim no lago ontem.' })
    const { db } = club.database
    const lines = async (after: number) =>
      (
        await sql<{ position: number; subject_id: string | null; sentence: string }>`
          select position, subject_id, sentence from audit_line
          where action = 'customer-service.search' and position > ${after} order by position`.execute(db)
      ).rows
    const last = (await lines(0)).at(-1)?.position ?? 0
    for (const text of [
      'graxaim',
      'graxaim achou',
      'hipopótamo azul',
      document_id,
      freshCpfs(1, 469_000_000)[0] ?? '',
      protocol,
      formatTicketProtocol({ year: 2026, number: 999_999 }),
    ])
      dataOf(await agent.send(searchTicketsCall, { body: { text } }))
    expect(await agent.send(searchTicketsCall, { body: { text: 'de a' } })).toMatchObject({ status: 422 })
    expect(
      (await lines(last)).map(({ subject_id, sentence }) => [sentence, subject_id === ticket_id]),
    ).toEqual([
      ['Procurou atendimentos por palavras e encontrou 3.', false],
      ['Procurou atendimentos por palavras e encontrou 1.', true],
      ['Procurou atendimentos por palavras e não encontrou nada.', false],
      ['Procurou atendimentos por documento e encontrou 1.', true],
      ['Procurou atendimentos por documento e não encontrou nada.', false],
      ['Procurou atendimentos por protocolo e encontrou 1.', true],
      ['Procurou atendimentos por protocolo e não encontrou nada.', false],
    ])
    const accesses = dataOf(await browser.send(listDataAccessesCall))
    const seen = accesses.filter(({ what }) => what === 'Viu um atendimento seu no resultado de uma busca')
    expect(seen).toHaveLength(3)
  })

  test('messages with all words are found from the newest one, whether the words are rare or frequent', async () => {
    const { browser } = await customer()
    const { ticket_id } = await open(browser)
    const { db } = club.database
    // Frequent words (two of which never meet, and one only in old messages), a rare one, and one that no message has.
    await sql`
      insert into service_message (ticket_id, number, author, visibility, body, created_at, words)
      select ${ticket_id}, n, 'system', 'public', body, now(), service_words(body)
      from generate_series(2, 1801) as n, concat_ws(' ', 'tatu', case n % 2 when 0 then 'capivara' else 'ariranha' end,
        case when n % 3 = 0 then 'sucuri' end, case when n < 700 then 'harpia' end,
        case when n % 400 = 3 then 'quati' end) as body`.execute(db)
    const { rows: messages } = await sql<{ position: number; body: string }>`
      select position, body from service_message where ticket_id = ${ticket_id} and number > 1
      order by position desc`.execute(db)
    const words = ['tatu', 'capivara', 'ariranha', 'sucuri', 'harpia', 'quati', 'mutum']
    const subsets = Array.from({ length: 2 ** words.length - 1 }, (_, index) =>
      words.filter((_word, bit) => ((index + 1) >> bit) % 2 === 1),
    )
    const find = async (texts: readonly string[]) => {
      const hits = await searchMessages(db, { words: await findWords(db, texts.join(' ')), limit: 51 })
      return hits.map(({ position }) => position)
    }
    for (const subset of subsets) {
      const expected = messages.filter(({ body }) => subset.every((word) => body.includes(word)))
      expect(await find(subset), subset.join()).toEqual(expected.slice(0, 51).map(({ position }) => position))
    }
    await sql`update service_message set body = '', words = '' where ticket_id = ${ticket_id} and number > 1601`.execute(
      db,
    )
    expect((await find(['tatu']))[0]).toBe(messages[200]?.position)
    await sql`delete from service_message where ticket_id = ${ticket_id} and number > 1`.execute(db)
    for (const word of words) expect(await find([word]), word).toEqual([])
  })

  test('the deadlines of new tickets count the hours and holidays that supervisors saved', async () => {
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const supervisor = await signedInStaff(club, staffPersonas.service_supervisor)
    const { browser } = await customer()
    const read = async () => dataOf(await agent.send(readServiceHoursCall))
    const configured = await read()
    const weekday = { opens: '10:00', closes: '22:00' }
    expect(configured).toEqual({
      version: 0,
      week: [{ opens: '14:00', closes: '20:00' }, ...Array.from({ length: 6 }, () => weekday)],
      holidays: [],
    })
    const save = (from: TestBrowser, change: Partial<ServiceHours> = {}) =>
      from.send(saveServiceHoursCall, { body: { ...configured, ...change } })
    expect(await save(agent)).toMatchObject({ status: 403 })

    const early = { opens: '06:15', closes: '06:45' }
    const week = [null, early, early, early, early, early, null]
    const [first, second] = await Promise.all([
      save(supervisor, { week }),
      save(supervisor, { week, holidays: [{ date: '2026-12-25', name: 'Natal' }] }),
    ])
    const [saved, refused] = first.ok ? [first, second] : [second, first]
    expect(dataOf(saved)).toMatchObject({ version: 1, week })
    expect(refused).toMatchObject({ status: 409, code: 'customer-service.hours-changed' })
    expect(await save(supervisor)).toMatchObject({ code: 'customer-service.hours-changed' })

    // Every minute between the days of the answer is closed, so the deadline is within the saved half hour.
    const { first_answer_due_at } = await open(browser)
    const timeOf = (instant: string | null) => formatTime(new Date(instant ?? ''), defaultTimeZone)
    expect(timeOf(first_answer_due_at) >= '06:15' && timeOf(first_answer_due_at) <= '06:45').toBe(true)
    expect(dataOf(await browser.send(newTicketOptionsCall)).business_hours).toBe('seg. a sex., 6h15 às 6h45')

    // A holiday on each open day of a year moves the deadline behind it.
    const today = clubDayOf(club.now(), defaultTimeZone)
    const dayAfter = (days: number) =>
      new Date(Date.parse(`${today}T00:00Z`) + days * daySeconds * 1000).toISOString().slice(0, 10)
    const holidays = Array.from({ length: 366 }, (_, index) => ({
      date: dayAfter(index * 7),
      name: 'Recesso',
    }))
    const weekdayOfToday = new Date(`${today}T00:00Z`).getUTCDay()
    const onlyToday = week.map((_day, index) => (index === weekdayOfToday ? early : null))
    const version = 1
    const longest = dataOf(await save(supervisor, { version, week: onlyToday, holidays }))
    expect(longest.holidays).toHaveLength(366)
    // A repeated request changes nothing.
    expect(dataOf(await save(supervisor, { version, week: onlyToday, holidays }))).toEqual(longest)
    const late = await open(browser, { subject: 'Outra nota' })
    expect(late.first_answer_due_at?.slice(0, 10)).toBe(dayAfter(367 * 7))

    expect(dataOf(await save(supervisor, { version: 2, holidays: [] }))).toMatchObject({ version: 3 })
    expect(await read()).toEqual({ ...configured, version: 3 })
    expect(
      await club.database.db
        .selectFrom('audit_line')
        .select('sentence')
        .where('action', '=', 'customer-service.save-hours')
        .orderBy('position', 'desc')
        .execute(),
    ).toMatchObject([
      { sentence: expect.stringContaining('dias sem atendimento: 0.') },
      { sentence: expect.stringContaining('6h15 às 6h45; dias sem atendimento: 366.') },
      { sentence: expect.stringContaining('seg. a sex., 6h15 às 6h45') },
    ])
  })

  test.each<[string, object, path: string, message: string]>([
    [
      'a week without an open day',
      { week: Array.from({ length: 7 }, () => null) },
      'week',
      'Abra pelo menos um dia da semana.',
    ],
    [
      'eight days',
      { week: Array.from({ length: 8 }, () => null) },
      'week',
      'Informe os sete dias da semana.',
    ],
    [
      'a day that closes before it opens',
      { week: [{ opens: '10:00', closes: '10:00' }, ...Array.from({ length: 6 }, () => null)] },
      'week.0.closes',
      'O fechamento deve ser depois da abertura.',
    ],
    [
      'an hour that does not exist',
      { week: [{ opens: '10:00', closes: '24:00' }, ...Array.from({ length: 6 }, () => null)] },
      'week.0.closes',
      'Digite um horário, como 10:00.',
    ],
    [
      'a date that does not exist',
      { holidays: [{ date: '2027-02-29', name: 'Nenhum' }] },
      'holidays.0.date',
      'Escolha um dia que exista.',
    ],
    [
      'a holiday twice',
      {
        holidays: [
          { date: '2026-12-25', name: 'Natal' },
          { date: '2026-12-25', name: 'Natal' },
        ],
      },
      'holidays',
      'Cada dia pode aparecer uma vez só.',
    ],
    [
      '367 holidays',
      {
        holidays: Array.from({ length: 367 }, (_, index) => ({
          date: new Date(index * 86_400_000).toISOString().slice(0, 10),
          name: 'Recesso',
        })),
      },
      'holidays',
      'O limite é de 366 feriados. Retire os que já passaram.',
    ],
    [
      'a holiday without a name',
      { holidays: [{ date: '2026-12-25', name: ' ' }] },
      'holidays.0.name',
      'Este campo não pode estar vazio',
    ],
  ])('hours with %s are refused', async (_name, change, path, message) => {
    const supervisor = await signedInStaff(club, staffPersonas.service_supervisor)
    const current = dataOf(await supervisor.send(readServiceHoursCall))
    expect(await supervisor.send(saveServiceHoursCall, { body: { ...current, ...change } })).toMatchObject({
      status: 422,
      errors: [{ path, message }],
    })
  })

  test('templates are changed and archived by supervisors only, and uses of 90 days are counted', async () => {
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const supervisor = await signedInStaff(club, staffPersonas.service_supervisor)
    const template = {
      template_id: randomUUID() as string,
      version: 0,
      title: 'Pontos em conta',
      text: 'Olá, {nome}. Os pontos da loja {loja} já estão na sua conta.',
      outcome: 'resolve' as const,
      category: null,
      priority: null,
    }
    const save = (browser: TestBrowser, change: object = {}) =>
      browser.send(saveTemplateCall, { body: { ...template, ...change } })
    expect(await save(agent)).toMatchObject({ status: 403 })
    expect(await save(supervisor, { text: 'Olá, {fulano}' })).toMatchObject({ status: 422 })
    expect(dataOf(await save(supervisor))).toMatchObject({ version: 1 })
    expect(dataOf(await save(supervisor))).toMatchObject({ version: 1 })
    expect(await save(supervisor, { title: 'Outro' })).toMatchObject({
      code: 'customer-service.template-changed',
    })
    expect(await save(supervisor, { template_id: randomUUID() })).toMatchObject({
      code: 'customer-service.template-title',
    })
    expect(dataOf(await agent.send(listTemplatesCall))).toContainEqual({
      ...template,
      version: 1,
      is_archived: false,
      uses: 0,
    })
    const archive = (browser: TestBrowser, is_archived: boolean) =>
      browser.send(archiveTemplateCall, { body: { template_id: template.template_id, is_archived } })
    const listed = async () =>
      dataOf(await agent.send(listTemplatesCall)).find((each) => each.template_id === template.template_id)
    expect(await archive(agent, true)).toMatchObject({ status: 403 })
    for (const is_archived of [true, true, false]) {
      expect(await archive(supervisor, is_archived)).toMatchObject({ ok: true })
      expect(await listed()).toEqual({ ...template, version: 1, is_archived, uses: 0 })
    }
    // Once each: a repeated request changes nothing.
    expect(
      await club.database.db
        .selectFrom('audit_line')
        .select('action')
        .where('subject_id', '=', template.template_id)
        .where('action', 'like', '%e-template')
        .orderBy('position')
        .execute(),
    ).toEqual(
      ['save', 'archive', 'restore'].map((action) => ({ action: `customer-service.${action}-template` })),
    )
    // The text can be changed while it is archived.
    await archive(supervisor, true)
    expect(dataOf(await save(supervisor, { version: 1, text: 'Olá, {nome}.' }))).toMatchObject({
      version: 2,
      is_archived: true,
    })

    const { browser } = await customer()
    const { ticket_id } = await open(browser)
    expect(await answer(agent, ticket_id, { message: 'Olá, {nome}.' })).toMatchObject({
      code: 'customer-service.placeholder',
    })
    const { template_id } = template
    const unknown = { template_id: randomUUID() }
    expect(await answer(agent, ticket_id, unknown)).toMatchObject({
      status: 409,
      code: 'customer-service.template-unknown',
    })
    // Archived templates count as well: one may be archived while an answer is written.
    const used = { template_id, client_message_id: randomUUID() }
    dataOf(await answer(agent, ticket_id, used))
    dataOf(await answer(agent, ticket_id, used))
    dataOf(await answer(agent, ticket_id))
    expect(await answer(agent, ticket_id, { client_message_id: used.client_message_id })).toMatchObject({
      code: 'customer-service.message-reused',
    })
    expect(await listed()).toMatchObject({ uses: 1 })
    const { db } = club.database
    await sql`update service_message set created_at = created_at - interval '90 days' where template_id = ${template_id}`.execute(
      db,
    )
    expect(await listed()).toMatchObject({ uses: 0 })
    await expect(
      sql`update service_message set template_id = ${template_id} where author = 'customer'`.execute(db),
    ).rejects.toThrow('service_message_template_of_answer')
    await expect(
      sql`update service_message set template_id = ${randomUUID()} where template_id = ${template_id}`.execute(
        db,
      ),
    ).rejects.toThrow('service_message_template')
  })
})

const cookieOf = (browser: TestBrowser) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const fetchAs = (browser: TestBrowser, path: string) =>
  fetch(club.url + path, { headers: { cookie: cookieOf(browser), 'sec-fetch-site': 'same-origin' } })

describe('attachments', () => {
  const plainPdf = Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
  )
  /** A PDF of exactly this size. */
  const paddedPdf = (bytes: number): Buffer => {
    const [version, rest] = [plainPdf.subarray(0, 9), plainPdf.subarray(9)]
    return Buffer.concat([version, Buffer.from(`%${'a'.repeat(bytes - plainPdf.length - 2)}\n`), rest])
  }
  const upload = (browser: TestBrowser, bytes: Buffer, { name = 'nota.png', isDesk = false } = {}) => {
    const form = new FormData()
    form.append('name', name)
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), 'file')
    const call = isDesk ? uploadDeskAttachmentCall : uploadAttachmentCall
    return browser.raw<DataOf<typeof uploadAttachmentCall>>('POST', call.path, form)
  }
  const picturePath = (id: string) => `/api/marketing/promotion/customer-service/attachment/${id}/anexo.jpg`

  test('a PNG is stored as a JPEG, sent with a message, and served sandboxed to both sides only', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const png = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { upload_id, attachment } = dataOf(await upload(browser, png, { name: '../../foto "x".png' }))
    expect(attachment).toMatchObject({ type: 'image/jpeg', name: 'foto x.jpg' })
    const pdf = dataOf(await upload(browser, plainPdf, { name: 'recibo.exe' }))
    expect(pdf.attachment).toMatchObject({ type: 'application/pdf', name: 'recibo.pdf' })
    const attachments = [pdf.upload_id, upload_id]
    const { ticket_id } = await open(browser, { attachments })
    const [message] = (await read(browser, ticket_id)).messages
    expect(message?.attachments.map(({ attachment_id }) => attachment_id)).toEqual(attachments)

    const served = await fetchAs(browser, picturePath(upload_id))
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="anexo.jpg"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'no-store',
    })
    expect((await sharp(Buffer.from(await served.arrayBuffer())).metadata()).format).toBe('jpeg')
    const { browser: other } = await customer()
    expect((await fetchAs(other, picturePath(upload_id))).status).toBe(404)
    expect((await fetchAs(browser, picturePath(pdf.upload_id))).status).toBe(404)

    const looked = await fetchAs(agent, picturePath(upload_id).replace('marketing/promotion', 'staff'))
    expect(looked.status).toBe(200)
    const lines = await club.database.db
      .selectFrom('audit_line')
      .select('action')
      .where('subject_id', '=', ticket_id)
      .where('action', '=', 'customer-service.view-attachment')
      .execute()
    expect(lines).toHaveLength(1)
    // An upload is attached once, by its owner.
    const foreign = dataOf(await upload(browser, plainPdf)).upload_id
    for (const [each, id] of [
      [browser, upload_id],
      [other, foreign],
    ] as const)
      expect(await each.send(newTicketCall, { body: newTicketBody({ attachments: [id] }) })).toMatchObject({
        status: 409,
        code: 'customer-service.upload-unknown',
      })
  })

  test('pictures and PDFs of both sides are served sandboxed as downloads to both, with an audit line of each look of staff', async () => {
    const { browser } = await customer()
    const { browser: other } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const validator = await signedInStaff(club, staffPersonas.validator)
    const photo = await jpeg()
    const pdf = paddedPdf(300)
    const own = [dataOf(await upload(browser, photo)), dataOf(await upload(browser, pdf))]
    const desk = [
      dataOf(await upload(agent, photo, { isDesk: true })),
      dataOf(await upload(agent, pdf, { isDesk: true })),
    ]
    const idsOf = (uploads: typeof own) => uploads.map(({ upload_id }) => upload_id)
    const { ticket_id } = await open(browser, { attachments: idsOf(own) })
    dataOf(await answer(agent, ticket_id, { attachments: idsOf(desk) }))

    for (const { upload_id, attachment } of [...own, ...desk]) {
      const isPdf = attachment.type === 'application/pdf'
      const pathOf = ({ path }: { path: string }) => path.replace(':attachment_id', upload_id)
      const [ownPath, ownOther] = [ownDocumentFile, ownPictureFile].map(pathOf)
      const [deskPath, deskOther] = [deskDocumentFile, deskPictureFile].map(pathOf)
      const paths = isPdf ? [ownPath, deskPath] : [ownOther, deskOther]
      const wrongPaths = isPdf ? [ownOther, deskOther] : [ownPath, deskPath]
      for (const [index, reader] of [browser, agent].entries()) {
        const served = await fetchAs(reader, paths[index] ?? '')
        expect(served.status, paths[index]).toBe(200)
        expect(Object.fromEntries(served.headers), paths[index]).toMatchObject({
          'content-type': attachment.type,
          'content-disposition': `attachment; filename="anexo.${isPdf ? 'pdf' : 'jpg'}"`,
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        const bytes = Buffer.from(await served.arrayBuffer())
        expect(bytes).toHaveLength(attachment.bytes)
        if (isPdf) expect(bytes.equals(pdf)).toBe(true)
        else expect((await sharp(bytes).metadata()).format).toBe('jpeg')
        expect((await fetchAs(reader, wrongPaths[index] ?? '')).status).toBe(404)
      }
      expect((await fetchAs(other, paths[0] ?? '')).status).toBe(404)
      expect((await fetchAs(validator, paths[1] ?? '')).status).toBe(403)
    }
    const lines = await club.database.db
      .selectFrom('audit_line')
      .select('sentence')
      .where('subject_id', '=', ticket_id)
      .where('action', '=', 'customer-service.view-attachment')
      .execute()
    expect(new Set(lines.map(({ sentence }) => sentence))).toEqual(
      new Set(idsOf([...own, ...desk]).map((id) => `Viu o anexo ${id} de um atendimento.`)),
    )
    expect(lines).toHaveLength(4)
  })

  test('an attachment of an internal note is not served to the customer', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const { upload_id } = dataOf(await upload(agent, await jpeg(), { isDesk: true }))
    const note = { ticket_id, message: 'Foto', attachments: [upload_id], client_message_id: randomUUID() }
    dataOf(await agent.send(addNoteCall, { body: note }))
    expect((await fetchAs(browser, picturePath(upload_id))).status).toBe(404)
  })

  const changed = (from: string, to: string) => Buffer.from(plainPdf.toString().replace(from, to))
  test('files that are unreadable, active, encrypted or infected are refused, each with its reason', async () => {
    const { browser } = await customer()
    const files: readonly [Buffer, string][] = [
      [Buffer.from('<script>alert(1)</script>'), 'file-format'],
      [(await jpeg()).subarray(0, 300), 'file-broken'],
      [Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(60)]), 'file-broken'],
      [changed('/Type', '/OpenAction << /S /URI /URI (x) >> /Type'), 'file-active'],
      [changed('/Root', '/Encrypt 3 0 R /Root'), 'file-encrypted'],
      [plainPdf.subarray(0, 40), 'file-broken'],
      [Buffer.concat([plainPdf, Buffer.from(eicar)]), 'file-infected'],
    ]
    for (const [bytes, code] of files)
      expect(await upload(browser, bytes)).toMatchObject({ status: 409, code: `customer-service.${code}` })
    const largest = paddedPdf(10 * 1024 * 1024)
    expect(dataOf(await upload(browser, largest)).attachment.bytes).toBe(10_485_760)
    expect(await upload(browser, Buffer.concat([largest, Buffer.from('\n')]))).toMatchObject({
      status: 413,
      message: 'O arquivo é grande demais: até 10 MB.',
    })
    clamd.behave('closing')
    expect(await upload(browser, plainPdf)).toMatchObject({ status: 503 })
    clamd.behave('correct')
  })

  test('files of projects are handed to the same scanner', async () => {
    const { document_id, password } = club.personas.beatriz
    const browser = club.browser()
    const account = { document_id, terms_id: 'shd_auth_terms' }
    await browser.send(checkAccountCall, { body: account })
    await browser.send(signInWithPasswordCall, { body: { ...account, password } })
    const project = dataOf(await browser.send(listMyProjectsCall)).find(({ state }) => state === 'in_review')
    const form = new FormData()
    form.append('project_id', project?.project_id ?? '')
    form.append('file', new Blob([plainPdf, eicar]), 'file')
    expect(await browser.raw('POST', addProjectFileCall.path, form)).toMatchObject({
      status: 422,
      errors: [{ path: 'file', message: 'O antivírus recusou este arquivo. Envie outro.' }],
    })
  })

  test('uploads that were discarded or waited for a day are purged', async () => {
    const { browser } = await customer()
    const discarded = dataOf(await upload(browser, plainPdf))
    dataOf(await browser.send(discardUploadCall, { body: { upload_id: discarded.upload_id } }))
    const kept = dataOf(await upload(browser, plainPdf))
    await open(browser, { attachments: [kept.upload_id] })
    const waiting = dataOf(await upload(browser, plainPdf))
    club.advanceSeconds(daySeconds + 60)
    await club.purge()
    const rows = await club.database.db
      .selectFrom('service_attachment')
      .select('id')
      .where('id', 'in', [discarded.upload_id, kept.upload_id, waiting.upload_id])
      .where('purged_at', 'is', null)
      .execute()
    expect(rows).toEqual([{ id: kept.upload_id }])
  })

  test('a message has at most five attachments, each an unused upload of its author', async () => {
    const { browser } = await customer()
    const { browser: other } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const uploadOf = async (from: TestBrowser) =>
      dataOf(await upload(from, plainPdf, { isDesk: from === agent })).upload_id
    const five: string[] = []
    for (let index = 0; index < 5; index += 1) five.push(await uploadOf(browser))
    // A repeated id counts once.
    const { ticket_id } = await open(browser, { attachments: [...five, five[0]] })
    const [message] = (await read(browser, ticket_id)).messages
    expect(message?.attachments.map(({ attachment_id }) => attachment_id)).toEqual(five)

    const own = await uploadOf(browser)
    const purged = await uploadOf(browser)
    dataOf(await browser.send(discardUploadCall, { body: { upload_id: purged } }))
    const discarded = await club.database.db
      .updateTable('service_attachment')
      .set({ purged_at: club.now(), sealed_data_key: null })
      .where('id', '=', purged)
      .executeTakeFirst()
    expect(discarded.numUpdatedRows).toBe(1n)
    const waiting = await uploadOf(browser)
    dataOf(await browser.send(discardUploadCall, { body: { upload_id: waiting } }))
    const unknown = {
      status: 409,
      code: 'customer-service.upload-unknown',
      message: 'Um dos anexos não está mais disponível. Envie o anexo de novo.',
    }
    const tooMany = { status: 422, errors: [{ path: 'attachments', message: 'Envie até 5 anexos.' }] }
    const invalid = {
      status: 422,
      errors: expect.arrayContaining([
        { path: expect.stringMatching(/^attachments/), message: 'Valor inválido' },
      ]),
    }
    const refused: [ids: unknown, expected: object][] = [
      [Array.from({ length: 6 }, () => randomUUID()), tooMany],
      [[own, await uploadOf(other)], unknown],
      [[own, await uploadOf(agent)], unknown],
      [[own, five[0]], unknown],
      [[own, purged], unknown],
      [[own, waiting], unknown],
      [[own, randomUUID()], unknown],
      [[own, `${own}'; drop table service_attachment; --`], invalid],
      [[own, '../../etc/passwd'], invalid],
      [[own, ''], invalid],
      [[own, null], invalid],
      [own, invalid],
      [{ 0: own }, invalid],
    ]
    const count = async () => (await sql`select from service_ticket`.execute(club.database.db)).rows.length
    const tickets = await count()
    for (const [attachments, expected] of refused) {
      const sent = JSON.stringify(attachments)
      const asNew = newTicketBody({ attachments })
      expect(await browser.raw('POST', newTicketCall.path, asNew), sent).toMatchObject(expected)
      const asReply = { ticket_id, message: 'Oi', client_message_id: randomUUID(), attachments }
      expect(await browser.raw('POST', replyCall.path, asReply), sent).toMatchObject(expected)
    }
    // Nothing was stored, and the customer's unused upload is still available.
    expect(await count()).toBe(tickets)
    expect((await read(browser, ticket_id)).messages).toHaveLength(1)
    expect(await answer(agent, ticket_id, { attachments: [own] })).toMatchObject(unknown)
    expect((await reply(browser, ticket_id, { attachments: [own] })).ok).toBe(true)
  })

  test('the 41st upload of a person and the 201st of a member within an hour are refused, rejected ones included', async () => {
    // At the beginning of an hour, whose end empties the limit.
    const beginHour = async () => {
      club.advanceSeconds(3_600 - ((club.now().getTime() / 1000) % 3_600))
      await extendSessions()
    }
    await beginHour()
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    for (let index = 0; index < 39; index += 1)
      expect(await upload(browser, Buffer.from('x'))).toMatchObject({ code: 'customer-service.file-format' })
    const { me } = dataOf(await agent.send(deskOverviewCall))
    const limits = createLimits(club.database.db)
    for (let index = 0; index < 199; index += 1)
      expect(await limits.spend('service-uploads.staff', me, club.now())).toBe(true)
    for (const [from, isDesk] of [
      [browser, false],
      [agent, true],
    ] as const) {
      expect(await upload(from, plainPdf, { isDesk })).toMatchObject({ ok: true })
      const refused = await upload(from, plainPdf, { isDesk })
      expect(refused).toMatchObject({ status: 429, code: 'customer-service.too-many-uploads' })
      expect(refused.ok ? '' : refused.message).toMatch(
        /^Você enviou muitos anexos\. Tente de novo em (59|60) minutos\.$/,
      )
    }
    await beginHour()
    expect(await upload(browser, plainPdf)).toMatchObject({ ok: true })
  })

  test('an attachment that is due for purging is not served to either side, even while its file remains', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { upload_id } = dataOf(await upload(browser, await jpeg()))
    const own = picturePath(upload_id)
    const desk = own.replace('marketing/promotion', 'staff')
    const statuses = async () => [(await fetchAs(browser, own)).status, (await fetchAs(agent, desk)).status]
    await open(browser, { attachments: [upload_id] })
    expect(await statuses()).toEqual([200, 200])
    // As the erasure of the account does.
    await club.database.db
      .updateTable('service_attachment')
      .set({ purge_after: club.now() })
      .where('id', '=', upload_id)
      .execute()
    expect(await statuses()).toEqual([404, 404])
  })
})

const streamOf = async (browser: TestBrowser, path: string) => {
  const controller = new AbortController()
  const response = await fetch(club.url + path, {
    headers: { cookie: cookieOf(browser), 'sec-fetch-site': 'same-origin' },
    signal: controller.signal,
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const lines = linesOf(response)
  return {
    next: async (): Promise<unknown> => {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('The stream has ended')
        if (value.startsWith('data: ')) return JSON.parse(value.slice(6))
      }
    },
    /** The lines that have not been read, when the server has ended the stream. */
    rest: async (): Promise<string[]> => {
      const read: string[] = []
      for await (const line of lines) if (line !== '') read.push(line)
      return read
    },
    close: () => controller.abort(),
  }
}

describe('a stream and its session', () => {
  // Only the heartbeat: the server's other timers, of connections for instance, are timeouts.
  beforeAll(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterAll(() => vi.useRealTimers())
  const heartbeat = () => vi.advanceTimersByTimeAsync(streamHeartbeatSeconds * 1000)
  const retry = 'retry: 3000'
  const ended = [`event: ${streamEndedEvent}`, 'data: {}']

  test('a stream ends at the next heartbeat after sign-out, after a request for deletion, and after staff lose their access', async () => {
    const [{ browser: signingOut }, { browser: deleting }, { browser: staying }] = [
      await customer(),
      await customer(),
      await customer(),
    ]
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const reassigned = await signedInStaff(club, staffPersonas.service_agent)
    const supervisor = await signedInStaff(club, staffPersonas.service_supervisor)
    const administrator = await signedInStaff(club, staffPersonas.administrator)
    const streams = {
      signingOut: await streamOf(signingOut, ownTicketStream.path),
      deleting: await streamOf(deleting, ownTicketStream.path),
      agent: await streamOf(agent, deskStream.path),
      reassigned: await streamOf(reassigned, deskStream.path),
      supervisor: await streamOf(supervisor, deskStream.path),
    }
    const kept = await streamOf(staying, ownTicketStream.path)
    await heartbeat()

    dataOf(await signingOut.send(signOutCall))
    dataOf(await deleting.send(requestDeletionCall, { body: { current_password: 'Jabuticaba-9' } }))
    dataOf(await agent.send(staffSignOutCall))
    const members = dataOf(await administrator.send(listStaffCall))
    const idOf = ({ name }: { name: string }) =>
      members.find((member) => member.name === name)?.staff_id ?? ''
    const staff_id = idOf(staffPersonas.service_supervisor)
    dataOf(await administrator.send(disableStaffCall, { body: { staff_id } }))
    const changeRoles = (role: Role) =>
      administrator.send(changeStaffRolesCall, {
        body: { staff_id: idOf(staffPersonas.service_agent), roles: [role] },
      })
    dataOf(await changeRoles('gate_steward'))
    await heartbeat()
    for (const [name, stream] of Object.entries(streams))
      expect([name, await stream.rest()]).toEqual([name, [retry, ':', ...ended]])

    // The stream of another person remains: it receives what happens next.
    const { ticket_id } = await open(staying)
    expect(await kept.next()).toMatchObject({ kind: 'ticket', ticket_id })
    kept.close()
    dataOf(await administrator.send(enableStaffCall, { body: { staff_id } }))
    dataOf(await changeRoles('service_agent'))
  })

  test('open streams keep no session alive: they end when the sessions have been idle', async () => {
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const own = await streamOf(browser, ownTicketStream.path)
    const desk = await streamOf(agent, deskStream.path)
    const lastUses = async () => [
      await newest('session').executeTakeFirstOrThrow(),
      await newest('staff_session').executeTakeFirstOrThrow(),
    ]
    const newest = (table: 'session' | 'staff_session') =>
      club.database.db
        .selectFrom(table)
        .select(['last_seen_at', 'idle_expires_at'])
        .orderBy('created_at', 'desc')
        .limit(1)
    const before = await lastUses()
    club.advanceSeconds(600)
    await heartbeat()
    await heartbeat()
    expect(await lastUses()).toEqual(before)
    const idle = Math.max(...before.map(({ idle_expires_at }) => idle_expires_at.getTime()))
    club.advanceSeconds(Math.ceil((idle - club.now().getTime()) / 1000) + 1)
    await heartbeat()
    for (const stream of [own, desk]) {
      const lines = await stream.rest()
      // On a busy machine the second heartbeat may be due while the first still checks the session.
      expect(lines).toContain(':')
      expect(lines.filter((line) => line !== ':')).toEqual([retry, ...ended])
    }
    expect(await lastUses()).toEqual(before)
  })
})

describe('live changes', () => {
  test('an answer arrives in the stream of its customer only, and polling shows it, too', async () => {
    const { browser } = await customer()
    const { browser: other } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    const { revision } = dataOf(await browser.send(ticketChangesCall))
    const unchanged = dataOf(await browser.send(ticketChangesCall, { query: { since: revision } }))
    expect(unchanged).toEqual({ revision, tickets: [] })
    const own = await streamOf(browser, ownTicketStream.path)
    const foreign = await streamOf(other, ownTicketStream.path)
    const desk = await streamOf(agent, deskStream.path)
    const answered = dataOf(await answer(agent, ticket_id))
    const event = { kind: 'ticket', ticket_id, version: answered.version }
    expect(await own.next()).toEqual(event)
    expect(await desk.next()).toEqual(event)
    dataOf(await agent.send(announceReplyCall, { body: { ticket_id, is_replying: true } }))
    expect(await desk.next()).toMatchObject({
      kind: 'presence',
      ticket_id,
      replying: [{ name: staffPersonas.service_agent.name }],
    })
    // Events arrive in order, so the first one of the other customer is their own.
    const theirs = await open(other)
    expect(await foreign.next()).toMatchObject({ ticket_id: theirs.ticket_id })
    const changes = dataOf(await browser.send(ticketChangesCall, { query: { since: revision } }))
    expect(changes.tickets).toEqual([{ ticket_id, version: answered.version, is_unread: true }])
    for (const stream of [own, foreign, desk]) stream.close()
  })

  test('a stream requires a session and a permission, and a person has at most four', async () => {
    expect((await fetch(club.url + ownTicketStream.path)).status).toBe(401)
    const validator = await signedInStaff(club, staffPersonas.validator)
    expect((await fetchAs(validator, deskStream.path)).status).toBe(403)
    const { browser } = await customer()
    const streams = []
    for (let index = 0; index < 4; index += 1) streams.push(await streamOf(browser, ownTicketStream.path))
    expect((await fetchAs(browser, ownTicketStream.path)).status).toBe(429)
    for (const stream of streams) stream.close()
  })
})

describe('the proofs of conversations and attachments', () => {
  const undo = new Error('undo')
  /** The checks that fail for a subject after a change that a person with full access to the database could make. */
  const checksAfter = async (
    create: (db: Tx) => Proof,
    subject: string,
    change: (tx: Tx) => Promise<unknown> = async () => {},
  ): Promise<string[]> => {
    const found = new Set<string>()
    await inTransaction(club.database.db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await change(tx)
      const proof = create(tx)
      for (const kind of ['full', 'recent'] as const) {
        // The ids of messages contain the time of the database, which does not follow the fake clock.
        const mark = firstIdAt(new Date(0))
        const pass: { kind: typeof kind; mark: string; position: string | null } = {
          kind,
          mark,
          position: null,
        }
        for (;;) {
          const { findings, next }: ProofStep = await proof.step({ ...pass, now: club.now() })
          for (const each of findings) if (each.subject === subject) found.add(`${kind} ${each.check}`)
          if (next.kind === 'end') break
          pass.position = next.position
        }
      }
      throw undo
    }).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return [...found]
  }

  test('no conversation of these tests has a finding, and changes of messages, counters and states are found', async () => {
    const proof = createServiceTicketsProof({ db: club.database.db })
    expect(await proveNow(proof, club.now())).toEqual([])
    const { browser } = await customer()
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const { ticket_id } = await open(browser)
    dataOf(await reply(browser, ticket_id))
    dataOf(await answer(agent, ticket_id, { outcome: 'resolve' }))
    const after = (change: (tx: Tx) => Promise<unknown>) =>
      checksAfter((db) => createServiceTicketsProof({ db }), ticket_id, change)
    const messages = sql`service_message where ticket_id = ${ticket_id}`
    const ticket = (columns: RawBuilder<unknown>) => (tx: Tx) =>
      sql`update service_ticket set ${columns} where id = ${ticket_id}`.execute(tx)
    const both = (check: string) => [`full ${check}`, `recent ${check}`]
    expect(await after(async () => {})).toEqual([])
    expect(await after((tx) => sql`delete from ${messages} and number = 2`.execute(tx))).toEqual([
      'full messages-counted',
      'full messages-in-order',
      'recent messages-counted',
      'recent messages-in-order',
    ])
    expect(
      await after((tx) =>
        sql`update service_message set number = number + 10 where ticket_id = ${ticket_id}`.execute(tx),
      ),
    ).toEqual(both('messages-in-order'))
    expect(
      await after(async (tx) => {
        await sql`alter table service_message drop constraint service_message_once`.execute(tx)
        await sql`update service_message set client_message_id = ${randomUUID()} where ticket_id = ${ticket_id}`.execute(
          tx,
        )
      }),
    ).toEqual(both('messages-once'))
    for (const columns of [
      sql`state = 'new', resolved_at = null`,
      sql`resolved_at = resolved_at - interval '1 second'`,
      sql`state = 'closed', closed_at = resolved_at + interval '6 days'`,
    ])
      expect(await after(ticket(columns))).toEqual(both('state-allowed'))
    expect(await after(ticket(sql`state = 'closed', closed_at = resolved_at + interval '7 days'`))).toEqual(
      [],
    )
  })

  test('an attachment whose key does not open, or whose file is missing or altered, is found', async () => {
    const store = createMemoryPhotoStore(club.now)
    const photos = { store, key: createVault(testRootKey).derive('photos') }
    const { browser } = await customer()
    const bytes = Buffer.from('%PDF-1.4')
    const sealed = await sealObject(photos, { bytes, prefix: 'attachments/' })
    const { ticket_id } = await open(browser)
    const [message] = (await read(browser, ticket_id)).messages
    await club.database.db
      .insertInto('service_attachment')
      .values({
        ...sealed,
        type: 'application/pdf',
        name: 'nota.pdf',
        bytes: bytes.length,
        created_at: club.now(),
        purge_after: null,
        purged_at: null,
        staff_id: null,
        position: 1,
        message_id: message?.message_id ?? '',
        customer_id: sql<string>`(select customer_id from service_ticket where id = ${ticket_id})`,
      })
      .execute()
    const after = (change?: (tx: Tx) => Promise<unknown>) =>
      checksAfter((db) => createServiceAttachmentsProof({ db, photos }), sealed.id, change)
    const set = (columns: RawBuilder<unknown>) => (tx: Tx) =>
      sql`update service_attachment set ${columns} where id = ${sealed.id}`.execute(tx)
    expect(await after()).toEqual([])
    expect(await after(set(sql`sealed_data_key = 'x'`))).toEqual(['full key-opens', 'recent file-opens'])
    expect(await after(set(sql`sha256 = 'x'`))).toEqual(['recent file-opens'])
    const stored = await store.get(sealed.object_key)
    await store.delete(sealed.object_key)
    expect(await after()).toEqual(['recent file-opens'])
    // An erased account's files are no longer kept.
    expect(await after(set(sql`purge_after = now()`))).toEqual([])
    // A full pass keeps the mark, so that no file is read twice or never.
    const proof = createServiceAttachmentsProof({ db: club.database.db, photos })
    const last = { kind: 'full', position: 'ffffffff-ffff-ffff-ffff-ffffffffffff', mark: 'mark' } as const
    expect((await proof.step({ ...last, now: club.now() })).next).toEqual({ kind: 'end', mark: 'mark' })
    await store.put(sealed.object_key, stored ?? Buffer.alloc(0))
    expect(await after()).toEqual([])
  })
})

async function* linesOf(response: Response): AsyncGenerator<string, undefined> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  return undefined
}
