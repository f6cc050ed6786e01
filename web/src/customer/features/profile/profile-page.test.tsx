// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { Profile } from '@clube/contract/identity/account-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { closeToast, currentToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { setReporter } from '../../../platform/monitoring/report-problem.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { ProfilePage } from './profile-page.tsx'

const device = vi.hoisted(() => ({ record: null as { id: string; password: string } | null }))
vi.mock('../../../platform/credentials/device-record.ts', () => ({
  readDeviceRecord: async () => device.record,
  saveDeviceRecord: async (record: { id: string; password: string }) => {
    device.record = record
  },
  deleteDeviceRecord: async () => {
    device.record = null
  },
}))

const profile: Profile = {
  document_type: 'cpf',
  document_id: '52998224725',
  name: 'Ana Souza',
  email: 'ana@exemplo.com.br',
  cellphone: '11987654321',
  birth_date: '1990-03-12',
  email_marketing_subscription: 'no',
  member_since: '2026-03-04T15:00:00Z',
  address: {
    cep: '01001000',
    state_id: 25,
    city_id: 3550308,
    city_name: 'São Paulo',
    district_id: null,
    neighborhood: 'Sé',
    street_type: 'square',
    street_name: 'da Sé',
    street_number: '1',
    complement: 'lado ímpar',
  },
}
type Answer = { data: unknown } | { failure: Failure } | Promise<{ data: unknown }>
let asked: { path: string; body: unknown }[] = []
let answers: Record<string, Answer>
const app = {
  club: { name: 'Clube Ipê', endpoints: {} },
  send: async (call: Call, input: { body?: unknown }) => {
    asked.push({ path: `${call.method} ${call.path}`, body: input.body })
    const answer = (await answers[`${call.method} ${call.path}`]) ?? { data: [] }
    return 'failure' in answer ? { ok: false, failure: answer.failure } : { ok: true, data: answer.data }
  },
} as unknown as App

async function show() {
  const { hook } = memoryLocation({ path: '/perfil' })
  render(
    <AppProvider app={app}>
      <Router hook={hook}>
        <ProfilePage />
      </Router>
    </AppProvider>,
  )
  await act(async () => {})
}
const section = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const fill = (label: string, value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }))
const refused = (path: string, message: string): Answer => ({
  failure: { kind: 'invalid', status: 422, code: 'x', message, errors: [{ path, message }] },
})

beforeEach(() => {
  notifyManager.setScheduler(queueMicrotask)
  setReporter(() => {})
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
  asked = []
  answers = { 'GET /api/marketing/profile': { data: profile } }
})
afterEach(() => {
  cleanup()
  closeToast()
})

test('document and birth date are masked and belong to the service desk', async () => {
  await show()
  const data = section('Seus dados')
  expect(data.getByText('***.982.247-**')).toBeTruthy()
  expect(data.getByText('**/**/1990')).toBeTruthy()
  expect(
    data.getByText('CPF e data de nascimento são alterados somente no balcão de atendimento.'),
  ).toBeTruthy()
  expect(document.body.textContent).not.toContain('529.982.247-25')
})

test('the address reads like an envelope', async () => {
  await show()
  const lines = [...section('Endereço').getByText('Sé').parentElement!.children]
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Praça da Sé, 1, lado ímpar',
    'Sé',
    'São Paulo, SP',
    'CEP 01001-000',
  ])
})

test('contacts change with the current password, and the page shows what the server kept', async () => {
  answers['POST /api/marketing/profile'] = { data: { ...profile, name: 'Ana Lima' } }
  await show()
  await press('Alterar: Seus dados')
  expect(document.activeElement).toBe(screen.getByLabelText('Nome completo'))
  await fill('Nome completo', 'Ana Lima')
  await press('Salvar')
  expect(screen.getByText('Este campo não pode estar vazio')).toBeTruthy()
  await fill('Senha atual', 'Cajueiro-91')
  await press('Salvar')
  expect(asked.at(-1)).toEqual({
    path: 'POST /api/marketing/profile',
    body: {
      name: 'Ana Lima',
      email: 'ana@exemplo.com.br',
      cellphone: '11987654321',
      current_password: 'Cajueiro-91',
    },
  })
  expect(section('Seus dados').getByText('Ana Lima')).toBeTruthy()
  expect(currentToast()).toMatchObject({ type: 'success', message: 'Seus dados foram alterados.' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Alterar: Seus dados' }))
})

test('a wrong password is said under its field, which takes the focus', async () => {
  answers['POST /api/marketing/profile'] = refused('current_password', 'Senha atual incorreta.')
  await show()
  await press('Alterar: Seus dados')
  await fill('Senha atual', 'errada')
  await press('Salvar')
  expect(screen.getByText('Senha atual incorreta.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Senha atual'))
  expect(currentToast().open).toBe(false)
})

test('the password is changed by who knows it, twice the same', async () => {
  answers['POST /api/auth/shd/update-password'] = { data: {} }
  await show()
  await press('Trocar: Senha')
  await fill('Senha atual', 'Cajueiro-91')
  await fill('Nova senha', '12345')
  await fill('Confirme a nova senha', 'Jabuticaba-7')
  await press('Salvar')
  expect(screen.getByText('A senha deve ter no mínimo 6 caracteres')).toBeTruthy()
  expect(screen.getByText('As senhas não coincidem')).toBeTruthy()
  await fill('Nova senha', 'Jabuticaba-7')
  await press('Salvar')
  expect(asked.at(-1)?.body).toEqual({
    current_password: 'Cajueiro-91',
    password: 'Jabuticaba-7',
    password_confirmation: 'Jabuticaba-7',
  })
  expect(currentToast().message).toBe('Sua senha foi trocada.')
})

test.each([
  ['the new secret of a remembered device is kept', { device_credential: 'novo' }, 'novo'],
  ['nothing is kept where nobody is remembered', {}, null],
])('after a new password %s', async (_, data, kept) => {
  device.record = { id: profile.document_id, password: 'velho' }
  answers['POST /api/auth/shd/update-password'] = { data }
  await show()
  await press('Trocar: Senha')
  await fill('Senha atual', 'Cajueiro-91')
  await fill('Nova senha', 'Jabuticaba-7')
  await fill('Confirme a nova senha', 'Jabuticaba-7')
  await press('Salvar')
  expect(device.record).toEqual(kept === null ? null : { id: '52998224725', password: kept })
})

test('offers are switched at once, and back where the server refuses', async () => {
  let finish: (answer: { data: unknown }) => void = () => {}
  answers['POST /api/marketing/profile/email-marketing'] = new Promise((resolve) => (finish = resolve))
  await show()
  const offers = screen.getByRole<HTMLInputElement>('switch', { name: 'Quero receber ofertas por e-mail' })
  await act(async () => void fireEvent.click(offers))
  expect([offers.checked, offers.getAttribute('aria-busy')]).toEqual([true, 'true'])
  await act(async () => finish({ data: { email_marketing_subscription: 'yes' } }))
  expect([offers.checked, offers.getAttribute('aria-busy')]).toEqual([true, null])

  answers['POST /api/marketing/profile/email-marketing'] = {
    failure: { kind: 'server', status: 500, request_id: null },
  }
  await act(async () => void fireEvent.click(offers))
  expect(offers.checked).toBe(true)
  expect(currentToast().message).toBe(
    'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!',
  )
})

test('a profile that does not come says why in its place, without a toast, and tries again', async () => {
  answers['GET /api/marketing/profile'] = { failure: { kind: 'network', during: 'call' } }
  await show()
  expect(screen.getByRole('alert').textContent).toContain(
    'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!',
  )
  expect(currentToast().open).toBe(false)
  answers['GET /api/marketing/profile'] = { data: profile }
  await press('Tentar novamente')
  expect(section('Seus dados').getByText('Ana Souza')).toBeTruthy()
})
