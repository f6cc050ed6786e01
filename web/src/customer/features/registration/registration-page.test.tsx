import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  checkPasswordCall,
  customerLookupCall,
  registerCall,
} from '@clube/contract/identity/account-calls.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressValues } from '../../../parts/address-fields/address-values.ts'
import { clearHandOver, saveHandOver, readHandOver } from '../../../platform/session/hand-over.ts'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { currentSession, setSession } from '../../../platform/session/session-store.ts'
import { failing, invalid, refusal, unreachable, type Outcome } from '../../../testing/fake-server.ts'
import { samples } from '../../../testing/samples.ts'
import {
  expectFieldError,
  expectNoToast,
  expectToast,
  heading,
  press,
  server,
  settle,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'
import { initialDraft, clearDraft, saveDraft } from './registration-draft.ts'

const { consent, profile } = samples
const handOver = { document_id: '52998224725', document_type: 'cpf' } as const
const draft = { ...initialDraft({ ...handOver, account: profile }), address: addressValues(profile.address) }
const incomplete = { cpf: null, account_status: 'incomplete', email_marketing_subscription: 'no' } as const
const show = (path = '/cadastro') => openPage(path, { terms_id: 'termos-1' })
const checkedStates = () => screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)
const check = async (name: RegExp) => {
  fireEvent.click(screen.getByRole('checkbox', { name }))
  await settle()
}

/** Accepts both documents and submits; by default the server accepts the registration. */
async function submit(outcome: Outcome<typeof registerCall> = { customer_name: 'Ana' }) {
  server.respond(registerCall, outcome)
  const view = await goToTerms()
  await check(/Termos de adesão/)
  await check(/Regulamento/)
  await press('Concluir cadastro')
  return view
}

async function goToTerms() {
  saveDraft(draft)
  const view = await show('/cadastro?etapa=senha')
  await type('Senha', 'Cajueiro-91')
  await type('Confirme a senha', 'Cajueiro-91')
  await press('Continuar')
  // Wait for the documents and the code that shows them.
  const finish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Concluir cadastro' })
  await waitFor(() => expect(finish.disabled).toBe(false))
  return view
}
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

setUpShopperScreens()
beforeEach(() => {
  setSession({ kind: 'unknown' })
  server.respond(readConsentDocumentCall, ({ params }) => ({
    ...consent,
    kind: params['kind'] as typeof consent.kind,
  }))
  server.respond(checkPasswordCall, {})
  saveHandOver(handOver)
})
afterEach(() => {
  clearDraft()
  clearHandOver()
})

test('opening the registration page directly redirects to sign-in', async () => {
  clearHandOver()
  const { history } = await show()
  expect(history.at(-1)).toBe('/entrar')
})

test('the registration form is prefilled with the data of the account verified by its hints', async () => {
  saveHandOver({
    ...handOver,
    verification_code: 'ticket',
    account: { name: 'João Batista', birth_date: '1985-02-09', cellphone: '11912345678', email: null },
  })
  server.respond(customerLookupCall, incomplete)
  await show()
  expect(server.requestsOf(customerLookupCall)).toMatchObject([
    {
      query: { verification_code: 'ticket', document_id: '52998224725' },
      endpoint: samples.club.endpoints.customer_lookup,
    },
  ])
  expect(value('Nome completo')).toBe('João Batista')
  expect(value('Data de nascimento')).toBe('09/02/1985')
  expect(value('Celular')).toBe('(11) 91234-5678')
  expect(screen.getByText('Cadastro para o CPF 529.982.247-25')).toBeTruthy()
})

test('a hyphen or an apostrophe in an imported name becomes a space, as when it is typed', async () => {
  saveHandOver({
    ...handOver,
    account: { name: 'Ana-Maria O’Neil', birth_date: null, cellphone: null, email: null },
  })
  await show()
  expect(value('Nome completo')).toBe('Ana Maria O Neil')
})

test('registration continues after a failed account lookup, but not after a refused one', async () => {
  saveHandOver({ ...handOver, verification_code: 'ticket' })
  server.respond(customerLookupCall, failing({ kind: 'unrecognized', status: 200, message: null }))
  await show()
  expect(heading()).toBe('Seus dados')
  expect(readHandOver()).not.toBeNull()
  cleanup()
  server.respond(customerLookupCall, refusal('identity.lookup-unauthorized'))
  const { history } = await show()
  expect(history.at(-1)).toBe('/entrar')
  expect(readHandOver()).toBeNull()
})

test('the registration form has no birth date field for a company', async () => {
  saveHandOver({ document_id: '11222333000181', document_type: 'cnpj' })
  await show()
  expect(screen.queryByLabelText('Data de nascimento')).toBeNull()
  // There is no account to look up.
  expect(server.requests).toEqual([])
  expect(screen.getByText('Cadastro para o CNPJ 11.222.333/0001-81')).toBeTruthy()
})

test('a person is told which characters a name cannot have, and a company may have a one-word name with punctuation', async () => {
  await show()
  expect(screen.getByText('Só letras e espaços: hífen e apóstrofo viram espaço.')).toBeTruthy()
  cleanup()
  saveHandOver({ document_id: '11222333000181', document_type: 'cnpj' })
  await show()
  await type('Nome da empresa', '3M & Cia')
  expect(value('Nome da empresa')).toBe('3M & Cia')
  await type('Nome da empresa', 'Natura')
  await press('Continuar')
  expect(screen.queryByText('Nome deve conter pelo menos 2 palavras')).toBeNull()
})

test('a kiosk masks the document during registration, because others see the screen', async () => {
  saveServiceChannel('totem', 'temporary')
  await show()
  expect(screen.getByText('Cadastro para o CPF ***.982.247-**')).toBeTruthy()
})

test('typed registration data survives a reload, but the password is never stored', async () => {
  const { unmount } = await show()
  await type('Nome completo', 'Ana Souza')
  unmount()
  await show()
  expect(value('Nome completo')).toBe('Ana Souza')
  cleanup()
  await goToTerms()
  expect(heading()).toBe('Falta só o seu aceite')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Cajueiro-91')
})

test('after a reload the password must be typed again, the page says why, and the step remains until it is confirmed', async () => {
  saveDraft(draft)
  await show('/cadastro?etapa=termos')
  expect(heading()).toBe('Crie sua senha')
  expect(screen.getByText(/A senha não fica guardada na página/)).toBeTruthy()
  await type('Senha', 'C')
  expect(heading()).toBe('Crie sua senha')
  await type('Senha', 'Cajueiro-91')
  await type('Confirme a senha', 'Cajueiro-91')
  expect(heading()).toBe('Crie sua senha')
  await press('Continuar')
  expect(heading()).toBe('Falta só o seu aceite')
})

test('the draft of one document is not restored for another', async () => {
  saveDraft(draft)
  saveHandOver({ document_id: '11144477735', document_type: 'cpf' })
  await show()
  expect(value('Nome completo')).toBe('')
})

test('registration consents start unchecked; each document is required, marketing e-mails are optional', async () => {
  await goToTerms()
  expect(checkedStates()).toEqual([false, false, false])
  await press('Concluir cadastro')
  expect(screen.getAllByText('Este campo é requerido')).toHaveLength(2)
  expect(server.requestsOf(registerCall)).toEqual([])
})

test('registration sends the data of all steps, opens the session, and opens the home page with a welcome', async () => {
  const { history } = await submit()
  expect(server.bodiesOf(registerCall)).toEqual([
    {
      document_id: '52998224725',
      document_type: 'cpf',
      terms_id: 'termos-1',
      name: 'Ana Souza',
      email: 'ana@exemplo.com.br',
      cellphone: '11987654321',
      birth_date: '1990-03-12',
      ...draft.address,
      password: 'Cajueiro-91',
      password_confirmation: 'Cajueiro-91',
      email_marketing_subscription: 'no',
      accepted_documents: [
        { kind: 'loyaltyclub_terms', version: '2.1' },
        { kind: 'loyaltyclub_regulation', version: '2.1' },
      ],
    },
  ])
  // What the previous person left on the device is erased first, by lazily loaded code.
  await waitFor(() => expectToast('Boas-vindas ao clube, Ana!', 'success'))
  expect(currentSession()).toEqual({ kind: 'signedIn', level: 'customer', customer_name: 'Ana' })
  expect(history.at(-1)).toBe('/')
  expect(readHandOver()).toBeNull()
})

test('a server error in registration opens the step of its field and focuses the field', async () => {
  await submit(invalid({ path: 'email', message: 'E-mail já em uso' }))
  expect(heading()).toBe('Seus dados')
  expect(screen.getByText('E-mail já em uso')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  expectNoToast()
})

test('a server error for a field that no step shows appears as one toast', async () => {
  await submit(invalid({ path: 'ip', message: 'x' }))
  expectToast('Não foi possível processar sua solicitação, contate o suporte!', 'error')
})

test.each([
  ['flow.wrong-step', 'Sua entrada expirou. Comece novamente.'],
  ['identity.ticket-expired', 'A confirmação dos seus dados expirou. Comece novamente.'],
  ['identity.already-registered', 'Este documento já tem cadastro. Entre com a sua senha.'],
] as const)(
  'after the refusal %s, registration returns to sign-in and keeps the form’s data',
  async (code, message) => {
    const { history } = await submit(refusal(code))
    expectToast(message)
    expect(history.at(-1)).toBe('/entrar')
    expect(readHandOver()).toBeNull()
    saveHandOver(handOver)
    cleanup()
    await show()
    expect(value('Nome completo')).toBe('Ana Souza')
  },
)

test('documents that were replaced during registration are reloaded and must be accepted again', async () => {
  await submit(refusal('identity.terms-outdated'))
  expect(heading()).toBe('Falta só o seu aceite')
  expect(checkedStates()).toEqual([false, false, false])
  await waitFor(() => expect(server.requestsOf(readConsentDocumentCall)).toHaveLength(4))
})

test('a network failure during registration shows one toast and stays on the last step', async () => {
  await submit(unreachable)
  expectToast('Verifique sua conexão com a internet e tente novamente!', 'error')
  expect(heading()).toBe('Falta só o seu aceite')
})

test('a weak password is refused at its own step', async () => {
  server.respond(checkPasswordCall, refusal('identity.weak-password'), {})
  saveDraft(draft)
  await show('/cadastro?etapa=senha')
  await type('Senha', '123456')
  await type('Confirme a senha', '123456')
  await press('Continuar')
  expect(heading()).toBe('Crie sua senha')
  expectFieldError('Senha', 'Esta senha é fácil de adivinhar. Escolha outra.')
  await type('Senha', 'Cajueiro-91')
  await type('Confirme a senha', 'Cajueiro-91')
  await press('Continuar')
  expect(heading()).toBe('Falta só o seu aceite')
  const { document_id, cellphone, birth_date } = profile
  expect(server.bodiesOf(checkPasswordCall)[0]).toEqual({
    document_id,
    cellphone,
    birth_date,
    password: '123456',
  })
})
