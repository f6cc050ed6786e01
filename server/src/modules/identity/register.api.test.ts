import { describe, expect, test } from 'vitest'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import {
  checkPasswordCall,
  customerLookupCall,
  registerCall,
} from '@clube/contract/identity/account-calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import {
  checkAccountCall,
  signInWithPasswordCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { useClub } from '../../testing/club.ts'
import { acceptedDocuments, registerCustomer, registrationOf } from '../../testing/joining.ts'

const club = useClub()
const terms_id = 'shd_auth_terms'
const newCpf = '123.456.789-09'

describe('registration', () => {
  test('registration with a CPF opens a session and stores the input', async () => {
    const browser = await registerCustomer(club.browser(), newCpf)
    expect(await browser.send(sessionInfoCall)).toMatchObject({
      data: { level: 'customer', customer_name: 'Ana' },
    })
    expect(await browser.send(readProfileCall)).toMatchObject({
      data: {
        document_type: 'cpf',
        document_id: '12345678909',
        name: 'Ana Lúcia Pereira',
        cellphone: '11988887777',
        birth_date: '1990-03-20',
        email_marketing_subscription: 'no',
        address: { cep: '01001000', city_name: 'São Paulo', street_type: 'square', neighborhood: 'Sé' },
      },
    })
  })

  test('registration with a numeric or alphanumeric CNPJ needs no birth date', async () => {
    for (const document_id of ['00.000.000/0001-91', '12.abc.345/01de-35']) {
      const browser = await registerCustomer(club.browser(), document_id, {
        birth_date: undefined,
        name: 'Pães & Doces 24h',
      })
      expect(await browser.send(readProfileCall)).toMatchObject({
        data: {
          document_type: 'cnpj',
          document_id: document_id.replace(/\W/g, '').toUpperCase(),
          birth_date: null,
          name: 'Pães & Doces 24h',
        },
      })
    }
  })

  test('the password of a registration can be checked before the registration is sent', async () => {
    const browser = club.browser()
    const person = { document_id: '12345678909', birth_date: '1990-03-20', cellphone: '11988887777' }
    const check = (password: string) => browser.send(checkPasswordCall, { body: { ...person, password } })
    expect(await check('Jabuticaba-9')).toMatchObject({ status: 200 })
    for (const password of ['123456', '123.456.789-09', '20031990', '988887777'])
      expect(await check(password), password).toMatchObject({
        status: 422,
        errors: [{ path: 'password', message: 'Esta senha é fácil de adivinhar. Escolha outra.' }],
      })
  })

  test('a second account for the same document is rejected', async () => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id: club.personas.maria.document_id, terms_id } })
    expect(
      await browser.send(registerCall, { body: registrationOf(club.personas.maria.document_id) }),
    ).toMatchObject({
      status: 409,
      message: 'Este documento já tem cadastro. Entre com a sua senha.',
    })
  })

  const wrong: [string, object, string, string][] = [
    ['too young', { birth_date: '01/01/2020' }, 'birth_date', 'Você precisa ter mais de 18 anos!'],
    ['born in the future', { birth_date: '01/01/2999' }, 'birth_date', 'Data não pode estar no futuro!'],
    ['older than 100', { birth_date: '01/01/1900' }, 'birth_date', 'Data não pode ser maior que 100 anos!'],
    ['no birth date', { birth_date: '' }, 'birth_date', 'Este campo não pode estar vazio'],
    ['one name', { name: 'Ana' }, 'name', 'Nome deve conter pelo menos 2 palavras'],
    ['a name with a digit', { name: 'Ana 2 Melo' }, 'name', 'Nome inválido'],
    ['a name with a symbol', { name: '<Ana> Melo' }, 'name', 'Nome inválido'],
    ['an invalid e-mail', { email: 'ana' }, 'email', 'Email inválido'],
    ['an invalid cellphone', { cellphone: '0188887777' }, 'cellphone', 'Celular inválido'],
    ['a wrong CEP', { cep: '0100' }, 'cep', 'CEP inválido'],
    [
      'short password',
      { password: '12345', password_confirmation: '12345' },
      'password',
      'A senha deve ter no mínimo 6 caracteres',
    ],
    [
      'different confirmation',
      { password_confirmation: 'outra-12' },
      'password_confirmation',
      'As senhas não coincidem',
    ],
    [
      'common password',
      { password: 'password', password_confirmation: 'password' },
      'password',
      'Esta senha é fácil de adivinhar. Escolha outra.',
    ],
    [
      'own document',
      { password: '87748248800', password_confirmation: '87748248800' },
      'password',
      'Esta senha é fácil de adivinhar. Escolha outra.',
    ],
    [
      'own birth date',
      { password: '20031990', password_confirmation: '20031990' },
      'password',
      'Esta senha é fácil de adivinhar. Escolha outra.',
    ],
    ['city of another state', { state_id: 19 }, 'city_id', 'Por favor selecione uma opção'],
    [
      'a typed street that is too long',
      { street_name: 'x'.repeat(51) },
      'street_name',
      'O endereço deve ter no máximo 50 caracteres',
    ],
    [
      'a typed neighborhood that is too long',
      { neighborhood: 'x'.repeat(76) },
      'neighborhood',
      'O bairro deve ter no máximo 75 caracteres',
    ],
    [
      'an extremely long street',
      { street_name: 'x'.repeat(256) },
      'street_name',
      'O endereço deve ter no máximo 50 caracteres',
    ],
    [
      'long complement',
      { complement: 'x'.repeat(256) },
      'complement',
      'O complemento deve ter no máximo 255 caracteres',
    ],
  ]

  test.each(wrong)(
    'a registration is rejected with an error on the invalid field: %s',
    async (_, change, path, message) => {
      const browser = club.browser()
      const document_id = '877.482.488-00'
      await browser.send(checkAccountCall, { body: { document_id, terms_id } })
      const response = await browser.send(registerCall, { body: registrationOf(document_id, change) })
      expect(response).toMatchObject({ status: 422, errors: [{ path, message }] })
    },
  )

  test('a registration with an outdated or missing consent document is rejected and nothing is stored', async () => {
    const document_id = '877.482.488-00'
    for (const accepted_documents of [
      [],
      [{ ...acceptedDocuments[0], version: '0.9' }, ...acceptedDocuments.slice(1)],
    ]) {
      const browser = club.browser()
      await browser.send(checkAccountCall, { body: { document_id, terms_id } })
      const body = registrationOf(document_id, {
        accepted_documents: accepted_documents as typeof acceptedDocuments,
      })
      expect(await browser.send(registerCall, { body })).toMatchObject({
        status: 409,
        code: 'identity.terms-outdated',
      })
    }
    const after = await club.browser().send(checkAccountCall, { body: { document_id, terms_id } })
    expect(after).toMatchObject({ data: { registration: 'unregistered' } })
  })
})

describe('completing an incomplete account', () => {
  const { joao } = club.personas
  const correct = {
    birth_date: '02/11/1979',
    cellphone: '(21) 99887-7665',
    email: 'Joao.Batista@exemplo.com.br',
  }
  const begin = async () => {
    const browser = club.browser()
    await browser.send(checkAccountCall, { body: { document_id: joao.document_id, terms_id } })
    return browser
  }
  const answerHints = (browser: ReturnType<typeof club.browser>, answers: object) =>
    browser.send(verifyIdentityCall, { body: { document_id: joao.document_id, terms_id, ...answers } })

  test('a wrong hint answer does not reveal which field was wrong, and only five per day are allowed', async () => {
    const browser = await begin()
    for (const change of [
      { birth_date: '03/11/1979' },
      { cellphone: '21998877666' },
      { email: 'outro@exemplo.com' },
      {},
      { birth_date: undefined },
    ]) {
      browser.discardProof()
      const answers = Object.keys(change).length === 0 ? {} : { ...correct, ...change }
      const response = await answerHints(browser, answers)
      expect(response).toMatchObject({ status: 403, code: 'identity.hints-mismatch' })
      expect(response).not.toHaveProperty('errors')
    }
    browser.discardProof()
    expect(await answerHints(browser, correct)).toMatchObject({
      status: 429,
      code: 'identity.hints-exhausted',
    })
    club.advanceSeconds(24 * 3600)
  })

  test('correct hint answers issue a registration ticket that looks up the account and completes it only in the same browser', async () => {
    const browser = await begin()
    const verified = await answerHints(browser, correct)
    if (!verified.ok) throw new Error(verified.message)
    const { verification_code } = verified.data
    expect(verified.data.account).toMatchObject({
      name: 'João Batista de Oliveira',
      birth_date: '1979-11-02',
    })
    expect(
      await browser.send(customerLookupCall, { query: { verification_code, document_id: joao.document_id } }),
    ).toMatchObject({
      data: { cpf: joao.document_id, account_status: 'incomplete', email_marketing_subscription: 'no' },
    })
    expect(
      await club
        .browser()
        .send(customerLookupCall, { query: { verification_code: 'x', document_id: joao.document_id } }),
    ).toMatchObject({ status: 401, message: 'Não autorizado!' })

    const anonymous = club.browser()
    await anonymous.send(checkAccountCall, { body: { document_id: joao.document_id, terms_id } })
    const body = registrationOf(joao.document_id, { verification_code, name: 'João Batista de Oliveira' })
    expect(await anonymous.send(registerCall, { body })).toMatchObject({ code: 'identity.ticket-expired' })
    browser.discardProof()
    expect(await browser.send(registerCall, { body })).toMatchObject({
      status: 200,
      data: { customer_name: 'João' },
    })

    const later = club.browser()
    await later.send(checkAccountCall, { body: { document_id: joao.document_id, terms_id } })
    expect(
      await later.send(signInWithPasswordCall, {
        body: { document_id: joao.document_id, terms_id, password: body.password },
      }),
    ).toMatchObject({ status: 200 })
  })
})
