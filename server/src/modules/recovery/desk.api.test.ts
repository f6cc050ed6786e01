import { beforeEach, describe, expect, test } from 'vitest'
import { resetPasswordCall, verifyResetCodeCall } from '@clube/contract/recovery/code-calls.ts'
import {
  confirmDeskCodeCall,
  findCustomerCall,
  issueDeskCodeCall,
} from '@clube/contract/recovery/desk-calls.ts'
import { personas } from '../../../seeds/demonstration/personas.ts'
import { freshCpfs } from '../../testing/joining.ts'
import { auditOf, resetRecovery, useRecovery } from '../../testing/recovery.ts'
import { awaitingCode } from '../../testing/recovery-codes.ts'
import { submitRequest } from '../../testing/recovery-submission.ts'

const recovery = useRecovery()
const { maria, joao } = personas
const terms_id = 'shd_auth_terms'
const checklist = { original_document: 'yes', face_matches: 'yes', data_matches: 'yes' } as const

beforeEach(() => resetRecovery(recovery))

const find = (document_id: string) => recovery.staff('rui').send(findCustomerCall, { body: { document_id } })
const idOf = async (document_id: string): Promise<string> => {
  const response = await find(document_id)
  return (response.ok && response.data.customer?.customer_id) || ''
}
const issue = (customer_id: string) =>
  recovery.staff('rui').send(issueDeskCodeCall, { body: { customer_id, checklist } })
/** Another attendant finds Maria's code and confirms it. */
const confirm = async () => {
  const found = await recovery
    .staff('leo')
    .send(findCustomerCall, { body: { document_id: maria.document_id } })
  const code_id = (found.ok && found.data.customer?.unconfirmed_code?.code_id) || ''
  const body = { code_id, checklist: { ...checklist, code_received: 'yes' } } as const
  return recovery.staff('leo').send(confirmDeskCodeCall, { body })
}

describe('finding a customer at the desk', () => {
  test('staff can find a customer by document, with masked data, and the search is audited', async () => {
    await submitRequest(recovery)
    expect(await find('529.982.247-25')).toMatchObject({
      status: 200,
      data: {
        customer: {
          document: '***.982.247-**',
          name: maria.name,
          birth_date: '14/05/1986',
          cellphone: '(11) *****-4321',
          email: 'ma***@e***.br',
          account_status: 'active',
          open_request: { state: 'submitted' },
          unconfirmed_code: null,
        },
      },
    })
    expect((await auditOf(recovery)).at(-1)).toEqual({
      action: 'customers.find',
      sentence: 'Consultou um cadastro pelo documento.',
    })
  })

  test('a customer search without a result is also audited', async () => {
    expect(await find(freshCpfs(1)[0] ?? '')).toMatchObject({ status: 200, data: { customer: null } })
    expect((await auditOf(recovery)).at(-1)?.sentence).toBe('Procurou um documento que não tem cadastro.')
    expect(await find('529.982.247-26')).toMatchObject({
      status: 422,
      errors: [{ path: 'document_id', message: 'CPF inválido!' }],
    })
  })

  test('only staff with the permission can search customers', async () => {
    const body = { document_id: maria.document_id }
    expect(await recovery.staff('eva').send(findCustomerCall, { body })).toMatchObject({ status: 403 })
    expect(await recovery.browser().send(findCustomerCall, { body })).toMatchObject({ status: 401 })
    const code = { customer_id: await idOf(maria.document_id), checklist }
    expect(await recovery.staff('ana').send(issueDeskCodeCall, { body: code })).toMatchObject({ status: 403 })
  })
})

describe('a code issued at the desk', () => {
  test('a desk code allows setting a new password within fifteen minutes, and issuing it notifies all known contacts', async () => {
    const response = await issue(await idOf(maria.document_id))
    expect(response).toMatchObject({
      status: 200,
      data: { expires_at: new Date(recovery.now().getTime() + 900_000).toISOString() },
    })
    const code = response.ok ? response.data.code : ''
    expect(await confirm()).toMatchObject({ status: 200 })
    expect(recovery.messages).toMatchObject([
      { channel: 'email', to: maria.email, content: { template: 'recovery-at-desk' } },
      { channel: 'sms', to: maria.cellphone, content: { template: 'recovery-at-desk' } },
    ])
    expect((await auditOf(recovery)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['recovery.desk-code', 'recovery.confirm-desk-code']),
    )
    const browser = await awaitingCode(recovery, maria.document_id)
    const confirmed = await browser.send(verifyResetCodeCall, { body: { verification_code: code, terms_id } })
    const recovery_token = confirmed.ok ? confirmed.data.recovery_token : ''
    browser.discardProof()
    const body = { password: 'Jabuticaba-41', recovery_token, terms_id }
    expect(await browser.send(resetPasswordCall, { body })).toMatchObject({ status: 200 })
  })

  test('a desk code expires after fifteen minutes', async () => {
    const response = await issue(await idOf(maria.document_id))
    expect(await confirm()).toMatchObject({ status: 200 })
    recovery.advanceSeconds(900)
    const browser = await awaitingCode(recovery, maria.document_id)
    const body = { verification_code: (response.ok && response.data.code) || '', terms_id }
    expect(await browser.send(verifyResetCodeCall, { body })).toMatchObject({
      status: 422,
      code: 'recovery.wrong-code',
    })
  })

  test('a desk code is issued only when every item of the checklist is confirmed', async () => {
    const body = {
      customer_id: await idOf(maria.document_id),
      checklist: { ...checklist, face_matches: 'no' },
    } as const
    expect(await recovery.staff('rui').send(issueDeskCodeCall, { body })).toMatchObject({
      status: 422,
      errors: [
        {
          path: 'checklist',
          message: 'Só é possível emitir ou confirmar o código quando todos os itens conferem.',
        },
      ],
    })
  })

  test('a customer gets at most three desk codes a day', async () => {
    const customer_id = await idOf(maria.document_id)
    for (let i = 0; i < 3; i += 1) expect(await issue(customer_id)).toMatchObject({ status: 200 })
    expect(await issue(customer_id)).toMatchObject({
      status: 429,
      message: 'Já foram emitidos todos os códigos de hoje para este cadastro.',
    })
  })

  test('incomplete, blocked and unknown accounts get no desk code', async () => {
    expect(await issue(await idOf(joao.document_id))).toMatchObject({
      status: 409,
      message: 'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
    })
    const customer_id = await idOf(maria.document_id)
    await recovery.database.db
      .updateTable('customer')
      .set({ account_status: 'blocked' })
      .where('id', '=', customer_id)
      .execute()
    expect(await issue(customer_id)).toMatchObject({ status: 403, message: 'Esta conta está bloqueada.' })
    expect(await issue(crypto.randomUUID())).toMatchObject({
      status: 404,
      message: 'Cadastro não encontrado.',
    })
  })
})

describe('a code for a company', () => {
  const { padaria } = personas
  const issueFor = async (representative?: Record<string, unknown>) =>
    recovery.staff('rui').send(issueDeskCodeCall, {
      body: {
        customer_id: await idOf(padaria.document_id),
        checklist,
        representative: representative as never,
      },
    })
  const bento = { name: 'Bento Ferraz', cpf: '529.982.247-25', power: 'power_of_attorney' }

  test('a desk code for a company requires the name, CPF and proof of authority of the person who acts for it', async () => {
    expect(await issueFor()).toMatchObject({
      status: 422,
      code: 'recovery.representative-required',
      errors: [{ path: 'representative' }],
    })
    for (const [change, path, message] of [
      [{ name: 'Bento' }, 'representative.name', 'Nome deve conter pelo menos 2 palavras'],
      [{ cpf: '529.982.247-26' }, 'representative.cpf', 'CPF inválido!'],
      [{ power: 'toString' }, 'representative.power', 'Por favor, selecione uma opção'],
    ] as const)
      expect(await issueFor({ ...bento, ...change })).toMatchObject({
        status: 422,
        errors: [{ path, message }],
      })
    expect(recovery.messages).toEqual([])
  })

  test('the person who acts for a company is stored with a sealed CPF, shown in full only to the second attendant, and not in the audit trail', async () => {
    expect(await issueFor(bento)).toMatchObject({ status: 200 })
    for (const [attendant, cpf] of [
      ['leo', '529.982.247-25'],
      ['rui', '***.982.247-**'],
    ] as const) {
      const found = await recovery
        .staff(attendant)
        .send(findCustomerCall, { body: { document_id: padaria.document_id } })
      expect(found.ok && found.data.customer?.unconfirmed_code?.representative).toEqual({
        name: 'Bento Ferraz',
        cpf,
        power: 'power_of_attorney',
      })
    }
    const stored = await recovery.database.db
      .selectFrom('company_representative')
      .select(['name', 'cpf_sealed', 'power', 'recorded_by'])
      .execute()
    expect(stored).toMatchObject([{ name: 'Bento Ferraz', power: 'power_of_attorney', recorded_by: 'rui' }])
    expect(stored[0]?.cpf_sealed.includes('52998224725')).toBe(false)
    const issued = (await auditOf(recovery)).findLast(({ action }) => action === 'recovery.desk-code')
    expect(issued?.sentence).toBe(
      'Emitiu no balcão um código de nova senha a quem representa a empresa, com a identidade e os poderes conferidos: procuração.',
    )
  })

  test('a representative sent for a person is not stored', async () => {
    const body = { customer_id: await idOf(maria.document_id), checklist, representative: bento as never }
    expect(await recovery.staff('rui').send(issueDeskCodeCall, { body })).toMatchObject({ status: 200 })
    const stored = await recovery.database.db.selectFrom('company_representative').select('id').execute()
    expect(stored).toEqual([])
  })
})
