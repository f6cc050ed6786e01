import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { resetPasswordCall, verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import {
  approveRecoveryCall,
  approveRecoverySecondCall,
  requestResubmissionCall,
  rejectRecoveryCall,
  sendReviewCodeCall,
} from '@clube/contract/recovery/decision-calls.ts'
import {
  listRecoveryRequestsCall,
  openPhotoViewCall,
  readRecoveryRequestCall,
  startReviewCall,
  type RecoveryQueue,
} from '@clube/contract/recovery/review-calls.ts'
import { personas } from '../../../seeds/demonstration/personas.ts'
import { freshCpfs } from '../../testing/joining.ts'
import type { TestBrowser } from '../../testing/browser.ts'
import { auditOf, resetRecovery, useRecovery } from '../../testing/recovery.ts'
import { awaitingCode, newestCode, withToken } from '../../testing/recovery-codes.ts'
import { openPhotos, submitRequest } from '../../testing/recovery-submission.ts'
import { purgePhotos, reportPhotos } from '../photos/index.ts'
import { purgeRecovery } from './purge-recovery.ts'
import { countWaitingRequests } from './recovery-request-store.ts'
import type { RecoveryState } from './recovery-request.ts'

const recovery = useRecovery()
const { maria, padaria } = personas
const { document_id } = maria
const terms_id = 'shd_auth_terms'
const newPassword = 'Jabuticaba-41'
const checklist = {
  document_readable: 'yes',
  document_matches: 'yes',
  face_matches: 'yes',
  paper_shows_day: 'yes',
} as const
/** Replaces both contacts of the account. */
const bothContactsNew = {
  email: 'nova@exemplo.com.br',
  email_status: 'forgotten',
  cellphone: '(11) 91111-2222',
} as const

beforeEach(() => resetRecovery(recovery))

type Staff = ReturnType<typeof recovery.staff>
const start = async (staff: Staff, id: string) => {
  const started = await staff.send(startReviewCall, { params: { id } })
  await openPhotos(recovery, staff, id)
  return started
}
/** By e-mail, which the default submission leaves unchanged. */
const approve = (staff: Staff, id: string, send_by: 'email' | 'sms' = 'email') =>
  staff.send(approveRecoveryCall, { params: { id }, body: { checklist, send_by } })
const approveSecond = async (staff: Staff, id: string) => {
  await openPhotos(recovery, staff, id)
  return staff.send(approveRecoverySecondCall, { params: { id }, body: { checklist } })
}
const reject = (staff: Staff, id: string) =>
  staff.send(rejectRecoveryCall, { params: { id }, body: { reason: 'not_the_owner' } })
const read = (staff: Staff, id: string) => staff.send(readRecoveryRequestCall, { params: { id } })
const stateOf = async (id: string) =>
  (
    await recovery.database.db
      .selectFrom('recovery_request')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state
const verify = (browser: TestBrowser, verification_code: string) => {
  browser.discardProof()
  return browser.send(verifyResetCodeCall, { body: { verification_code, terms_id } })
}

describe('the queue', () => {
  test('the review queue is ordered by age, shows masked data and omits decoy requests', async () => {
    const first = await submitRequest(recovery)
    recovery.advanceSeconds(60)
    const second = await submitRequest(recovery, {
      document_id: padaria.document_id,
      document_type: 'cnpj',
      name: padaria.name,
      ...bothContactsNew,
    })
    await submitRequest(recovery, { document_id: freshCpfs(1)[0] ?? '' })
    expect(await recovery.staff('ana').send(listRecoveryRequestsCall)).toMatchObject({
      status: 200,
      next_cursor: null,
      data: [
        { id: first, state: 'submitted', document: '***.982.247-**', changes_both_contacts: false },
        { id: second, state: 'submitted', document: '**.222.333/****-**', changes_both_contacts: true },
      ],
    })
  })

  test('each queue lists the requests in its states, pending ones by age and decided ones newest first', async () => {
    const ana = { staff_id: 'ana', name: 'Ana' }
    const decided = { by: null, decided_at: '2026-06-01T12:00:00.000Z' }
    const states: RecoveryState[] = [
      { at: 'submitted' },
      { at: 'in_review', reviewer: ana, since: '2026-06-01T12:00:00.000Z' },
      { at: 'needs_second', first: ana, send_by: 'email' },
      { at: 'held', first: ana, second: ana, send_by: 'email', until: '2036-06-01T12:00:00.000Z' },
      { at: 'approved', ...decided, by: ana },
      { at: 'asked_again', ...decided, reason: 'Foto ilegível.' },
      { at: 'rejected', ...decided, reason: 'Foto ilegível.' },
    ]
    const { db } = recovery.database
    await submitRequest(recovery)
    const { at: _, ...sample } = await db.selectFrom('recovery_request').selectAll().executeTakeFirstOrThrow()
    await db.deleteFrom('recovery_request').execute()
    for (const [number, state] of states.entries()) {
      const own = {
        id: crypto.randomUUID(),
        protocol: `p-${number}`,
        document_index: Buffer.alloc(32, number),
      }
      const row = {
        ...sample,
        ...own,
        submission_hash: null,
        form_sealed: null,
        submitted_at: recovery.now(),
      }
      await db
        .insertInto('recovery_request')
        .values({ ...row, state: JSON.stringify(state) })
        .execute()
      recovery.advanceSeconds(1)
    }
    const read = async (queue: RecoveryQueue) => {
      const response = await recovery.staff('ana').send(listRecoveryRequestsCall, { query: { queue } })
      return response.ok && response.data.map(({ state }) => state)
    }
    expect(await read('waiting')).toEqual(['submitted', 'in_review'])
    expect(await read('second')).toEqual(['needs_second'])
    expect(await read('held')).toEqual(['held'])
    expect(await read('decided')).toEqual(['rejected', 'asked_again', 'approved'])
  })

  test('the review queue is paged without gaps', async () => {
    const ids: string[] = []
    for (const id of freshCpfs(3)) {
      ids.push(await submitRequest(recovery, { document_id: id }))
      recovery.advanceSeconds(1)
    }
    // Forty more visible requests with the same age as the last.
    const { db } = recovery.database
    const { id: customer_id } = await db.selectFrom('customer').select('id').executeTakeFirstOrThrow()
    await db.updateTable('recovery_request').set({ customer_id }).execute()
    const sample = await db.selectFrom('recovery_request').selectAll().executeTakeFirstOrThrow()
    for (let i = 0; i < 40; i += 1) {
      const { at: _, ...row } = sample
      const copy = {
        ...row,
        id: crypto.randomUUID(),
        protocol: `p-${i}`,
        document_index: Buffer.alloc(32, i),
        submission_hash: null,
      }
      await db
        .insertInto('recovery_request')
        .values({ ...copy, state: '{"at":"submitted"}', form_sealed: null, submitted_at: recovery.now() })
        .execute()
    }
    const ana = recovery.staff('ana')
    const one = await ana.send(listRecoveryRequestsCall)
    const two = await ana.send(listRecoveryRequestsCall, {
      query: { cursor: (one.ok && one.next_cursor) || '' },
    })
    const seen = [one, two].flatMap((page) => (page.ok ? page.data.map(({ id }) => id) : []))
    expect(seen).toHaveLength(43)
    expect(new Set(seen).size).toBe(43)
    expect(seen.slice(0, 3)).toEqual(ids)
    expect(two.ok && two.next_cursor).toBe(null)
  })

  test('only staff with the permission can list and read recovery requests', async () => {
    const id = await submitRequest(recovery)
    expect(await recovery.browser().send(listRecoveryRequestsCall)).toMatchObject({ status: 401 })
    for (const name of ['rui', 'eva'] as const) {
      expect(await recovery.staff(name).send(listRecoveryRequestsCall)).toMatchObject({ status: 403 })
      expect(await read(recovery.staff(name), id)).toMatchObject({ status: 403 })
    }
  })
})

describe('one recovery request', () => {
  test('a recovery request shows given and stored data side by side, and reading it is audited', async () => {
    const id = await submitRequest(recovery)
    const response = await read(recovery.staff('ana'), id)
    expect(response).toMatchObject({
      status: 200,
      data: {
        name: { given: maria.name, on_file: maria.name },
        birth_date: { given: '1986-05-14', is_on_file: true },
        cellphone: {
          status: 'changed',
          given: '11911112222',
          previous: '11987654321',
          on_file: '(11) *****-4321',
          is_on_file: false,
          is_previous_on_file: true,
        },
        email: { status: 'unchanged', on_file: 'ma***@e***.br', is_on_file: true, is_previous_on_file: null },
        submission_day: '2026-11-21',
        changes_both_contacts: false,
        photos: [
          { purpose: 'personal_id_front', is_purged: false },
          { purpose: 'personal_id_back', is_purged: false },
          { purpose: 'personal_id_selfie', is_purged: false },
        ],
      },
    })
    const protocol = response.ok ? response.data.protocol : ''
    expect((await auditOf(recovery)).at(-1)).toEqual({
      action: 'recovery.read',
      sentence: `Consultou o pedido ${protocol}.`,
    })
    expect(await read(recovery.staff('ana'), crypto.randomUUID())).toMatchObject({
      status: 404,
      message: 'Pedido não encontrado.',
    })
  })

  test('a recovery request has one reviewer, and another can take it over after half an hour', async () => {
    const id = await submitRequest(recovery)
    const [ana, bia] = [recovery.staff('ana'), recovery.staff('bia')]
    expect(await start(ana, id)).toMatchObject({
      status: 200,
      data: { state: 'in_review', is_mine: true, reviewer_name: 'Ana Souza' },
    })
    expect(await start(bia, id)).toMatchObject({
      status: 409,
      message: 'Outra pessoa está analisando este pedido.',
    })
    expect(await approve(bia, id)).toMatchObject({ status: 409, code: 'recovery.taken' })
    recovery.advanceSeconds(1800)
    expect(await start(bia, id)).toMatchObject({ status: 200 })
    expect(await approve(ana, id)).toMatchObject({ status: 409, code: 'recovery.taken' })
  })
})

describe('a photo of a recovery request', () => {
  const view = async (staff: Staff, id: string) => {
    const request = await read(staff, id)
    const photo_id = (request.ok && request.data.photos[0]?.id) || ''
    return staff.send(openPhotoViewCall, { params: { id, photo_id } })
  }
  const fetchPicture = (staff: string, path: string) =>
    fetch(recovery.url + path, { headers: { cookie: `staff=${staff}` } })

  test('a recovery photo is shown once per granted view, watermarked and audited', async () => {
    const id = await submitRequest(recovery)
    const granted = await view(recovery.staff('ana'), id)
    const url = granted.ok ? granted.data.url : ''
    const before = (await auditOf(recovery)).length
    const picture = await fetchPicture('ana', url)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('content-type')).toBe('image/jpeg')
    expect(picture.headers.get('cache-control')).toBe('no-store')
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
    // The photo was plain; anything else is the watermark.
    expect((await sharp(bytes).stats()).entropy).toBeGreaterThan(1)
    const lines = await auditOf(recovery)
    expect(lines).toHaveLength(before + 1)
    expect(lines.at(-1)?.sentence).toMatch(/^Viu a foto da frente do documento do pedido 2026-\d{6}-\d\.$/)
    expect((await fetchPicture('ana', url)).status).toBe(404)
    expect(await auditOf(recovery)).toHaveLength(before + 1)
  })

  test('a photo view is valid for a minute, only for the reviewer who requested it', async () => {
    const id = await submitRequest(recovery)
    const granted = await view(recovery.staff('ana'), id)
    const url = granted.ok ? granted.data.url : ''
    expect((await fetchPicture('bia', url)).status).toBe(404)
    expect((await fetchPicture('rui', url)).status).toBe(403)
    expect((await fetch(recovery.url + url)).status).toBe(401)
    recovery.advanceSeconds(60)
    expect((await fetchPicture('ana', url)).status).toBe(404)
    const other = await recovery.staff('ana').send(openPhotoViewCall, {
      params: { id, photo_id: crypto.randomUUID() },
    })
    expect(other).toMatchObject({ status: 404, message: 'Esta foto já foi apagada.' })
  })
})

describe('approval', () => {
  test('approval of a recovery request sends a code to the unchanged contact, and the password reset changes no contact', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    expect(await approve(ana, id)).toMatchObject({
      status: 200,
      data: { state: 'approved', held_until: null },
    })
    const code = newestCode(recovery)
    expect(recovery.messages.at(-1)).toMatchObject({
      channel: 'email',
      to: maria.email,
      content: { template: 'recovery-approved-code', minutes: 2880 },
    })
    recovery.advanceSeconds(47 * 3600)
    const browser = await awaitingCode(recovery, document_id)
    const confirmed = await verify(browser, code)
    const recovery_token = confirmed.ok ? confirmed.data.recovery_token : ''
    browser.discardProof()
    recovery.messages.length = 0
    expect(
      await browser.send(resetPasswordCall, { body: { password: newPassword, recovery_token, terms_id } }),
    ).toMatchObject({ status: 200 })
    expect(recovery.messages).toMatchObject([
      { to: maria.email, content: { template: 'password-changed' } },
      { to: maria.cellphone, content: { template: 'password-changed' } },
    ])
    const { db } = recovery.database
    expect(
      await db.selectFrom('customer').select('cellphone').where('email', '=', maria.email).executeTakeFirst(),
    ).toEqual({ cellphone: maria.cellphone })
  })

  test('approval of a recovery request does not change the cellphone of the account, and its code yields a recovery token', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await approve(ana, id)
    const { db } = recovery.database
    const row = await db
      .selectFrom('customer')
      .select('cellphone')
      .where('email', '=', maria.email)
      .executeTakeFirst()
    expect(row).toEqual({ cellphone: maria.cellphone })
    const { browser, recovery_token } = await withIssuedCode(id)
    expect(recovery_token).not.toBe('')
    expect(await verify(browser, '123456')).toMatchObject({ status: 409 })
  })

  /** A flow that enters the code issued for the request. */
  const withIssuedCode = async (id: string) => {
    expect(await stateOf(id)).toMatchObject({ at: 'approved' })
    const code = newestCode(recovery)
    const browser = await awaitingCode(recovery, document_id)
    const response = await verify(browser, code)
    return { browser, recovery_token: response.ok ? response.data.recovery_token : '' }
  }

  test('approval of a recovery request requires every item of the checklist to be confirmed', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    expect(
      await ana.send(approveRecoveryCall, {
        params: { id },
        body: { checklist: { ...checklist, paper_shows_day: 'no' }, send_by: 'sms' },
      }),
    ).toMatchObject({
      status: 422,
      errors: [{ path: 'checklist', message: 'Só é possível aprovar quando todos os itens conferem.' }],
    })
    expect(await stateOf(id)).toMatchObject({ at: 'in_review' })
  })

  test('approval of a recovery request requires a started review and happens only once', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    expect(await approve(ana, id)).toMatchObject({
      status: 409,
      message: 'Este pedido já foi decidido ou mudou de etapa.',
    })
    await start(ana, id)
    await approve(ana, id)
    expect(await approve(ana, id)).toMatchObject({ status: 409, code: 'recovery.already-decided' })
    expect(await reject(ana, id)).toMatchObject({ status: 409, code: 'recovery.already-decided' })
  })

  test('a code issued by staff allows five attempts across all flows, and at most three codes can be sent', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    const again = () => ana.send(sendReviewCodeCall, { params: { id }, body: { send_by: 'email' } })
    expect(await again()).toMatchObject({ status: 409, message: 'Este pedido não está aprovado.' })
    await start(ana, id)
    await approve(ana, id)
    const first = newestCode(recovery)
    const attacker = await awaitingCode(recovery, document_id)
    const wrong = ['111111', '222222', '333333'].find(
      (code) => code !== first && code !== newestCode(recovery),
    )
    for (let i = 0; i < 5; i += 1) await verify(attacker, wrong ?? '')
    expect(await verify(await awaitingCode(recovery, document_id), first)).toMatchObject({ status: 422 })
    expect(await again()).toMatchObject({ status: 200 })
    expect(recovery.messages.at(-1)).toMatchObject({ channel: 'email', to: maria.email })
    expect(await again()).toMatchObject({ status: 200 })
    expect(await again()).toMatchObject({
      status: 429,
      message: 'Já foram enviados todos os códigos deste pedido.',
    })
    expect(await withIssuedCode(id)).toMatchObject({ recovery_token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await again()).toMatchObject({ status: 409, message: 'A pessoa já usou o código deste pedido.' })
  })

  test('a code issued by staff expires after two days and gives no access to another account', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await approve(ana, id)
    const code = newestCode(recovery)
    const company = await awaitingCode(recovery, padaria.document_id)
    expect(await verify(company, code)).toMatchObject({ status: 422, code: 'recovery.wrong-code' })
    recovery.advanceSeconds(48 * 3600)
    expect(await verify(await awaitingCode(recovery, document_id), code)).toMatchObject({ status: 422 })
  })

  test('a customer who has used up the daily codes can still enter a code issued by staff', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await approve(ana, id)
    const code = newestCode(recovery)
    for (let i = 0; i < 4; i += 1) await awaitingCode(recovery, document_id)
    const sent = recovery.messages.length
    const browser = await awaitingCode(recovery, document_id)
    expect(recovery.messages).toHaveLength(sent)
    expect(await verify(browser, code)).toMatchObject({ status: 200 })
  })

  test('recovering the password in another way revokes the code issued by staff', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await approve(ana, id)
    const code = newestCode(recovery)
    const { browser, recovery_token } = await withToken(recovery, document_id)
    await browser.send(resetPasswordCall, { body: { password: newPassword, recovery_token, terms_id } })
    expect(await verify(await awaitingCode(recovery, document_id), code)).toMatchObject({ status: 422 })
  })
})

describe('when the code goes to a new contact', () => {
  const requestNeedingSecondApproval = async () => {
    const id = await submitRequest(recovery, bothContactsNew)
    const ana = recovery.staff('ana')
    await start(ana, id)
    expect(await approve(ana, id, 'email')).toMatchObject({ status: 200, data: { state: 'needs_second' } })
    return id
  }

  test('a code to a new contact requires a second approval, notifies the old contacts and delays the code by a day', async () => {
    const id = await requestNeedingSecondApproval()
    expect(await read(recovery.staff('bia'), id)).toMatchObject({ data: { send_by: 'email' } })
    const countFor = (staff_id: string) =>
      countWaitingRequests(recovery.deps.db, { queue: 'second', staff_id, limit: 9 })
    expect([await countFor('ana'), await countFor('bia')]).toEqual([0, 1])
    expect(recovery.messages.some(({ content }) => content.template === 'recovery-approved-code')).toBe(false)
    expect(await approveSecond(recovery.staff('ana'), id)).toMatchObject({
      status: 403,
      message: 'A segunda aprovação precisa ser de outra pessoa.',
    })
    recovery.messages.length = 0
    const held_until = new Date(recovery.now().getTime() + 24 * 3_600_000).toISOString()
    expect(await approveSecond(recovery.staff('bia'), id)).toMatchObject({
      status: 200,
      data: { state: 'held', held_until },
    })
    expect(recovery.messages).toMatchObject([
      {
        to: maria.email,
        content: { template: 'recovery-held', changed: 'both', until: new Date(held_until) },
      },
      { to: maria.cellphone, content: { template: 'recovery-held' } },
    ])
    recovery.advanceSeconds(24 * 3600 - 1)
    await purgeRecovery(recovery.deps)
    expect(await stateOf(id)).toMatchObject({ at: 'held' })
    recovery.advanceSeconds(1)
    await purgeRecovery(recovery.deps)
    expect(await stateOf(id)).toMatchObject({ at: 'approved' })
    expect(recovery.messages.at(-1)).toMatchObject({
      channel: 'email',
      to: 'nova@exemplo.com.br',
      content: { template: 'recovery-approved-code' },
    })
    const sent = recovery.messages.length
    await purgeRecovery(recovery.deps)
    expect(recovery.messages).toHaveLength(sent)
  })

  test('after the hold the new contacts replace those of the account when the password is reset', async () => {
    const id = await requestNeedingSecondApproval()
    await approveSecond(recovery.staff('bia'), id)
    recovery.advanceSeconds(24 * 3600)
    await purgeRecovery(recovery.deps)
    const code = newestCode(recovery)
    const browser = await awaitingCode(recovery, document_id)
    const confirmed = await verify(browser, code)
    const recovery_token = confirmed.ok ? confirmed.data.recovery_token : ''
    browser.discardProof()
    recovery.messages.length = 0
    const body = { password: newPassword, recovery_token, terms_id }
    expect(await browser.send(resetPasswordCall, { body })).toMatchObject({ status: 200 })
    expect(recovery.messages).toMatchObject([
      { to: maria.email, content: { template: 'contact-changed', changed: 'both' } },
      { to: maria.cellphone, content: { template: 'contact-changed', changed: 'both' } },
      { to: maria.email, content: { template: 'password-changed' } },
      { to: 'nova@exemplo.com.br', content: { template: 'password-changed' } },
      { to: maria.cellphone, content: { template: 'password-changed' } },
      { to: '11911112222', content: { template: 'password-changed' } },
    ])
    const account = recovery.database.db.selectFrom('customer').select(['email', 'cellphone'])
    expect(await account.where('email', '=', bothContactsNew.email).execute()).toEqual([
      { email: bothContactsNew.email, cellphone: '11911112222' },
    ])
  })

  test('the owner’s objection cancels the hold of a recovery request', async () => {
    const id = await requestNeedingSecondApproval()
    await approveSecond(recovery.staff('bia'), id)
    expect(
      await recovery.staff('ana').send(rejectRecoveryCall, { params: { id }, body: { reason: 'objected' } }),
    ).toMatchObject({ status: 200, data: { state: 'rejected' } })
    recovery.advanceSeconds(24 * 3600)
    await purgeRecovery(recovery.deps)
    expect(await stateOf(id)).toMatchObject({ at: 'rejected' })
    expect(recovery.messages.some(({ content }) => content.template === 'recovery-approved-code')).toBe(false)
  })

  test('the owner’s recovery by code cancels the hold of a recovery request', async () => {
    const id = await requestNeedingSecondApproval()
    await approveSecond(recovery.staff('bia'), id)
    const { browser, recovery_token } = await withToken(recovery, document_id)
    await browser.send(resetPasswordCall, { body: { password: newPassword, recovery_token, terms_id } })
    expect(await stateOf(id)).toMatchObject({
      at: 'rejected',
      reason: 'A senha foi recuperada por outro caminho.',
    })
  })
})

describe('requesting another submission and rejecting', () => {
  test('requesting another submission sends the reason, and the next submission is a follow-up', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    expect(
      await ana.send(requestResubmissionCall, { params: { id }, body: { reason: 'selfie' } }),
    ).toMatchObject({
      status: 200,
      data: { state: 'asked_again' },
    })
    const reason = 'Na selfie precisamos ver o seu rosto, a frente do documento e o papel com a data.'
    expect(recovery.messages.at(-1)).toMatchObject({
      channel: 'email',
      to: maria.email,
      content: { template: 'recovery-asked-again', reason },
    })
    const asked = await read(ana, id)
    const next = await submitRequest(recovery)
    expect(await read(ana, next)).toMatchObject({
      data: { follows_protocol: asked.ok && asked.data.protocol, state: 'submitted' },
    })
  })

  test('the rejection of a recovery request requires a listed reason and sends it', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    expect(
      await ana.send(rejectRecoveryCall, { params: { id }, body: { reason: 'because' as 'objected' } }),
    ).toMatchObject({ status: 422, errors: [{ path: 'reason', message: 'Por favor, selecione uma opção' }] })
    expect(await reject(ana, id)).toMatchObject({ status: 200, data: { state: 'rejected' } })
    expect(recovery.messages.at(-1)).toMatchObject({
      content: {
        template: 'recovery-rejected',
        reason: 'As fotos enviadas não são da pessoa que tem este cadastro.',
      },
    })
    expect((await auditOf(recovery)).at(-1)).toMatchObject({ action: 'recovery.reject' })
  })
})

describe('after the decision', () => {
  test('photos and form of a recovery request are purged thirty days after the decision', async () => {
    const id = await submitRequest(recovery)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await reject(ana, id)
    const photoDeps = { db: recovery.database.db, store: recovery.store }
    recovery.advanceSeconds(30 * 24 * 3600 - 60)
    expect(await purgePhotos(photoDeps, recovery.now())).toMatchObject({ purged: 0 })
    recovery.advanceSeconds(120)
    expect(await purgePhotos(photoDeps, recovery.now())).toMatchObject({ purged: 3 })
    expect(await reportPhotos(photoDeps, recovery.now())).toMatchObject({ kept: 0, objects: 0, clean: true })
    await purgeRecovery(recovery.deps)
    const { db } = recovery.database
    expect(await db.selectFrom('recovery_request').select('form_sealed').execute()).toEqual([
      { form_sealed: null },
    ])
    expect(await read(ana, id)).toMatchObject({
      status: 200,
      data: { name: { given: '' }, photos: [{ is_purged: true }, { is_purged: true }, { is_purged: true }] },
    })
  })

  test('an unreviewed recovery request is closed after ninety days', async () => {
    const id = await submitRequest(recovery)
    recovery.advanceSeconds(90 * 24 * 3600)
    await purgeRecovery(recovery.deps)
    expect(await stateOf(id)).toMatchObject({ at: 'rejected', by: null })
  })
})

test('approval of a recovery request does not change the password: the old one still works', async () => {
  const id = await submitRequest(recovery)
  const ana = recovery.staff('ana')
  await start(ana, id)
  await approve(ana, id)
  const browser = recovery.browser()
  await browser.send(checkAccountCall, { body: { document_id, terms_id } })
  const body = { document_id, terms_id, password: maria.password }
  expect(await browser.send(signInWithPasswordCall, { body })).toMatchObject({ status: 200 })
})
