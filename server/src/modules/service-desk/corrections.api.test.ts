import { randomUUID } from 'node:crypto'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { beforeAll, expect, test } from 'vitest'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { listDataAccessesCall } from '@clube/contract/privacy/data-access-calls.ts'
import { deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import {
  approveCorrectionCall,
  correctionHours,
  listCorrectionsCall,
  proposeCorrectionCall,
  readCorrectionCall,
  rejectCorrectionCall,
} from '@clube/contract/service-desk/correction-calls.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { testRootKey, useClub } from '../../testing/club.ts'
import { freshCpfs, registerCustomer } from '../../testing/joining.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'
import { documentLabel, findByDocument } from '../identity/index.ts'
import { createVault } from '../vault/index.ts'

const club = useClub()
const vault = createVault(testRootKey)
const cpfs = freshCpfs(20, 680_000_000)
const checklist = { original_document: 'yes', face_matches: 'yes', correction_matches: 'yes' } as const
let first: TestBrowser
let second: TestBrowser

const signIn = async () => {
  first = await signedInStaff(club, staffPersonas.attendant)
  second = await signedInStaff(club, staffPersonas.second_attendant)
}
beforeAll(signIn)

const join = async () => {
  const document_id = cpfs.pop() ?? ''
  const browser = await registerCustomer(club.browser(), document_id)
  const customer = await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id))
  return { browser, customer_id: customer?.id ?? '' }
}
const propose = (customer_id: string, change: Partial<BodyOf<typeof proposeCorrectionCall>> = {}) =>
  first.send(proposeCorrectionCall, {
    body: { customer_id, name: 'Ana Lúcia Ferreira', birth_date: '21/03/1990', checklist, ...change },
  })
const proposedId = async (customer_id: string): Promise<string> => {
  const response = await propose(customer_id)
  if (!response.ok) throw new Error(response.message)
  return response.data.correction_id
}
const approve = (by: TestBrowser, correction_id: string) =>
  by.send(approveCorrectionCall, { body: { correction_id, checklist } })
const profileOf = async (browser: TestBrowser) => {
  const response = await browser.send(readProfileCall)
  return response.ok ? { name: response.data.name, birth_date: response.data.birth_date } : null
}

const original = { name: 'Ana Lúcia Pereira', birth_date: '1990-03-20' }

test('attendants can list and count pending corrections, without personal data, until they are decided', async () => {
  const { customer_id } = await join()
  const listed = async (by: TestBrowser) => {
    const response = await by.send(listCorrectionsCall)
    if (!response.ok) throw new Error(response.message)
    return response.data.filter((each) => each.customer_id === customer_id)
  }
  const count = async (by = second) => {
    const response = await by.send(waitingCountsCall)
    if (!response.ok) throw new Error(response.message)
    return response.data.find(({ permission }) => permission === 'customers.correct')?.count ?? Number.NaN
  }
  const before = await count()
  const ownBefore = await count(first)
  const correction_id = await proposedId(customer_id)
  const waiting = { customer_id, proposed_by: staffPersonas.attendant.name, expires_at: expect.any(String) }
  expect(await listed(first)).toEqual([{ ...waiting, is_mine: true }])
  expect(await listed(second)).toEqual([{ ...waiting, is_mine: false }])
  expect(await count()).toBe(before + 1)
  expect(await count(first), 'the proposer does not confirm').toBe(ownBefore)
  await approve(second, correction_id)
  expect([await listed(second), await count()]).toEqual([[], before])
})

test('a correction takes effect once a second attendant confirms it, and each step appears in the customer’s data accesses', async () => {
  const { browser, customer_id } = await join()
  const correction_id = await proposedId(customer_id)
  expect(await profileOf(browser)).toEqual(original)
  expect(await second.send(readCorrectionCall, { body: { customer_id } })).toMatchObject({
    data: {
      correction: {
        correction_id,
        name: 'Ana Lúcia Ferreira',
        birth_date: '21/03/1990',
        proposed_by: staffPersonas.attendant.name,
        is_mine: false,
      },
    },
  })
  expect(await approve(second, correction_id)).toMatchObject({ status: 200, message: 'Dados corrigidos.' })
  expect(await profileOf(browser)).toEqual({ name: 'Ana Lúcia Ferreira', birth_date: '1990-03-21' })
  const accesses = await browser.send(listDataAccessesCall)
  expect(accesses.ok && accesses.data.map(({ what }) => what)).toEqual([
    'Confirmou, com o seu documento, a correção dos seus dados',
    'Viu a correção dos seus dados que foi pedida',
    'Pediu a correção do seu nome ou nascimento, com o seu documento',
  ])
  expect(await approve(second, correction_id)).toMatchObject({
    status: 409,
    code: 'service-desk.correction-decided',
  })
})

test('a confirmed correction is announced once to the confirmed contacts, and to no other contact', async () => {
  const { db } = club.database
  const noticesTo = (customer_id: string) =>
    db
      .selectFrom('message')
      .select('channel')
      .where('customer_id', '=', customer_id)
      .where('template', '=', 'person-corrected')
      .execute()
  const unconfirmed = await join()
  const confirmed = await join()
  await db
    .updateTable('customer')
    .set({ email_verified_at: club.now() })
    .where('id', '=', confirmed.customer_id)
    .execute()
  const correction_id = await proposedId(confirmed.customer_id)
  expect(await noticesTo(confirmed.customer_id)).toEqual([])
  await approve(second, correction_id)
  await approve(second, correction_id)
  expect(await noticesTo(confirmed.customer_id)).toEqual([{ channel: 'email' }])
  await approve(second, await proposedId(unconfirmed.customer_id))
  expect(await noticesTo(unconfirmed.customer_id)).toEqual([])
})

test('a corrected name is validated by the rules for people, or by those for companies', async () => {
  const { customer_id } = await join()
  expect(await propose(customer_id, { name: 'Ana & Lúcia' })).toMatchObject({
    status: 422,
    errors: [{ path: 'name', message: 'Nome inválido' }],
  })
  const { document_id } = club.personas.padaria
  const company = await findByDocument(club.database.db, vault.indexOf(documentLabel, document_id))
  expect(await propose(company?.id ?? '', { name: 'Natura', birth_date: '' })).toMatchObject({
    status: 200,
    data: { name: 'Natura', birth_date: null },
  })
})

test('an attendant cannot confirm their own correction', async () => {
  const { browser, customer_id } = await join()
  expect(await approve(first, await proposedId(customer_id))).toMatchObject({
    status: 403,
    code: 'service-desk.own-correction',
  })
  expect(await profileOf(browser)).toEqual(original)
})

test('an attendant whose access is recent cannot confirm a correction', async () => {
  const { customer_id } = await join()
  const correction_id = await proposedId(customer_id)
  const recent = club.database.db.updateTable('staff').where('name', '=', staffPersonas.second_attendant.name)
  await recent.set({ second_signature_from: new Date(club.now().getTime() + 3_600_000) }).execute()
  expect(await approve(second, correction_id)).toMatchObject({
    status: 403,
    code: 'session.roles-too-recent',
  })
  await recent.set({ second_signature_from: new Date(0) }).execute()
})

test('a rejected or withdrawn correction has no effect, and another one can be proposed', async () => {
  const { browser, customer_id } = await join()
  for (const by of [first, second]) {
    const correction_id = await proposedId(customer_id)
    expect(await propose(customer_id, { name: 'Outro Nome' })).toMatchObject({
      status: 409,
      code: 'service-desk.correction-pending',
    })
    expect(await by.send(rejectCorrectionCall, { body: { correction_id } })).toMatchObject({ status: 200 })
    expect(await approve(second, correction_id)).toMatchObject({ status: 409 })
  }
  expect(await profileOf(browser)).toEqual(original)
})

test('a correction expires, and then another one can be proposed', async () => {
  const { customer_id } = await join()
  const correction_id = await proposedId(customer_id)
  club.advanceSeconds(correctionHours * 3600)
  await signIn()
  expect(await approve(second, correction_id)).toMatchObject({
    status: 409,
    code: 'service-desk.correction-decided',
  })
  expect(await second.send(readCorrectionCall, { body: { customer_id } })).toMatchObject({
    data: { correction: null },
  })
  expect((await propose(customer_id)).status).toBe(200)
})

test.each<[path: string, message: string, Partial<BodyOf<typeof proposeCorrectionCall>>]>([
  ['name', 'Nome deve conter pelo menos 2 palavras', { name: 'Ana' }],
  ['birth_date', 'Data inválida', { birth_date: '31/02/1990' }],
  ['birth_date', 'Você precisa ter mais de 18 anos!', { birth_date: '01/01/2020' }],
  ['birth_date', 'Este campo não pode estar vazio', { birth_date: undefined }],
  ['name', 'Os dados são os que já estão no cadastro.', { name: original.name, birth_date: '20/03/1990' }],
  [
    'checklist',
    'Só é possível corrigir os dados quando todos os itens conferem.',
    { checklist: { ...checklist, face_matches: 'no' } },
  ],
])('a correction with an unacceptable %s is refused: %s', async (path, message, change) => {
  const { customer_id } = await join()
  expect(await propose(customer_id, change)).toMatchObject({ status: 422, errors: [{ path, message }] })
})

test('the data of a blocked account cannot be corrected, not even by a correction proposed before the block', async () => {
  const { customer_id } = await join()
  const correction_id = await proposedId(customer_id)
  await club.database.db
    .updateTable('customer')
    .set({ account_status: 'blocked' })
    .where('id', '=', customer_id)
    .execute()
  const refusal = { status: 409, code: 'service-desk.not-correctable' }
  expect(await approve(second, correction_id)).toMatchObject(refusal)
  await first.send(rejectCorrectionCall, { body: { correction_id } })
  expect(await propose(customer_id)).toMatchObject(refusal)
  expect(await propose(randomUUID())).toMatchObject({ status: 404 })
})

test('the corrections of an erased account are deleted', async () => {
  const { customer_id } = await join()
  await proposedId(customer_id)
  const deletion = {
    checklist: { original_document: 'yes', holder_or_representative: 'yes', understands_deletion: 'yes' },
    reason: 'own_request',
  } as const
  await first.send(deskRequestDeletionCall, { body: { customer_id, ...deletion } })
  club.advanceSeconds(31 * 24 * 3600)
  await club.purge()
  const left = club.database.db.selectFrom('customer_correction').select('id')
  expect(await left.where('customer_id', '=', customer_id).execute()).toEqual([])
})
