import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { roles } from '@clube/contract/kernel/permissions.ts'
import { forgotPasswordCall, recoveryOptionsCall } from '@clube/contract/recovery/code-calls.ts'
import { giftSettings } from '../../seeds/demonstration/free-gifts.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { createVault } from '../modules/vault/index.ts'
import { testRootKey, useClub } from '../testing/club.ts'
import { submissionOf, submit } from '../testing/recovery-submission.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'
import { deepList, hostileValues, pathsOf, replaceAt } from './hostile-values.testing.ts'

type Fields = { properties?: Record<string, unknown> }
type Operation = {
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Fields }> }
}
type Served = { name: string; method: string; path: string; fields: string[] }

const club = useClub()
let served: Served[] = []
let giftCode = ''
/** A member with all permissions: others are rejected before the input is read. */
let staff: TestBrowser
const id = {
  customer: '',
  campaign: '',
  draft: '',
  giftCampaign: '',
  giftVoucher: '',
  session: '',
  purchase: '',
  request: '',
  photo: '',
}

beforeAll(async () => {
  const reference = (await (await fetch(`${club.url}/api/docs`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  served = Object.entries(reference.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const method = verb.toUpperCase()
      const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
      const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema
      const fields =
        method === 'GET' ? inQuery.map(({ name }) => name) : Object.keys(schema?.properties ?? {})
      return { name: `${method} ${path}`, method, path, fields }
    }),
  )
  staff = await signedInStaff(club, staffPersonas.attendant)
  const { db } = club.database
  await sql`update staff set roles = ${Object.keys(roles)} where email like 'balcao%'`.execute(db)
  const first = async (table: string) => {
    const found = await sql<{
      id: string
    }>`select id::text from ${sql.table(table)} order by id limit 1`.execute(db)
    return found.rows[0]?.id ?? randomUUID()
  }
  id.customer = await first('customer')
  id.session = await first('event_session')
  const { id: voucher_id, code_sealed } = await db
    .selectFrom('gift_voucher')
    .select(['id', 'code_sealed'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  id.giftVoucher = voucher_id
  giftCode = createVault(testRootKey).open('free-gifts.code', code_sealed)
  id.purchase = await first('purchase')
  await requestRecovery()
  id.request = await first('recovery_request')
  id.photo = await first('photo')
  const draft = await staff.raw<{ campaign_id: string }>('POST', '/api/staff/campaign/create', newCampaign())
  if (!draft.ok) throw new Error(`No draft: ${draft.message}`)
  id.draft = draft.data.campaign_id
  const sold = await sql<{
    campaign_id: string
  }>`select campaign_id::text from event_session where id = ${id.session}`.execute(db)
  id.campaign = sold.rows[0]?.campaign_id ?? ''
  const gifts = await db
    .selectFrom('campaign')
    .select('id')
    .where('slug', '=', 'panetone-da-casa')
    .executeTakeFirst()
  id.giftCampaign = gifts?.id ?? ''
})

/** A pending request with photos. */
const requestRecovery = async (): Promise<void> => {
  const browser = club.browser()
  const { document_id } = club.personas.maria
  const terms_id = 'shd_auth_terms'
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  await browser.send(forgotPasswordCall, { body: { document_id, terms_id, recovery_method: 'email' } })
  await browser.send(recoveryOptionsCall)
  const response = await submit(club, browser, await submissionOf())
  if (!response.ok) throw new Error(`No request: ${response.message}`)
}

const plan = {
  title: 'Páscoa no Ipê',
  summary: 'Um ovo.',
  description: 'Cadastre as suas notas.',
  starts_at: '2027-03-01T13:00:00.000Z',
  ends_at: '2027-03-29T03:00:00.000Z',
  redeem_until: '2027-04-29T03:00:00.000Z',
  audience: { document_types: ['cpf'], minimum_age: 18 },
  spend_rule: { every_cents: 40_000, participations: 1 },
  stock_total: 2000,
  limit_per_customer: 2,
  legal: {
    certificate_number: '06.000001/2027',
    authority: 'SPA/MF',
    prize_list: [{ title: 'Ovo', quantity: 500, value_cents: 4990 }],
  },
  regulation_version: '1.0',
  terms_version: '1.0',
  settings: { note: 'x' },
}
const sessionPlan = {
  title: 'Concerto de Natal',
  place: 'Praça central',
  starts_at: '2027-03-12T22:00:00.000Z',
  ends_at: '2027-03-13T01:00:00.000Z',
  sales_from: '2027-03-01T15:00:00.000Z',
  sales_until: '2027-03-12T21:00:00.000Z',
  cancel_until: '2027-03-12T19:00:00.000Z',
  no_show_from: '2027-03-12T22:15:00.000Z',
  capacity: 500,
  limit_per_document: 4,
  minimum_age: 16,
  is_closed: false,
}
const newCampaign = () => ({ slug: `pascoa-${randomUUID()}`, kind: 'free_gifts', ...plan })
const attempt = () => ({
  session_id: id.session,
  gate: 'Entrada B',
  scanned_at: club.now().toISOString(),
  client_scan_id: randomUUID(),
})
const movement = () => ({
  campaign_id: id.giftCampaign,
  gift_id: giftSettings.gifts[0]?.gift_id ?? '',
  pickup_point_id: giftSettings.pickup_points[0]?.pickup_point_id ?? '',
  client_movement_id: randomUUID(),
  reason: 'Entrega do fornecedor',
})

/** Valid bodies, whose fields are then replaced by hostile values. */
const examples: Readonly<Record<string, () => object>> = {
  'POST /api/staff/campaign/create': newCampaign,
  'POST /api/staff/campaign/update': () => ({ campaign_id: id.draft, revision: 1, ...plan }),
  'POST /api/staff/campaign/approve': () => ({
    campaign_id: id.draft,
    revision: 1,
    certificate_waiver: 'Só troca de pontos, sem compra',
  }),
  'POST /api/staff/event-tickets/session/create': () => ({ campaign_id: id.campaign, ...sessionPlan }),
  'POST /api/staff/event-tickets/session/update': () => ({
    session_id: id.session,
    ...sessionPlan,
    revision: 1,
    people: null,
  }),
  'POST /api/staff/event-tickets/session/cancel': () => ({
    session_id: id.session,
    reason: 'Chuva forte.',
    revision: 1,
    people: 0,
  }),
  'POST /api/staff/free-gifts/read': () => ({ code: giftCode }),
  'POST /api/staff/free-gifts/find': () => ({
    document_id: '529.982.247-25',
    campaign_id: id.giftCampaign,
    pickup_point_id: giftSettings.pickup_points[0]?.pickup_point_id ?? '',
  }),
  'POST /api/staff/free-gifts/print': () => ({
    voucher_id: id.giftVoucher,
    print_request_id: randomUUID(),
  }),
  'POST /api/staff/free-gifts/deliver': () => ({
    voucher_id: id.giftVoucher,
    client_delivery_id: randomUUID(),
    signature: [[0, 0, 1000, 1000]],
  }),
  'POST /api/staff/free-gifts/undo': () => ({
    voucher_id: id.giftVoucher,
    client_delivery_id: randomUUID(),
    reason: 'Outra pessoa da fila.',
  }),
  'POST /api/staff/free-gifts/queue/join': () => ({ code: giftCode }),
  'POST /api/staff/free-gifts/queue/next': () => ({
    campaign_id: id.giftCampaign,
    pickup_point_id: giftSettings.pickup_points[0]?.pickup_point_id ?? '',
    client_call_id: randomUUID(),
  }),
  'POST /api/staff/free-gifts/stock/receive': () => ({ ...movement(), units: 1 }),
  'POST /api/staff/free-gifts/stock/transfer': () => ({
    ...movement(),
    to_pickup_point_id: giftSettings.pickup_points[1]?.pickup_point_id ?? '',
    units: 1,
  }),
  'POST /api/staff/free-gifts/stock/lose': () => ({ ...movement(), units: 1 }),
  'POST /api/staff/free-gifts/stock/count': () => ({ ...movement(), counted: 0, expected: 0 }),
  'POST /api/staff/gate/scan': () => ({ ticket_code: 'K7QM-2XPD-9FHT', ...attempt(), refused_as: 'unknown' }),
  'POST /api/staff/gate/undo': () => ({ session_id: id.session, client_scan_id: randomUUID() }),
  'POST /api/staff/gate/override': () => ({ ticket_code: 'K7QM', ...attempt(), reason: 'QR rasgado' }),
  'POST /api/staff/gate/door-entry': () => ({ ...attempt(), quantity: 1 }),
  'POST /api/staff/consent/preview': () => ({ document: '<p>Regras.</p>' }),
  'POST /api/staff/consent/publish': () => ({
    kind: 'promotion_regulation',
    scope: 'natal-no-ipe',
    version: randomUUID(),
    document: '<p>Regras.</p>',
  }),
  'POST /api/staff/customers/find': () => ({ document_id: '529.982.247-25' }),
  'POST /api/staff/audit/find-customer': () => ({ document_id: '529.982.247-25' }),
  'POST /api/staff/points/find': () => ({ document_id: '529.982.247-25' }),
  'POST /api/staff/points/open': () => ({ customer_id: id.customer }),
  'POST /api/staff/points/adjust': () => ({
    adjustment_id: randomUUID(),
    customer_id: id.customer,
    points: 1,
    reason: 'goodwill',
    note: 'Uma explicação que basta.',
    may_owe: 'no',
  }),
  'POST /api/staff/receipts/find': () => ({ receipt_key: '35261111444777000161650010000000011000000017' }),
  'POST /api/staff/shops/save': () => ({
    name: 'Livraria',
    cnpj: '12.ABC.345/01DE-35',
    segment: 'books',
    floor: 'Térreo',
    state: 'active',
  }),
  'POST /api/staff/shops/import': () => ({ csv: 'cnpj;name\n11222333000181;Padaria\n' }),
  'POST /api/staff/shops/import/preview': () => ({ csv: 'cnpj;name\n11222333000181;Padaria\n' }),
  'POST /api/staff/participation/campaigns': () => ({ customer_id: id.customer }),
  'POST /api/staff/participation/start': () => ({
    customer_id: id.customer,
    campaign_id: id.campaign,
    kind: 'event_tickets',
    purchase_ids: [],
  }),
  'POST /api/staff/recovery/desk-codes': () => ({
    customer_id: id.customer,
    checklist: { original_document: 'yes', face_matches: 'yes', data_matches: 'yes' },
    representative: { name: 'Bento Ferraz', cpf: '529.982.247-25', power: 'power_of_attorney' },
  }),
  'POST /api/staff/recovery/requests/{id}/reject': () => ({ reason: 'not_genuine' }),
}

/** Calls that may be refused when they are repeated, with the expected statuses. */
const expectedStatuses = [200, 409, 429]

const pathParams = () => ({
  id: id.request,
  photo_id: id.photo,
  session_id: id.session,
})

const send = ({ method, path }: Served, body: unknown, params: Record<string, string> = pathParams()) => {
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'x'))
  if (method !== 'GET') return staff.raw(method, at, body === undefined ? '' : JSON.stringify(body))
  const query = Object.entries((body ?? {}) as object).map(([name, value]): [string, string] => [
    name,
    textOf(value),
  ])
  return staff.raw(method, `${at}?${new URLSearchParams(query).toString()}`)
}
const textOf = (value: unknown) =>
  String(typeof value === 'string' ? value : JSON.stringify(value))
    .toWellFormed()
    .slice(0, 4000)

/** Calls that would end the attacker's own session. */
const excluded = /sign-in|sign-out|invitation|enrollment|recovery-codes|members\/(roles|disable|reset)/

describe('staff calls', () => {
  test.each(Object.keys(examples))('%s does not reject its example body as invalid', async (name) => {
    const operation = served.find((call) => call.name === name)
    if (!operation) throw new Error(`${name} is not in the API reference`)
    expect(expectedStatuses).toContain((await send(operation, examples[name]?.())).status)
  })

  test('hostile values in the fields and path parameters of staff calls never cause a 500', async () => {
    const attacked = served.filter(({ path }) => path.startsWith('/api/staff/') && !excluded.test(path))
    expect(attacked.length).toBeGreaterThan(60)
    const broken: string[] = []
    let offset = 0
    for (const operation of attacked) {
      const example =
        examples[operation.name] ??
        (() => Object.fromEntries(operation.fields.map((name) => [name, id.purchase])))
      for (const field of pathsOf(example())) {
        const values = hostileValues.filter((_, i) => (i + offset) % 3 === 0)
        offset += 1
        const bodies = values.map((value) => replaceAt(example(), field, value))
        const responses = await Promise.all(bodies.map((body) => send(operation, body)))
        responses.forEach(({ status }, i) => {
          if (status >= 500)
            broken.push(`${operation.name} ${status} ${field.join('.')} ${JSON.stringify(values[i])}`)
        })
      }
      for (const name of Object.keys(pathParams()).filter((one) => operation.path.includes(`{${one}}`)))
        for (const value of hostileValues.map(textOf)) {
          const { status } = await send(operation, example(), { ...pathParams(), [name]: value || 'x' })
          if (status >= 500) broken.push(`${operation.name} ${status} {${name}} ${value}`)
        }
    }
    expect(broken).toEqual([])
  }, 300_000)

  test('deeply nested lists are rejected or stored without a 500', async () => {
    const body = JSON.stringify(newCampaign()).replace('{"note":"x"}', `{"note":${deepList()}}`)
    const response = await staff.raw('POST', '/api/staff/campaign/create', body)
    expect([200, 400, 422]).toContain(response.status)
  })

  test('values quoted in audit lines may not contain document numbers', async () => {
    const message = 'Não use CPF, CNPJ, telefone ou e-mail neste campo'
    for (const [name, field, value] of [
      ['POST /api/staff/consent/publish', 'version', '529.982.247-25'],
      ['POST /api/staff/consent/publish', 'scope', '52998224725'],
      ['POST /api/staff/campaign/create', 'slug', '52998224725'],
    ] as const)
      expect(await staff.raw('POST', name.slice(5), { ...examples[name]?.(), [field]: value })).toMatchObject(
        {
          status: 422,
          errors: [{ path: field, message }],
        },
      )
  })
})
