import { beforeEach, describe, expect, test } from 'vitest'
import {
  approveRecoveryCall,
  approveRecoverySecondCall,
  sendReviewCodeCall,
} from '@clube/contract/recovery/decision-calls.ts'
import { readObjectionCall, stopRecoveryCall } from '@clube/contract/recovery/objection-calls.ts'
import { readRecoveryRequestCall, startReviewCall } from '@clube/contract/recovery/review-calls.ts'
import { resetPasswordCall, verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import { personas } from '../../seeds/demonstration/personas.ts'
import { purgeRecovery } from '../modules/recovery/purge-recovery.ts'
import { auditOf, resetRecovery, useRecovery } from '../testing/recovery.ts'
import { awaitingCode, newestCode } from '../testing/recovery-codes.ts'
import { openPhotoOf, openPhotos, submitRequest } from '../testing/recovery-submission.ts'

const recovery = useRecovery()
const { maria } = personas
const terms_id = 'shd_auth_terms'
const checklist = {
  document_readable: 'yes',
  document_matches: 'yes',
  face_matches: 'yes',
  paper_shows_day: 'yes',
} as const
const holdSeconds = 24 * 3600
/** The form of an attacker who knows Maria's phone number but enters their own e-mail address. */
const attackersEmail = 'outra.pessoa@exemplo.com.br'
const newEmail = {
  cellphone: maria.cellphone,
  cellphone_status: 'unchanged',
  previous_cellphone: '',
  email: attackersEmail,
  email_status: 'changed',
  previous_email: maria.email,
} as const

beforeEach(() => resetRecovery(recovery))

type Staff = ReturnType<typeof recovery.staff>
const start = (staff: Staff, id: string) => staff.send(startReviewCall, { params: { id } })
const approve = (staff: Staff, id: string, send_by: 'email' | 'sms') =>
  staff.send(approveRecoveryCall, { params: { id }, body: { checklist, send_by } })
const approveSecond = (staff: Staff, id: string) =>
  staff.send(approveRecoverySecondCall, { params: { id }, body: { checklist } })
const codesTo = (to: string) =>
  recovery.messages.filter(({ content, to: receiver }) => 'code' in content && receiver === to)

/** A request with the attacker's e-mail, approved by two reviewers who opened the photos. */
const heldRequest = async () => {
  const id = await submitRequest(recovery, newEmail)
  const [ana, bia] = [recovery.staff('ana'), recovery.staff('bia')]
  await start(ana, id)
  await openPhotos(recovery, ana, id)
  await approve(ana, id, 'email')
  await openPhotos(recovery, bia, id)
  expect(await approveSecond(bia, id)).toMatchObject({ status: 200, data: { state: 'held' } })
  return id
}

const notices = () => recovery.messages.filter(({ content }) => content.template === 'recovery-held')

/** The secret in the newest notice of a hold. */
const newestSecret = (): string => {
  const content = notices().at(-1)?.content
  return content?.template === 'recovery-held' ? new URL(content.link).hash.slice(1) : ''
}
const stop = (code: string) => recovery.browser().send(stopRecoveryCall, { body: { code } })

describe('a recovery request with a new e-mail by an attacker who knows the phone number', () => {
  test('one reviewer alone cannot send a code to a new contact', async () => {
    const id = await submitRequest(recovery, newEmail)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await openPhotos(recovery, ana, id)
    expect(await approve(ana, id, 'email')).toMatchObject({ status: 200, data: { state: 'needs_second' } })
    expect(codesTo(attackersEmail)).toEqual([])
    expect(await approveSecond(ana, id)).toMatchObject({ status: 403, code: 'recovery.same-person' })
  })

  test('two reviewers cannot send a code to a new contact before the one-day hold has ended', async () => {
    await heldRequest()
    recovery.advanceSeconds(holdSeconds - 1)
    await purgeRecovery(recovery.deps)
    expect(codesTo(attackersEmail)).toEqual([])
    recovery.advanceSeconds(1)
    await purgeRecovery(recovery.deps)
    expect(codesTo(attackersEmail)).toHaveLength(1)
  })

  test('a code that was sent to the unchanged contact without a hold cannot be sent again to the new one', async () => {
    const id = await submitRequest(recovery, newEmail)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await openPhotos(recovery, ana, id)
    expect(await approve(ana, id, 'sms')).toMatchObject({ status: 200, data: { state: 'approved' } })
    const again = (send_by: 'email' | 'sms') =>
      ana.send(sendReviewCodeCall, { params: { id }, body: { send_by } })
    expect(await again('email')).toMatchObject({
      status: 409,
      code: 'recovery.hold-required',
      message:
        'Este contato é novo na conta, e o pedido não passou pela espera. Envie ao contato do cadastro.',
    })
    expect(await again('sms')).toMatchObject({ status: 200 })
    expect(codesTo(attackersEmail)).toEqual([])
    expect(codesTo(maria.cellphone)).toHaveLength(2)
  })

  test('a request approved without a hold does not change the account’s contacts when the owner uses the code', async () => {
    const id = await submitRequest(recovery, newEmail)
    const ana = recovery.staff('ana')
    await start(ana, id)
    await openPhotos(recovery, ana, id)
    await approve(ana, id, 'sms')
    const code = newestCode(recovery)
    const owner = await awaitingCode(recovery, maria.document_id)
    const verified = await owner.send(verifyResetCodeCall, { body: { verification_code: code, terms_id } })
    owner.discardProof()
    const recovery_token = verified.ok ? verified.data.recovery_token : ''
    const body = { password: 'Jabuticaba-41', recovery_token, terms_id }
    expect(await owner.send(resetPasswordCall, { body })).toMatchObject({ status: 200 })
    const { db } = recovery.database
    expect(
      await db.selectFrom('customer').select('email').where('email', '=', attackersEmail).execute(),
    ).toEqual([])
  })
})

describe('a reviewer who has not looked at the photos', () => {
  const refused = {
    status: 409,
    code: 'recovery.photos-not-viewed',
    message: 'Abra todas as fotos do pedido antes de aprovar. Quem aprova precisa ver cada uma.',
  }

  test('a reviewer cannot approve a recovery request before having opened every photo', async () => {
    const id = await submitRequest(recovery, newEmail)
    const ana = recovery.staff('ana')
    await start(ana, id)
    expect(await approve(ana, id, 'sms')).toMatchObject(refused)
    const read = await ana.send(readRecoveryRequestCall, { params: { id } })
    const [front, back, selfie] = read.ok ? read.data.photos : []
    if (!front || !back || !selfie) throw new Error('A request has three photos')
    for (const photo of [front, back, front]) await openPhotoOf(recovery, ana, { id, photo })
    expect(await approve(ana, id, 'sms')).toMatchObject(refused)
    await openPhotoOf(recovery, ana, { id, photo: selfie })
    expect(await approve(ana, id, 'sms')).toMatchObject({ status: 200 })
  })

  test('neither approver of a recovery request can rely on the photo views of the other', async () => {
    const id = await submitRequest(recovery, newEmail)
    const [ana, bia] = [recovery.staff('ana'), recovery.staff('bia')]
    await openPhotos(recovery, bia, id)
    await start(ana, id)
    expect(await approve(ana, id, 'email')).toMatchObject(refused)
    await openPhotos(recovery, ana, id)
    expect(await approve(ana, id, 'email')).toMatchObject({ status: 200, data: { state: 'needs_second' } })
    await recovery.database.db.deleteFrom('photo_view').where('staff_id', '=', 'bia').execute()
    expect(await approveSecond(bia, id)).toMatchObject(refused)
  })
})

describe('the owner during the hold', () => {
  test('the owner is notified of a hold at every contact of the account, with a link that stops the request', async () => {
    await heldRequest()
    expect(notices()).toMatchObject([
      { channel: 'email', to: maria.email, content: { changed: 'email' } },
      { channel: 'sms', to: maria.cellphone },
    ])
    expect(notices()[0]?.content).toMatchObject({
      link: expect.stringMatching(/^https:\/\/clube\.exemplo\.com\.br\/nao-fui-eu#[\w-]{22}$/),
    })
    expect(await stop(newestSecret())).toMatchObject({ status: 200, data: { state: 'stopped' } })
    recovery.advanceSeconds(holdSeconds)
    await purgeRecovery(recovery.deps)
    expect(codesTo(attackersEmail)).toEqual([])
    expect(recovery.messages.slice(-3)).toMatchObject([
      { to: maria.email, content: { template: 'recovery-stopped' } },
      { to: maria.cellphone, content: { template: 'recovery-stopped' } },
      { to: attackersEmail, content: { template: 'recovery-rejected' } },
    ])
    expect((await auditOf(recovery)).at(-1)).toMatchObject({
      action: 'recovery.stop',
      sentence: expect.stringMatching(/^Cancelou o pedido 2026-\d{6}-\d pelo link enviado/),
    })
  })

  test('opening the link to stop a held request changes nothing, because mail servers open links', async () => {
    const id = await heldRequest()
    const read = () => recovery.browser().send(readObjectionCall, { body: { code: newestSecret() } })
    expect(await read()).toMatchObject({ status: 200, data: { state: 'held' } })
    expect(
      await (await fetch(`${recovery.url}${stopRecoveryCall.path}?code=${newestSecret()}`)).json(),
    ).toMatchObject({
      success: false,
    })
    const { db } = recovery.database
    const row = await db.selectFrom('recovery_request').select('at').where('id', '=', id).executeTakeFirst()
    expect(row).toEqual({ at: 'held' })
  })

  test('using the link to stop a held request twice returns the same response and notifies once', async () => {
    await heldRequest()
    const code = newestSecret()
    const first = await stop(code)
    const sent = recovery.messages.length
    expect(await stop(code)).toMatchObject({ status: 200, data: first.ok ? first.data : {} })
    expect(recovery.messages).toHaveLength(sent)
  })

  test('the link to stop a held request expires with the hold, whether or not the code was sent', async () => {
    await heldRequest()
    const code = newestSecret()
    recovery.advanceSeconds(holdSeconds)
    const expired = { status: 409, code: 'recovery.link-expired' }
    expect(await stop(code)).toMatchObject(expired)
    await purgeRecovery(recovery.deps)
    expect(await stop(code)).toMatchObject(expired)
    expect(codesTo(attackersEmail)).toHaveLength(1)
  })

  test('guessed links do not stop a held request, and are throttled after sixty in an hour', async () => {
    await heldRequest()
    const refusals = new Set<string>()
    for (let i = 0; i < 61; i += 1) {
      const response = await stop(`${'A'.repeat(20)}${String(i).padStart(2, '0')}`)
      if (!response.ok) refusals.add(`${response.status} ${response.code}`)
    }
    expect([...refusals]).toEqual(['404 recovery.unknown-link', '429 request.rate-limited'])
    const rows = await recovery.database.db.selectFrom('recovery_request').select('objection_hash').execute()
    expect(rows[0]?.objection_hash?.toString('utf8')).not.toContain(newestSecret())
  })
})

test('strings that are not a valid link, sent from the owner’s IP, do not prevent the owner from stopping a request', async () => {
  await heldRequest()
  const statuses: number[] = []
  for (let index = 0; index < 62; index += 1)
    statuses.push((await stop(`invented-link-${String(index).padStart(8, '0')}`)).status)
  expect(statuses.slice(60)).toEqual([429, 429])
  const code = newestSecret()
  const read = await recovery.browser().send(readObjectionCall, { body: { code } })
  expect(read).toMatchObject({ status: 200, data: { state: 'held' } })
  expect(await stop(code)).toMatchObject({ status: 200, data: { state: 'stopped' } })
})

describe('a recovery request whose code would go to an unverified contact of the account', () => {
  test('the owner of a mistyped address cannot take over the account by photos with the approval of only one reviewer', async () => {
    const { db } = recovery.database
    await db
      .updateTable('customer')
      .set({ email_verified_at: null })
      .where('email', '=', maria.email)
      .execute()
    const { cellphone, email } = maria
    const id = await submitRequest(recovery, {
      ...newEmail,
      cellphone,
      email,
      email_status: 'unchanged',
      previous_email: '',
    })
    const [ana, bia] = [recovery.staff('ana'), recovery.staff('bia')]
    await start(ana, id)
    await openPhotos(recovery, ana, id)
    expect(await approve(ana, id, 'email')).toMatchObject({ data: { state: 'needs_second' } })
    await openPhotos(recovery, bia, id)
    expect(await approveSecond(bia, id)).toMatchObject({ data: { state: 'held' } })
    expect(codesTo(maria.email)).toEqual([])
    expect(notices().map(({ content }) => content)).toMatchObject([{ changed: null }, { changed: null }])
    recovery.advanceSeconds(holdSeconds)
    await purgeRecovery(recovery.deps)
    expect(codesTo(maria.email)).toHaveLength(1)
  })
})
