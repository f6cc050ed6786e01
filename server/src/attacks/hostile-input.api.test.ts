import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { acceptDocumentsCall } from '@clube/contract/consent/acceptance-calls.ts'
import { answerTicketCall } from '@clube/contract/customer-service/action-calls.ts'
import {
  discardUploadCall,
  findSimilarTicketsCall,
  listOwnTicketsCall,
  markTicketReadCall,
  newTicketCall,
  newTicketOptionsCall,
  ownDocumentFile,
  ownPictureFile,
  rateServiceCall,
  readConversationCall,
  reopenTicketCall,
  replyCall,
  ticketChangesCall,
  uploadAttachmentCall,
} from '@clube/contract/customer-service/calls.ts'
import { openTicketCall } from '@clube/contract/customer-service/staff-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { registerReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import {
  cancelProjectCall,
  readProjectOfferCall,
  registerProjectCall,
} from '@clube/contract/new-project/calls.ts'
import {
  readOpenRatingCall,
  readRatingLinkCall,
  saveRatingByLinkCall,
  saveRatingCall,
} from '@clube/contract/ratings/calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import type { ApiResponse, TestBrowser } from '../testing/browser.ts'
import { shops } from '../../seeds/demonstration/shops.ts'
import { useClub } from '../testing/club.ts'
import { receiptKeyOf } from '../testing/receipts.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'
import { deepList, hostileValues, pathsOf, replaceAt } from './hostile-values.testing.ts'

type Operation = { method: string; path: string }
type Document = { paths: Record<string, Record<string, unknown>> }

const club = useClub()
let operations: Operation[] = []
let signedIn: TestBrowser

beforeAll(async () => {
  const document = (await (await fetch(`${club.url}/api/docs`)).json()) as Document
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
  )
  signedIn = club.browser()
  const { document_id, password } = club.personas.maria
  await signedIn.send(checkAccountCall, { body: { document_id, terms_id: 'x' } })
  await signedIn.send(signInWithPasswordCall, { body: { document_id, terms_id: 'x', password } })
})

/** Hostile values: wrong types, huge and empty strings, control characters, injections. */
const hostileValue = fc.oneof(
  fc.anything({ maxDepth: 2 }),
  fc.constantFrom(
    '\u0000',
    "'; drop table customer; --",
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '\uD800',
    'x'.repeat(20_000),
    '9'.repeat(400),
    -1,
    1e308,
    null,
    [],
    {},
    '__proto__',
    '0000-00-00',
    '99/99/9999',
  ),
)

const fields = [
  'document_id',
  'document_type',
  'terms_id',
  'password',
  'password_confirmation',
  'current_password',
  'remember_me',
  'access_key',
  'birth_date',
  'cellphone',
  'email',
  'name',
  'cep',
  'state_id',
  'city_id',
  'district_id',
  'neighborhood',
  'street_type',
  'street_name',
  'street_number',
  'complement',
  'verification_code',
  'accepted_documents',
  'email_marketing_subscription',
  'device_credential',
  'altcha_challenge',
  'captcha_type',
  'recaptcha_token',
  'text',
  'id',
  'cursor',
  'postal_code',
  'transaction_id',
  'transacao_id',
  'alphanumero',
  'cd_identificador',
  'campaign_id',
]

const hostileBody = fc.oneof(fc.dictionary(fc.constantFrom(...fields), hostileValue), hostileValue)

const isExpectedStatus = (status: number) => status === 200 || (status >= 400 && status < 500)

describe('every call', () => {
  test('the API reference lists the calls', () => {
    expect(operations.length).toBeGreaterThan(15)
  })

  test('hostile bodies and queries never cause a 500, and every rejection has a message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        hostileBody,
        fc.boolean(),
        fc.boolean(),
        async (pick, body, withProof, isSignedIn) => {
          const operation = operations[pick % operations.length]
          // This call signs out by design.
          if (!operation || (isSignedIn && operation.path.endsWith('/signout'))) return
          const browser = isSignedIn ? signedIn : club.browser()
          if (withProof) browser.discardProof()
          const proof = withProof ? await browser.captchaFields() : {}
          const sent =
            typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, ...proof } : body
          const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(pick)))
          const query = operation.method === 'GET' ? `?${queryOf(body)}` : ''
          const response = await browser.raw(
            operation.method,
            path + query,
            operation.method === 'GET' ? undefined : (JSON.stringify(sent) ?? 'null'),
          )
          if (!isExpectedStatus(response.status) || (response.status !== 200 && !response.message))
            throw new Error(
              `${operation.method} ${path} responded with ${response.status} to ${JSON.stringify(sent)}`,
            )
        },
      ),
      { numRuns: 3000 },
    )
  }, 180_000)

  test('broken JSON, huge bodies and bodies of another content type are rejected', async () => {
    const bodies = [
      '{',
      '[1,2',
      '"',
      '\u0000',
      '{"a":'.repeat(5000),
      `{"document_id":"${'9'.repeat(100_000)}"}`,
    ]
    for (const { method, path } of operations.filter((operation) => operation.method === 'POST')) {
      for (const body of bodies) {
        const response = await club.browser().raw(method, path, body)
        expect(
          isExpectedStatus(response.status),
          `${path} with ${body.slice(0, 20)}: ${response.status}`,
        ).toBe(true)
        expect(response).toMatchObject({ success: false })
      }
      const response = await club
        .browser()
        .raw(method, path, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
      expect(response.status).toBe(403)
    }
  })

  test('invalid headers never cause a 500', async () => {
    for (const headers of [
      { cookie: `sid=${'x'.repeat(4000)}; flow=%00` },
      { cookie: ';;;===' },
      { 'x-forwarded-for': "'; drop table customer; --" },
      { 'accept-language': 'x'.repeat(4000) },
      { 'content-type': 'application/json; charset=utf-99' },
    ] as Record<string, string>[]) {
      for (const { method, path } of operations) {
        const response = await club.browser().raw(method, path, method === 'GET' ? undefined : '{}', headers)
        expect(
          isExpectedStatus(response.status),
          `${path} with ${JSON.stringify(headers).slice(0, 40)}: ${response.status}`,
        ).toBe(true)
      }
    }
  })
})

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`${response.status} ${response.message}`)
  return response.data
}

describe('what customers send to customer service, ratings and projects', () => {
  type Attacked = {
    readonly call: Call
    /** Whether it stores what is sent: every value is sent in every field, otherwise a third of them, in turns. */
    readonly stores?: true
    /** The call's path with its parameters. */
    readonly path?: string
    /** A valid body, or query. */
    readonly example: () => Record<string, unknown>
    /** Fields of free text, with their lengths. */
    readonly texts?: Readonly<Record<string, readonly [from: number, to: number]>>
    /** Hostile values that are valid for a field. */
    readonly valid?: Readonly<Record<string, readonly unknown[]>>
  }
  let attacked: Attacked[] = []
  let open_ticket = ''
  let resolved_ticket = ''

  beforeAll(async () => {
    const documents = [{ kind: 'sac' as const, version: '1.0' }]
    await signedIn.send(acceptDocumentsCall, { body: { documents } })
    const agent = await signedInStaff(club, staffPersonas.service_agent)
    const newTicket = () => ({
      category: 'other' as const,
      subject: 'Dúvida',
      message: 'Como funciona o clube?',
      attachments: [],
      client_request_id: randomUUID(),
    })
    open_ticket = dataOf(await signedIn.send(newTicketCall, { body: newTicket() })).ticket_id
    resolved_ticket = dataOf(await signedIn.send(newTicketCall, { body: newTicket() })).ticket_id
    const { version } = dataOf(await agent.send(openTicketCall, { body: { ticket_id: resolved_ticket } }))
    const answer = { ticket_id: resolved_ticket, version, message: 'Pronto', client_message_id: randomUUID() }
    dataOf(await agent.send(answerTicketCall, { body: { ...answer, outcome: 'resolve' } }))
    const campaigns = dataOf(await club.browser().send(listCampaignsCall))
    const campaign_id = campaigns.find(({ kind }) => kind === 'new_project')?.campaign_id ?? ''
    const { brand_slug } = dataOf(await signedIn.send(readProjectOfferCall, { query: { campaign_id } }))
    const { transaction_id } = dataOf(
      await signedIn.send(startTransactionCall, { body: { campaign_id, kind: 'new_project' } }),
    )
    const receipt = {
      receipt_key: receiptKeyOf({ now: club.now(), cnpj: shops[0].cnpj, number: 64_001 }),
      amount_cents: 5_000,
      issued_on: clubDayOf(club.now(), defaultTimeZone),
    }
    const { purchase_id } = dataOf(await signedIn.send(registerReceiptCall, { body: receipt }))
    dataOf(await signedIn.send(readOpenRatingCall, { query: { purchase_id } }))
    const ids = () => ({
      campaign_id: randomUUID(),
      transaction_id: randomUUID(),
      purchase_id: randomUUID(),
    })
    const absent = [undefined]
    const unknownIds = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff']
    const linkOrNone = [undefined, ...unknownIds]
    const links = { campaign_id: absent, transaction_id: absent, purchase_id: absent }
    const answers = { rating: 5, reasons: ['service'], comment: 'Bom', allow_contact: 'no' }
    const answerTexts = { comment: [0, 1_000] } as const
    const validAnswers = {
      rating: [0, -0],
      reasons: [undefined, []],
      comment: absent,
      allow_contact: absent,
    }
    attacked = [
      {
        call: newTicketCall,
        stores: true,
        // Only the attachment is unknown, so that the refusal has to undo what the transaction stored.
        example: () => ({
          ...newTicket(),
          campaign_id,
          transaction_id,
          purchase_id,
          attachments: [randomUUID()],
        }),
        texts: { subject: [1, 120], message: [10, 2_000] },
        valid: { ...links, attachments: [undefined, []] },
      },
      {
        call: findSimilarTicketsCall,
        example: () => ({ category: 'other', subject: 'Dúvida', ...ids() }),
        texts: { subject: [1, 120] },
        valid: { campaign_id: linkOrNone, transaction_id: linkOrNone, purchase_id: linkOrNone },
      },
      {
        call: replyCall,
        stores: true,
        example: () => ({
          ticket_id: open_ticket,
          message: 'Oi',
          attachments: [randomUUID()],
          client_message_id: randomUUID(),
        }),
        texts: { message: [1, 2_000] },
        valid: { attachments: [undefined, []] },
      },
      { call: reopenTicketCall, stores: true, example: () => ({ ticket_id: resolved_ticket }) },
      {
        call: rateServiceCall,
        stores: true,
        example: () => ({ ticket_id: resolved_ticket, rating: 5, comment: 'Bom' }),
        texts: { comment: [0, 500] },
        valid: { comment: absent },
      },
      { call: markTicketReadCall, example: () => ({ ticket_id: open_ticket, message_id: randomUUID() }) },
      {
        call: discardUploadCall,
        example: () => ({ upload_id: randomUUID() }),
        valid: { upload_id: unknownIds },
      },
      { call: listOwnTicketsCall, example: () => ({ cursor: randomUUID() }) },
      { call: newTicketOptionsCall, example: ids },
      { call: ticketChangesCall, example: () => ({ since: 'x' }) },
      {
        call: saveRatingCall,
        stores: true,
        example: () => ({ purchase_id, ...answers }),
        texts: answerTexts,
        valid: validAnswers,
      },
      { call: readOpenRatingCall, example: () => ({ purchase_id }) },
      { call: readRatingLinkCall, example: () => ({ purchase_id, token: 'x' }) },
      {
        call: saveRatingByLinkCall,
        example: () => ({ purchase_id, token: 'x', ...answers }),
        texts: answerTexts,
        valid: validAnswers,
      },
      {
        call: registerProjectCall,
        stores: true,
        path: registerProjectCall.path.replace(':brand', brand_slug),
        example: () => ({
          transaction_id,
          promotion_id: campaign_id,
          purchase_number: 'CN-123456',
          project_registration_number: 'RRT-12345678',
        }),
      },
      { call: cancelProjectCall, example: () => ({ project_id: randomUUID() }) },
    ]
  }, 60_000)

  const sendText = ({ call, path = call.path }: Attacked, text: string) =>
    signedIn.raw(call.method, path, text)
  const send = (each: Attacked, body: unknown) =>
    each.call.method === 'GET'
      ? signedIn.raw('GET', `${each.call.path}?${queryOf(body)}`)
      : sendText(each, body === undefined ? '' : (JSON.stringify(body) ?? 'null'))
  const mayAccept = (
    { call, texts, valid }: Attacked,
    path: readonly (string | number)[],
    value: unknown,
  ) => {
    // Reads ignore fields that they do not know, and store nothing.
    if (call.method === 'GET') return true
    const name = String(path[0])
    if (path.length === 1 && valid?.[name]?.some((each) => isDeepStrictEqual(each, value))) return true
    const [from, to] = texts?.[name] ?? [1, 0]
    if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) return false
    const { length } = value.trim()
    return length >= from && length <= to
  }
  /** Whether a value may be valid and name nothing that exists: ids, numbers of projects and the signature of a link. */
  const mayBeUnknown = (path: readonly (string | number)[], value: unknown): boolean =>
    typeof value === 'string' && /_id$|_number$|^attachments$|^token$/.test(String(path[0]))
  /** Rows that these calls store, and customers. */
  const countRows = async (): Promise<unknown> => {
    const { rows } = await sql`
      select (select count(*) from service_ticket) as tickets, (select count(*) from service_message) as messages,
        (select count(*) from service_ticket where rating is not null) as rated_tickets,
        (select count(*) from service_attachment) as attachments, (select count(*) from purchase_rating) as ratings,
        (select count(*) from brand_project) as projects, (select count(*) from customer) as customers`.execute(
      club.database.db,
    )
    return rows[0]
  }
  const english = /invalid\b|expected|required|must be|unexpected|too (big|small|long)/i
  /** What is wrong with the response to a hostile request; null for a 4xx with a sentence in Portuguese. */
  const faultOf = (
    { call }: Attacked,
    response: ApiResponse<unknown>,
    isAccepted: boolean,
  ): string | null => {
    if (response.ok) return isAccepted ? null : 'was accepted'
    const { status, message, errors = [] } = response
    if (status < 400 || status >= 500) return `status ${status}`
    if (call.status_rule === 'no-400' && status === 400) return 'status 400'
    const wrong = [message, ...errors.map((error) => error.message)].find(
      (text) => text.length < 5 || english.test(text),
    )
    return wrong === undefined ? null : `“${wrong}”`
  }

  test('hostile values in any field are refused with a sentence and store nothing, except for texts', async () => {
    const faults: string[] = []
    let offset = 0
    for (const each of attacked)
      for (const path of pathsOf(each.example())) {
        const values = hostileValues.filter((_, i) => each.stores || (i + offset) % 3 === 0)
        offset += 1
        const before = await countRows()
        const responses = await Promise.all(
          values.map((value) => send(each, replaceAt(each.example(), path, value))),
        )
        responses.forEach((response, i) => {
          const value = values[i]
          const fault = mayAccept(each, path, value)
            ? faultOf(each, response, true)
            : (faultOf(each, response, false) ??
              // Not only refused for what the call is about, such as a purchase that is already rated.
              (mayBeUnknown(path, value) || [400, 413, 422].includes(response.status)
                ? null
                : `status ${response.status}`))
          if (fault !== null)
            faults.push(`${each.call.path} ${path.join('.')} ${JSON.stringify(value)}: ${fault}`)
        })
        if (responses.every(({ ok }) => !ok)) expect(await countRows()).toEqual(before)
      }
    expect(faults).toEqual([])
  }, 60_000)

  test('deep nesting, prototype keys and repeated fields are refused with a sentence and store nothing', async () => {
    const faults: string[] = []
    const before = await countRows()
    for (const each of attacked.filter(({ call }) => call.method === 'POST')) {
      const example = JSON.stringify(each.example())
      const bodies = [
        ...Object.keys(each.example()).map((name) =>
          JSON.stringify({ ...each.example(), [name]: 'deep' }).replace('"deep"', deepList()),
        ),
        `{"__proto__":${example}}`,
        `{"constructor":{"prototype":${example}}}`,
        `[${example},${example}]`,
        // The last one counts.
        ...Object.keys(each.example()).map((name) => example.replace(/}$/, `,"${name}":{}}`)),
        example.slice(0, -1),
      ]
      for (const body of bodies) {
        const fault = faultOf(each, await sendText(each, body), false)
        if (fault !== null) faults.push(`${each.call.path} ${body.slice(0, 100)}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
    expect(await countRows()).toEqual(before)
    expect(Object.keys(Object.prototype)).toEqual([])
  }, 60_000)

  test('hostile path parameters are refused with a sentence', async () => {
    const faults: string[] = []
    const register = attacked.find(({ call }) => call === registerProjectCall)
    const body = JSON.stringify(register?.example())
    for (const value of hostileValues.map(asText).filter((text) => text !== '')) {
      const filled = (path: string) => path.replace(/:(brand|\w+_id)/, encodeURIComponent(value))
      for (const [call, sent] of [
        [readConversationCall, undefined],
        [ownPictureFile, undefined],
        [ownDocumentFile, undefined],
        [registerProjectCall, body],
      ] as const) {
        const response = await signedIn.raw(sent === undefined ? 'GET' : 'POST', filled(call.path), sent)
        const fault = faultOf({ call: readConversationCall, example: () => ({}) }, response, false)
        if (fault !== null) faults.push(`${call.path} ${value.slice(0, 60)}: ${fault}`)
      }
    }
    expect(faults).toEqual([])
  }, 60_000)

  test('hostile names, fields and files of an upload store nothing but a clean name', async () => {
    const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'
    const formOf = (fields: readonly (readonly [name: string, value: string | Blob])[]) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      return form
    }
    const file = () => new Blob([pdf])
    const send = (fields: Parameters<typeof formOf>[0]) =>
      signedIn.raw<{ attachment: { name: string } }>('POST', uploadAttachmentCall.path, formOf(fields))
    const upload = { call: uploadAttachmentCall, example: () => ({}) }
    const before = await countRows()
    for (const fields of [
      [],
      [['file', pdf]],
      [['name', 'nota.pdf']],
      [
        ['name', 'x'.repeat(20_000)],
        ['file', file()],
      ],
      [
        ['name', file()],
        ['file', file()],
      ],
      [
        ['file', file()],
        ['file', file()],
      ],
      [['file[]', file()]],
      [
        ['file', file()],
        ['other', file()],
      ],
      [['__proto__[file]', file()]],
      [
        ['name[__proto__][x]', '1'],
        ['file', file()],
      ],
    ] as const)
      expect(faultOf(upload, await send(fields), false), JSON.stringify(fields)).toBeNull()
    expect(await countRows()).toEqual(before)
    const names = hostileValues.filter((value) => typeof value === 'string' && value.length <= 255)
    let stored = 0
    for (const value of names) {
      const response = await send([
        ['name', String(value)],
        ['file', file()],
      ])
      expect(faultOf(upload, response, true), String(value)).toBeNull()
      if (!response.ok) continue
      stored += 1
      expect(response.data.attachment.name).toMatch(/^[^\p{C}/\\<>":|*?]+\.pdf$/u)
    }
    expect(stored).toBeGreaterThan(names.length / 2)
  }, 60_000)
})

describe('a page on another site', () => {
  test('the CSRF check rejects state-changing requests from forms, from other origins and without the required headers', async () => {
    const crossSite: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'x-requested-with': '' },
      { 'content-type': 'text/plain' },
      { 'sec-fetch-site': '', origin: 'https://evil.example' },
    ]
    for (const { method, path } of operations.filter((operation) => operation.method === 'POST'))
      for (const headers of crossSite)
        expect(await signedIn.raw(method, path, '{}', headers)).toMatchObject({
          status: 403,
          code: 'request.forged',
        })
  })

  test('the session is still valid after the hostile requests', async () => {
    expect(await signedIn.send(readProfileCall)).toMatchObject({ status: 200 })
  })
})

const queryOf = (body: unknown): string => {
  if (typeof body !== 'object' || body === null) return new URLSearchParams({ text: asText(body) }).toString()
  return new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, asText(value)]),
  ).toString()
}

const asText = (value: unknown): string => {
  try {
    return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 5000)
  } catch {
    return ''
  }
}
