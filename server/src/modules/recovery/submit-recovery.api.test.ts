import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../../seeds/demonstration/personas.ts'
import { freshCpfs } from '../../testing/joining.ts'
import { jpeg } from '../../testing/jpeg.ts'
import { auditOf, resetRecovery, useRecovery } from '../../testing/recovery.ts'
import { openRecoveryOptions, awaitingCode } from '../../testing/recovery-codes.ts'
import { submissionOf, submit, submitRequest } from '../../testing/recovery-submission.ts'
import { purgeRecovery } from './purge-recovery.ts'

const recovery = useRecovery()
const { maria, padaria } = personas
const { document_id } = maria

beforeEach(() => resetRecovery(recovery))

const send = async (change: Readonly<Record<string, string | Uint8Array>> = {}) => {
  const fields = await submissionOf(change)
  return submit(recovery, await openRecoveryOptions(recovery, String(fields['document_id'])), fields)
}
const requests = () => recovery.database.db.selectFrom('recovery_request').selectAll().execute()
const photos = () => recovery.database.db.selectFrom('photo').selectAll().execute()
const lines = () =>
  sql`select actor_kind, actor_id, action, subject_id, sentence from audit_line order by position`.execute(
    recovery.database.db,
  )
const decide = (state: object) =>
  recovery.database.db
    .updateTable('recovery_request')
    .set({
      state: JSON.stringify({ by: null, decided_at: recovery.now().toISOString(), reason: 'x', ...state }),
    })
    .execute()

describe('a remote-support request', () => {
  test('a recovery submission returns a protocol and a response date, which are also sent by e-mail', async () => {
    const response = await send()
    const answer_by = new Date(recovery.now().getTime() + 48 * 3_600_000)
    expect(response).toMatchObject({ status: 200, data: { answer_by: answer_by.toISOString() } })
    const protocol = response.ok ? response.data.protocol : ''
    expect(protocol).toMatch(/^2026-\d{6}-\d$/)
    expect(response.message).toBe(`Recebemos o seu pedido. O protocolo é ${protocol}.`)
    expect(recovery.messages.at(-1)).toMatchObject({
      channel: 'email',
      to: maria.email,
      content: { template: 'recovery-received', protocol, until: answer_by },
    })
    expect(await requests()).toMatchObject([{ protocol, at: 'submitted', follows: null }])
    expect(await photos()).toMatchObject([
      { purpose: 'personal_id_front' },
      { purpose: 'personal_id_back' },
      { purpose: 'personal_id_selfie' },
    ])
  })

  test('a recovery submission with another e-mail address also notifies the account’s address', async () => {
    await send({ email: 'outra@exemplo.com.br', email_status: 'forgotten' })
    expect(recovery.messages.slice(-2)).toMatchObject([
      { to: 'outra@exemplo.com.br', content: { template: 'recovery-received', sent_to: 'applicant' } },
      { to: maria.email, content: { template: 'recovery-received', sent_to: 'account' } },
    ])
  })

  test('a recovery submission is sealed: its content is not readable in the database', async () => {
    await send({
      extra_information: 'yes',
      extra_information_description: 'Perdi o celular no metrô',
    })
    const text = JSON.stringify(await requests())
    for (const written of ['Maria', '91111', 'metrô', maria.email]) expect(text).not.toContain(written)
    for (const { bytes } of recovery.store.objects.values())
      expect(bytes.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  })

  test('a document has at most one open recovery request', async () => {
    await submitRequest(recovery)
    expect(await send()).toMatchObject({
      status: 409,
      message: 'Já existe um pedido em análise para este documento. Aguarde a nossa resposta.',
    })
  })

  test('a document can have at most three recovery requests in thirty days', async () => {
    await submitRequest(recovery)
    await decide({ at: 'asked_again' })
    const again = await submitRequest(recovery)
    expect((await requests()).find(({ id }) => id === again)?.follows).not.toBe(null)
    await decide({ at: 'rejected' })
    await submitRequest(recovery)
    await decide({ at: 'rejected' })
    // Three requests count now, because `decide` changed the first one to rejected.
    const exhausted = {
      status: 429,
      message: 'Você já enviou muitos pedidos. Procure o balcão de atendimento.',
    }
    expect(await send()).toMatchObject(exhausted)
    recovery.advanceSeconds(31 * 24 * 3600)
    expect(await send()).toMatchObject({ status: 200 })
  })

  test('an IP can submit at most five recovery requests a day', async () => {
    const documents = freshCpfs(6)
    for (const id of documents.slice(0, 5))
      expect(await send({ document_id: id })).toMatchObject({ status: 200 })
    expect(await send({ document_id: documents[5] ?? '' })).toMatchObject({
      status: 429,
      code: 'recovery.requests-exhausted',
    })
  })

  test('a remote-support request is accepted once, and only in the option step', async () => {
    const fields = await submissionOf()
    const outOfStep = { status: 409, code: 'flow.wrong-step' }
    expect(await submit(recovery, recovery.browser(), fields)).toMatchObject(outOfStep)
    expect(await submit(recovery, await awaitingCode(recovery, document_id), fields)).toMatchObject(outOfStep)
    const browser = await openRecoveryOptions(recovery, document_id)
    expect(await submit(recovery, browser, { ...fields, document_id: padaria.document_id })).toMatchObject({
      status: 422,
      errors: [{ path: 'document_id', message: 'O documento informado não coincide com o anterior' }],
    })
    expect(await submit(recovery, browser, fields)).toMatchObject({ status: 200 })
    const other = { ...fields, name: 'Maria Aparecida da Costa' }
    expect(await submit(recovery, browser, other)).toMatchObject(outOfStep)
    const otherPhoto = await submissionOf({ personal_id_selfie: await jpeg('#987') })
    expect(await submit(recovery, browser, otherPhoto)).toMatchObject(outOfStep)
  })

  test('a company’s remote-support request is accepted without a birth date', async () => {
    const change = { document_id: padaria.document_id, document_type: 'cnpj', birth_date: '' }
    expect(await send({ ...change, name: padaria.name, email: padaria.email })).toMatchObject({ status: 200 })
  })
})

describe('a repeated recovery submission after a lost response', () => {
  const unknown = freshCpfs(1, 310_000_000)[0] ?? ''

  test.each([document_id, unknown])(
    'a repeated recovery submission gets the same response and is stored once: %s',
    async (id) => {
      const fields = await submissionOf({ document_id: id })
      const browser = await openRecoveryOptions(recovery, id)
      const first = await submit(recovery, browser, fields)
      expect(first).toMatchObject({ status: 200 })
      const stored = { requests: await requests(), photos: await photos(), lines: await auditOf(recovery) }
      const [messages, objects] = [recovery.messages.length, recovery.store.objects.size]
      recovery.advanceSeconds(60)
      const again = await submit(recovery, browser, fields)
      expect(again).toMatchObject({ status: 200, data: first.ok && first.data, message: first.message })
      expect(stored).toEqual({
        requests: await requests(),
        photos: await photos(),
        lines: await auditOf(recovery),
      })
      expect([recovery.messages.length, recovery.store.objects.size]).toEqual([messages, objects])
    },
  )

  test('the same content from another flow is not a repeated submission, and is refused while the first request is open', async () => {
    const fields = await submissionOf()
    await submit(recovery, await openRecoveryOptions(recovery, document_id), fields)
    expect(await submit(recovery, await openRecoveryOptions(recovery, document_id), fields)).toMatchObject({
      status: 409,
      code: 'recovery.already-open',
    })
  })

  test('a repeated recovery submission does not count toward the IP’s limit', async () => {
    const documents = freshCpfs(5, 320_000_000)
    for (const id of documents.slice(0, 4)) await send({ document_id: id })
    const last = documents[4] ?? ''
    const browser = await openRecoveryOptions(recovery, last)
    const fields = await submissionOf({ document_id: last })
    const responses = await Promise.all([1, 2, 3].map(() => submit(recovery, browser, fields)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await send({ document_id: freshCpfs(1, 330_000_000)[0] ?? '' })).toMatchObject({ status: 429 })
  })

  test('erasing the form of a submission also erases the hash that identifies a repeated submission', async () => {
    await send()
    await decide({ at: 'rejected' })
    recovery.advanceSeconds(31 * 24 * 3600)
    await purgeRecovery(recovery.deps)
    expect(await requests()).toMatchObject([{ form_sealed: null, submission_hash: null }])
  })
})

describe('the audit', () => {
  test('a submitted recovery request is audited as unverified', async () => {
    const id = await submitRequest(recovery)
    const [request] = await requests()
    const { rows } = await lines()
    expect(rows.at(-1)).toEqual({
      actor_kind: 'customer',
      actor_id: request?.customer_id,
      action: 'recovery.submit',
      subject_id: id,
      sentence: `Enviou o pedido de recuperação ${request?.protocol}, com três fotos. Quem enviou ainda não provou quem é.`,
    })
  })

  test('a follow-up recovery request is audited as such', async () => {
    await submitRequest(recovery)
    await decide({ at: 'asked_again' })
    const id = await submitRequest(recovery)
    const protocol = (await requests()).find((request) => request.id === id)?.protocol
    expect((await auditOf(recovery)).at(-1)).toEqual({
      action: 'recovery.submit',
      sentence: `Respondeu ao que a equipe pediu de novo, com o pedido de recuperação ${protocol}, com três fotos. Quem enviou ainda não provou quem é.`,
    })
  })

  test('the audit line of a submission for an unknown document names no customer', async () => {
    await send({ document_id: freshCpfs(1, 340_000_000)[0] ?? '' })
    const [request] = await requests()
    expect((await lines()).rows.at(-1)).toMatchObject({
      actor_kind: 'system',
      actor_id: null,
      sentence: `Chegou o pedido de recuperação ${request?.protocol}, de um documento que não tem conta a recuperar.`,
    })
  })
})

describe('validation of the form', () => {
  test.each([
    [{ name: 'Maria' }, 'name', 'Nome deve conter pelo menos 2 palavras'],
    [{ name: '' }, 'name', 'Nome é obrigatório'],
    [{ birth_date: '' }, 'birth_date', 'Este campo não pode estar vazio'],
    [{ birth_date: '31/02/1990' }, 'birth_date', 'Data inválida'],
    [{ birth_date: '20/11/2027' }, 'birth_date', 'Data não pode estar no futuro!'],
    [{ birth_date: '20/11/2010' }, 'birth_date', 'Você precisa ter mais de 18 anos!'],
    [{ cellphone_status: '' }, 'cellphone_status', 'Por favor, selecione uma opção'],
    [{ cellphone: '(01) 91111-2222' }, 'cellphone', 'Celular inválido'],
    [
      { previous_cellphone: '11 91111 2222' },
      'previous_cellphone',
      'O número informado deve ser diferente do atual',
    ],
    [{ previous_cellphone: '' }, 'previous_cellphone', 'Este campo não pode estar vazio'],
    [{ email_status: 'talvez' }, 'email_status', 'Por favor, selecione uma opção'],
    [{ email: 'maria' }, 'email', 'Email inválido'],
    [
      { email_status: 'changed', previous_email: personas.maria.email.toUpperCase() },
      'previous_email',
      'O e-mail informado deve ser diferente do atual',
    ],
    [{ extra_information: '' }, 'extra_information', 'Por favor, selecione uma opção'],
    [{ extra_information: 'yes' }, 'extra_information_description', 'Este campo não pode estar vazio'],
    [{ personal_id_front: '' }, 'personal_id_front', 'Este campo não pode estar vazio'],
    [{ document_id: '' }, 'document_id', 'Este campo não pode estar vazio'],
  ])('a recovery submission with %j is rejected under %s', async (change, path, message) => {
    const browser = await openRecoveryOptions(recovery, document_id)
    const response = await submit(recovery, browser, await submissionOf(change as Record<string, string>))
    expect(response).toMatchObject({ status: 422, errors: [{ path, message }] })
    expect(await requests()).toEqual([])
  })

  test('a previous contact is validated only if the contact changed', async () => {
    expect(await send({ cellphone_status: 'unchanged', previous_cellphone: '11911112222' })).toMatchObject({
      status: 200,
    })
  })

  test('a recovery submission with an invalid photo is rejected under the photo’s field', async () => {
    const png = await sharp(await jpeg())
      .png()
      .toBuffer()
    const whole = await jpeg()
    expect(
      await send({ personal_id_back: png, personal_id_selfie: whole.subarray(0, whole.length - 40) }),
    ).toMatchObject({
      status: 422,
      errors: [
        { path: 'personal_id_back', message: 'Envie uma foto em formato JPEG.' },
        { path: 'personal_id_selfie', message: 'Não conseguimos abrir a foto. Tire outra, por favor.' },
      ],
    })
    expect(recovery.store.objects.size).toBe(0)
  })
})

describe('a document without an account to recover', () => {
  const unknown = freshCpfs(1, 300_000_000)[0] ?? ''

  test('a recovery submission for an unknown document gets the same response, and its photos are stored without a key', async () => {
    const known = await send()
    const response = await send({ document_id: unknown, email: 'estranha@exemplo.com.br' })
    expect(response).toMatchObject({ status: 200, data: { answer_by: known.ok && known.data.answer_by } })
    expect(recovery.messages.at(-1)).toMatchObject({
      to: 'estranha@exemplo.com.br',
      customer_id: null,
      content: { template: 'recovery-received' },
    })
    // Three photos of Maria; the other three have no key.
    expect(await photos()).toHaveLength(3)
    expect(recovery.store.objects.size).toBe(6)
    expect(await send({ document_id: unknown })).toMatchObject({ status: 409, code: 'recovery.already-open' })
  })

  test('a decoy request is closed when its response is due', async () => {
    await send({ document_id: unknown })
    await purgeRecovery(recovery.deps)
    expect(await requests()).toMatchObject([{ at: 'submitted' }])
    recovery.advanceSeconds(48 * 3600)
    await purgeRecovery(recovery.deps)
    expect(await requests()).toMatchObject([{ at: 'rejected' }])
    expect(recovery.messages.at(-1)).toMatchObject({ content: { template: 'recovery-rejected' } })
  })
})
