import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { findPointsAccountCall } from '@clube/contract/points/adjustment-calls.ts'
import { listDataAccessesCall } from '@clube/contract/privacy/data-access-calls.ts'
import { findCustomerCall, openCustomerCall } from '@clube/contract/recovery/desk-calls.ts'
import { startAtDeskCall, deskCampaignsCall } from '@clube/contract/campaigns/desk-calls.ts'
import { readHistoryCall } from '@clube/contract/service-desk/history-calls.ts'
import { personSearchLimit, personSearchMessage } from '@clube/contract/service-desk/person-search.ts'
import { searchCustomersCall } from '@clube/contract/service-desk/search-calls.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { generousLimits } from '../../testing/generous-limits.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { documentLabel, findByDocument } from '../identity/index.ts'
import { createVault } from '../vault/index.ts'

const searches = 40
const club = useClub({ limits: { overrides: { ...generousLimits, 'customer-searches': searches } } })
const vault = createVault(testRootKey)
const cpfs = freshCpfs(40, 670_000_000)
let attendant: TestBrowser

beforeAll(async () => {
  attendant = await signedInStaff(club, staffPersonas.attendant)
  await join({ name: 'Zélia Conceição de Araújo' })
})

type Change = Parameters<typeof registerCustomer>[2]

const join = async (change: Change = {}) => {
  const document_id = cpfs.pop() ?? ''
  const browser = await registerCustomer(club.browser(), document_id, change)
  const customer = await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id))
  return { document_id, browser, customer_id: customer?.id ?? '' }
}
const search = (body: BodyOf<typeof searchCustomersCall>, by: TestBrowser = attendant) =>
  by.send(searchCustomersCall, { body })
const namesOf = async (text: string): Promise<(string | null)[]> => {
  const response = await search({ text })
  if (!response.ok || response.data.kind !== 'found') throw new Error(JSON.stringify(response))
  return response.data.people.map(({ name }) => name)
}
const accessesOf = async (browser: TestBrowser) => {
  const response = await browser.send(listDataAccessesCall)
  return response.ok ? response.data.map(({ role, what }) => `${role}: ${what}`) : []
}
const lastLine = () =>
  club.database.db
    .selectFrom('audit_line')
    .select(['action', 'subject_id', 'sentence'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

describe('a search at the service desk', () => {
  test.each([
    'Zélia Conceição Araújo',
    'zelia conceicao',
    'ARAUJO Zelia',
    'Zélia da Araú',
    'Conceição Araújo',
  ])('a customer search for %j finds the person, ignoring order, accents and case', async (text) => {
    expect(await namesOf(text)).toEqual(['Zélia Conceição de Araújo'])
  })

  test('in a customer search, only the last word of a name may be incomplete', async () => {
    await join({ name: 'Wanderley Quintanilha' })
    expect(await namesOf('Wanderley Quinta')).toEqual(['Wanderley Quintanilha'])
    expect(await namesOf('Wander Quintanilha')).toEqual([])
  })

  test('a customer search by e-mail or cellphone finds everyone who named it, with masked data', async () => {
    const contact = { email: 'familia.prado@exemplo.com.br', cellphone: '(11) 97777-1234' }
    await join({ ...contact, name: 'Otávio Prado' })
    await join({ ...contact, name: 'Rosa Prado' })
    for (const text of ['Familia.Prado@exemplo.com.br', '11977771234']) {
      const response = await search({ text })
      expect(response).toMatchObject({
        status: 200,
        data: {
          kind: 'found',
          people: expect.arrayContaining([
            expect.objectContaining({
              name: 'Rosa Prado',
              document: expect.stringMatching(/^\*{3}\.\d{3}\.\d{3}-\*\*$/),
              cellphone: '(11) *****-1234',
              email: 'fa***@e***.br',
              account_status: 'active',
            }),
          ]),
        },
      })
      expect(JSON.stringify(response)).not.toMatch(/97777|familia\.prado/)
      expect(response.ok && response.data.kind === 'found' && response.data.people).toHaveLength(2)
    }
  })

  test('a customer search by the protocol of a participation finds its customer', async () => {
    const { customer_id } = await join({ name: 'Protásio Lima' })
    const campaigns = await attendant.send(deskCampaignsCall, { body: { customer_id } })
    const open = (campaigns.ok ? campaigns.data : []).find(({ reasons }) => reasons.length === 0)
    const { campaign_id = '', kind = 'event_tickets' } = open ?? {}
    const started = await attendant.send(startAtDeskCall, { body: { customer_id, campaign_id, kind } })
    expect(await namesOf(started.ok ? started.data.protocol : '')).toEqual(['Protásio Lima'])
  })

  test('a customer search by name that matches more people than may be shown returns none, and a birth date narrows it', async () => {
    for (let i = 0; i <= personSearchLimit; i += 1)
      await join({ name: 'Severina Xavier', birth_date: `${String(i + 1).padStart(2, '0')}/03/1990` })
    expect(await search({ text: 'Severina Xavier' })).toMatchObject({ data: { kind: 'too-many' } })
    expect(await lastLine()).toEqual({
      action: 'customers.search',
      subject_id: null,
      sentence: 'Procurou uma pessoa pelo nome: resultados demais.',
    })
    const narrowed = await search({ text: 'Severina Xavier', birth_date: '03/03/1990' })
    expect(narrowed.ok && narrowed.data.kind === 'found' && narrowed.data.people).toHaveLength(1)
  })

  test('a name that is common in the sample of accounts is too common, and one that is not is found once per person', async () => {
    const addToSample = (name: string, people: number) =>
      sql`insert into customer (id, document_type, document_index, document_sealed, account_status, name, cellphone,
          email, created_at, registered_at, updated_at)
        select sampled.id, 'cpf', sha256(sampled.id::text::bytea), sealed, 'active', ${name}, '11955550000',
          'benedita@exemplo.com.br', now(), now(), now()
        from (select document_sealed as sealed from customer where document_sealed is not null limit 1) as known,
          (select uuidv7() as id from generate_series(1, 2000)) as sampled
        where uuid_hash(sampled.id) & 31 = 0 limit ${people}`.execute(club.database.db)
    await addToSample('Benedita Frequente', personSearchLimit + 1)
    await addToSample('Benedita Ocasional', personSearchLimit)
    expect(await search({ text: 'Benedita Frequente' })).toMatchObject({ data: { kind: 'too-many' } })
    expect(await namesOf('Benedita Ocasional')).toHaveLength(personSearchLimit)
  })

  test('a customer search requires two names, a contact or a protocol', async () => {
    expect(await search({ text: 'Severina' })).toMatchObject({
      status: 422,
      errors: [{ path: 'text', message: personSearchMessage }],
    })
  })

  test('everyone in the result of a customer search sees that staff saw their name, and nobody else does', async () => {
    const { browser } = await join({ name: 'Benedita Falcão' })
    const other = await join({ name: 'Benedita Gavião' })
    await namesOf('Benedita Falcão')
    expect(await accessesOf(browser)).toEqual(['Atendente: Viu o seu nome no resultado de uma busca'])
    expect(await accessesOf(other.browser)).toEqual([])
  })

  test('staff cannot list the customers: searches of every kind share a limit per staff member', async () => {
    const second = await signedInStaff(club, staffPersonas.second_attendant)
    for (let i = 0; i < searches; i += 1)
      expect((await search({ text: 'nobody@exemplo.com.br' }, second)).status).toBe(200)
    expect(await search({ text: 'Severina Xavier' }, second)).toMatchObject({
      status: 429,
      code: 'request.rate-limited',
    })
    const body = { document_id: cpfs[0] ?? '' }
    expect(await second.send(findCustomerCall, { body })).toMatchObject({ status: 429 })
    const approver = await signedInStaff(club, staffPersonas.approver)
    const findPoints = () => approver.send(findPointsAccountCall, { body })
    for (let i = 0; i < searches; i += 1) expect((await findPoints()).status).toBe(200)
    expect(await findPoints()).toMatchObject({ status: 429, code: 'request.rate-limited' })
    expect((await search({ text: 'nobody@exemplo.com.br' })).status).toBe(200)
    club.advanceSeconds(3600)
    const later = await signedInStaff(club, staffPersonas.second_attendant)
    expect((await search({ text: 'nobody@exemplo.com.br' }, later)).status).toBe(200)
    attendant = await signedInStaff(club, staffPersonas.attendant)
  })
})

describe('the customer’s page', () => {
  test('opening a customer’s page and reading its history appear in the customer’s data accesses', async () => {
    const { browser, customer_id } = await join({ name: 'Iracema Duarte' })
    expect(await attendant.send(openCustomerCall, { body: { customer_id } })).toMatchObject({
      status: 200,
      data: { name: 'Iracema Duarte', cellphone: '(11) *****-7777' },
    })
    expect(await attendant.send(readHistoryCall, { body: { customer_id } })).toMatchObject({
      status: 200,
      data: {
        points: { balance: 0, debt: 0 },
        statement: [],
        receipts: [],
        participations: [],
        participation: null,
        vouchers: [],
        messages: [],
      },
    })
    expect(await accessesOf(browser)).toEqual([
      'Atendente: Consultou os seus pontos, notas, participações, ingressos e mensagens',
      'Atendente: Abriu o seu cadastro',
    ])
  })

  test('the history of a customer shows a participation, and messages with title, channel and state', async () => {
    const { customer_id } = await join({ name: 'Celina Braga' })
    const campaigns = await attendant.send(deskCampaignsCall, { body: { customer_id } })
    const open = (campaigns.ok ? campaigns.data : []).find(({ reasons }) => reasons.length === 0)
    const { campaign_id = '', kind = 'event_tickets', title = '' } = open ?? {}
    const started = await attendant.send(startAtDeskCall, { body: { customer_id, campaign_id, kind } })
    const transaction_id = started.ok ? started.data.transaction_id : ''
    await club.database.db
      .insertInto('message')
      .values({
        id: randomUUID(),
        channel: 'email',
        template: 'password-changed',
        customer_id,
        state: 'queued',
        content_sealed: Buffer.alloc(1),
        next_attempt_at: new Date(club.now().getTime() + 3_600_000),
        expires_at: null,
        created_at: club.now(),
      })
      .execute()
    expect(await attendant.send(readHistoryCall, { body: { customer_id } })).toMatchObject({
      data: {
        participations: [{ campaign_title: title, state: 'open' }],
        messages: [{ title: 'Aviso de senha alterada', channel: 'email', state: 'queued' }],
      },
    })
    expect(await attendant.send(readHistoryCall, { body: { customer_id, transaction_id } })).toMatchObject({
      data: { participation: { transaction_id, campaign_title: title, state: 'open' } },
    })
    // Another customer's participation is not shown.
    const other = { customer_id: (await join({ name: 'Dalva Prado' })).customer_id, transaction_id }
    expect(await attendant.send(readHistoryCall, { body: other })).toMatchObject({
      data: { participation: null },
    })
  })

  test('an unknown customer has no page', async () => {
    const body = { customer_id: randomUUID() }
    expect(await attendant.send(openCustomerCall, { body })).toMatchObject({ status: 404 })
    expect(await attendant.send(readHistoryCall, { body })).toMatchObject({
      status: 404,
      message: 'Cadastro não encontrado.',
    })
  })
})
