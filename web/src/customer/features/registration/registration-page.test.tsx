// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { notifyManager } from '@tanstack/react-query'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { closeToast, currentToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { setReporter } from '../../../platform/monitoring/report-problem.ts'
import { clearHandOver, giveHandOver, readHandOver } from '../../../platform/session/hand-over.ts'
import { currentSession, setSession } from '../../../platform/session/session-store.ts'
import { clearDraft, saveDraft, type RegistrationDraft } from './registration-draft.ts'
import { RegistrationPage } from './registration-page.tsx'

type Answer = { data: unknown } | { failure: Failure }
let asked: { path: string; body: unknown }[] = []
let answers: Record<string, Answer>
let place: ReturnType<typeof memoryLocation> & { history: string[] }

const app = {
  club: {
    name: 'Clube Ipê',
    logo_url: null,
    minimum_age: 18,
    terms_id: 'termos-1',
    endpoints: { address_lookup: '/a', customer_lookup: '/api/marketing/customer' },
  },
  captcha: { warmUp: () => {} },
  send: async (call: Call, input: { body?: unknown; params?: { kind?: string } }) => {
    asked.push({ path: call.path, body: input.body })
    const answer = answers[input.params?.kind ?? call.path] ?? { data: [] }
    return 'failure' in answer ? { ok: false, failure: answer.failure } : { ok: true, data: answer.data }
  },
} as unknown as App

const handOver = { document_id: '52998224725', document_type: 'cpf' } as const
const draft: RegistrationDraft = {
  document_id: '52998224725',
  person: {
    name: 'Ana Souza',
    email: 'ana@exemplo.com.br',
    cellphone: '11987654321',
    birth_date: '12/03/1990',
  },
  address: {
    cep: '01001000',
    state_id: 25,
    city_id: 3550308,
    district_id: null,
    neighborhood: 'Sé',
    street_type: 'square',
    street_name: 'da Sé',
    street_number: '1',
    complement: '',
  },
}
const consent = (kind: string) => ({
  data: {
    kind,
    state: 'active',
    created_at: '2026-03-04T15:00:00Z',
    version: '2.1',
    document: '<p>Texto</p>',
  },
})

async function show(path = '/cadastro') {
  place = memoryLocation({ path, record: true })
  const view = render(
    <AppProvider app={app}>
      <Router hook={place.hook} searchHook={place.searchHook}>
        <RegistrationPage />
      </Router>
    </AppProvider>,
  )
  await act(async () => {})
  return view
}
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const tick = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole('checkbox', { name })))
const typeIn = (label: string, value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }))
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

async function walkToTerms() {
  saveDraft(draft)
  await show('/cadastro?etapa=senha')
  await typeIn('Senha', 'Cajueiro-91')
  await typeIn('Confirme a senha', 'Cajueiro-91')
  await press('Continuar')
  // The documents and what shows them arrive.
  const finish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Concluir cadastro' })
  await waitFor(() => expect(finish.disabled).toBe(false))
}

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  setReporter(() => {})
  asked = []
  answers = {
    loyaltyclub_terms: consent('loyaltyclub_terms'),
    loyaltyclub_regulation: consent('loyaltyclub_regulation'),
    '/api/auth/shd/register': { data: { customer_name: 'Ana' } },
  }
  Object.defineProperty(window, 'scrollTo', { value: () => {}, configurable: true })
  giveHandOver(handOver)
})
afterEach(() => {
  cleanup()
  closeToast()
  clearDraft()
  clearHandOver()
  setSession({ at: 'unknown' })
  sessionStorage.clear()
})

test('who comes without a hand-over goes back to the entrance', async () => {
  clearHandOver()
  await show()
  expect(place.history.at(-1)).toBe('/entrar')
})

test('the account that the hints proved is filled in', async () => {
  giveHandOver({
    ...handOver,
    verification_code: 'ticket',
    account: { name: 'João Batista', birth_date: '1985-02-09', cellphone: '11912345678', email: null },
  })
  answers['/api/marketing/customer'] = {
    data: { cpf: null, account_status: 'incomplete', email_marketing_subscription: 'no' },
  }
  await show()
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
  expect(value('Nome completo')).toBe('João Batista')
  expect(value('Data de nascimento')).toBe('09/02/1985')
  expect(value('Celular')).toBe('(11) 91234-5678')
  expect(screen.getByText('Cadastro para o CPF 529.982.247-25')).toBeTruthy()
})

test('a company is asked for no birth date', async () => {
  giveHandOver({ document_id: '11222333000181', document_type: 'cnpj' })
  await show()
  expect(screen.queryByLabelText('Data de nascimento')).toBeNull()
  expect(screen.getByText('Cadastro para o CNPJ 11.222.333/0001-81')).toBeTruthy()
})

test('what was typed survives a reload, the password never leaves memory', async () => {
  const { unmount } = await show()
  await typeIn('Nome completo', 'Ana Souza')
  unmount()
  await show()
  expect(screen.getByLabelText<HTMLInputElement>('Nome completo').value).toBe('Ana Souza')
  cleanup()
  await walkToTerms()
  expect(heading()).toBe('Falta só o seu aceite')
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('Cajueiro-91')
})

test('another document does not inherit what was typed for the first', async () => {
  saveDraft(draft)
  giveHandOver({ document_id: '11144477735', document_type: 'cpf' })
  await show()
  expect(screen.getByLabelText<HTMLInputElement>('Nome completo').value).toBe('')
})

test('consents are unchecked, each document is required, offers are not', async () => {
  await walkToTerms()
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false])
  await press('Concluir cadastro')
  expect(screen.getAllByText('Este campo é requerido')).toHaveLength(2)
  expect(asked.some(({ path }) => path.endsWith('/register'))).toBe(false)
})

test('everything gathered is sent; success opens the session and leads home with a welcome', async () => {
  await walkToTerms()
  await tick(/Termos de adesão/)
  await tick(/Regulamento/)
  await press('Concluir cadastro')
  expect(asked.at(-1)).toEqual({
    path: '/api/auth/shd/register',
    body: {
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
  })
  // What a stranger kept on the device is forgotten first, by a part that is loaded for it.
  await waitFor(() =>
    expect(currentToast()).toMatchObject({ message: 'Boas-vindas ao clube, Ana!', type: 'success' }),
  )
  expect(currentSession()).toEqual({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
  expect(place.history.at(-1)).toBe('/')
  expect(readHandOver()).toBeNull()
})

const refusedWith = (code: string, errors: { path: string; message: string }[] = []): Answer => ({
  failure: { kind: 'refused', status: 409, code, message: 'Mensagem do servidor', errors },
})
async function submit(answer: Answer) {
  answers['/api/auth/shd/register'] = answer
  await walkToTerms()
  await tick(/Termos de adesão/)
  await tick(/Regulamento/)
  await press('Concluir cadastro')
}

test('an error of the server leads to the step of its field, which takes the focus', async () => {
  await submit(refusedWith('identity.invalid', [{ path: 'email', message: 'E-mail já em uso' }]))
  expect(heading()).toBe('Seus dados')
  expect(screen.getByText('E-mail já em uso')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
  expect(currentToast().open).toBe(false)
})

test('an error on a field that no step shows is one toast', async () => {
  await submit(refusedWith('identity.invalid', [{ path: 'ip', message: 'x' }]))
  expect(currentToast()).toMatchObject({
    type: 'error',
    message: 'Não foi possível processar sua solicitação, contate o suporte!',
  })
})

test.each(['flow.out-of-step', 'identity.ticket-expired', 'identity.already-registered'])(
  '%s leads back to the entrance, what was typed stays',
  async (code) => {
    await submit(refusedWith(code))
    expect(currentToast().message).toBe('Mensagem do servidor')
    expect(place.history.at(-1)).toBe('/entrar')
    expect(readHandOver()).toBeNull()
    giveHandOver(handOver)
    cleanup()
    await show()
    expect(screen.getByLabelText<HTMLInputElement>('Nome completo').value).toBe('Ana Souza')
  },
)

test('documents that changed meanwhile are loaded and accepted anew', async () => {
  await submit(refusedWith('identity.terms-outdated'))
  expect(heading()).toBe('Falta só o seu aceite')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(({ checked }) => checked)).toBe(false)
  await waitFor(() => expect(asked.filter(({ path }) => path.includes('consent-document'))).toHaveLength(4))
})

test('a network failure is said once and loses nothing', async () => {
  await submit({ failure: { kind: 'network', during: 'call' } })
  expect(currentToast()).toMatchObject({
    type: 'error',
    message: 'Verifique sua conexão com a internet e tente novamente!',
  })
  expect(heading()).toBe('Falta só o seu aceite')
})
