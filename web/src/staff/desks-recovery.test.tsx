// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import {
  bodiesTo,
  heading,
  key,
  open,
  press,
  rows,
  server,
  signIn,
  setUpStaffScreens,
} from './staff-app.testing.tsx'

const id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const contact = {
  status: 'unchanged',
  given: '11911112222',
  previous: null,
  on_file: '(11) *****-2222',
  is_on_file: true,
  is_previous_on_file: null,
}
const request = {
  id,
  protocol: '2026-000001-1',
  state: 'in_review',
  submitted_at: '2026-11-21T12:00:00Z',
  answer_by: '2026-11-23T12:00:00Z',
  document: '***.982.247-**',
  changes_both_contacts: false,
  is_mine: true,
  document_type: 'cpf',
  name: { given: 'maria da silva', on_file: 'Maria da Silva' },
  birth_date: { given: '1986-05-14', is_on_file: true },
  cellphone: contact,
  email: { ...contact, given: 'maria@exemplo.com.br', on_file: 'ma***@e***.br', is_on_file: false },
  extra_information: 'no',
  extra_information_description: null,
  photos: [
    { id, purpose: 'personal_id_front', is_purged: false },
    { id: id.replace('0', '1'), purpose: 'personal_id_selfie', is_purged: true },
  ],
  submission_day: '2026-11-21',
  reviewer_name: 'Rui Nogueira',
  held_until: null,
  decided_at: null,
  reason: null,
  follows_protocol: null,
}
const customer = {
  customer_id: id,
  document_type: 'cpf',
  document: '***.982.247-**',
  name: 'Maria da Silva',
  birth_date: '14/05/1986',
  cellphone: '(11) *****-4321',
  email: 'ma***@e***.br',
  account_status: 'active',
  open_request: null,
}

/** The desks before a server that answers with these data, by path. */
const show = (path: string, role: Role, answers: Record<string, unknown>) => {
  server.answers = answers
  signIn({ roles: [role] })
  return open(path)
}
const sayYesToAll = () => {
  for (const yes of screen.getAllByRole('radio', { name: 'Sim' })) fireEvent.click(yes)
}

setUpStaffScreens()

const base = '/api/staff/recovery/requests'
const one = `${base}/${id}`

test('the oldest request of the queue opens with a key', async () => {
  await show('/recuperacoes', 'account_security', { [base]: [request], [one]: request })
  expect(screen.getByRole('button', { name: '2026-000001-1' })).toBeTruthy()
  await key('p')
  expect(heading()).toBe('Pedido 2026-000001-1')
  expect(server.asked.at(-1)?.path).toBe(one)
})

test('what was given stands beside what is on file, with a word for each', async () => {
  await show(`/recuperacoes/${id}`, 'account_security', { [one]: request })
  expect(rows()).toEqual([
    'DadoInformadoNo cadastroConfere?',
    'CPF***.982.247-*****.982.247-**–',
    'Nomemaria da silvaMaria da SilvaConfere',
    'Nascimento14/05/1986–Confere',
    'Celular (não mudou)(11) 91111-2222(11) *****-2222Confere',
    'E-mail (não mudou)maria@exemplo.com.brma***@e***.brNão confere',
  ])
  expect(screen.getByText('21/11/2026')).toBeTruthy()
})

test('approving wants every yes and a way to send the code', async () => {
  await show(`/recuperacoes/${id}`, 'account_security', {
    [one]: request,
    [`${one}/approve`]: { state: 'approved', held_until: null },
  })
  await key('a')
  expect(screen.getByText('Só é possível aprovar quando todos os itens conferem.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getAllByRole('radio', { name: 'Sim' })[0])
  sayYesToAll()
  await key('a')
  expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'SMS para o celular informado' }))
  await key('a')
  expect(bodiesTo(`${one}/approve`)[0]).toEqual({
    send_by: 'sms',
    checklist: {
      document_readable: 'yes',
      document_matches: 'yes',
      face_matches: 'yes',
      paper_shows_day: 'yes',
    },
  })
})

test('asking again and refusing want a reason', async () => {
  await show(`/recuperacoes/${id}`, 'account_security', {
    [one]: request,
    [`${one}/reject`]: { state: 'rejected', held_until: null },
  })
  await key('r')
  await press('Recusar pedido')
  expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /não são da pessoa/ }))
  await press('Recusar pedido')
  expect(bodiesTo(`${one}/reject`)[0]).toEqual({ reason: 'not_the_owner' })
})

test('each photo is a look of its own; a purged one cannot be opened', async () => {
  const view = `${one}/photos/${id}/view`
  await show(`/recuperacoes/${id}`, 'account_security', {
    [one]: request,
    [view]: { url: '/api/staff/recovery/photo-views/token', expires_at: '2026-11-21T12:31:00Z' },
  })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Selfie (apagada)' }).disabled).toBe(true)
  for (let look = 0; look < 2; look += 1) {
    await key('d')
    const picture = screen.getByRole('img', { name: /Frente do documento/, hidden: true })
    expect(picture.getAttribute('src')).toBe('/api/staff/recovery/photo-views/token')
    expect(fireEvent.contextMenu(picture)).toBe(false)
    await press('Fechar')
  }
  expect(bodiesTo(view)).toHaveLength(2)
})

test('who gave the first approval cannot give the second', async () => {
  const mine = { ...request, state: 'needs_second' }
  await show(`/recuperacoes/${id}`, 'account_security', { [one]: mine })
  expect(screen.queryByRole('button', { name: 'Dar a segunda aprovação' })).toBeNull()
  expect(screen.getByText(/a segunda é de outra pessoa/)).toBeTruthy()
  cleanup()
  await show(`/recuperacoes/${id}`, 'account_security', { [one]: { ...mine, is_mine: false } })
  expect(screen.getByRole('button', { name: 'Dar a segunda aprovação' })).toBeTruthy()
})

test('the desk finds by document, asks the checklist, and shows the code once', async () => {
  await show('/balcao', 'attendant', {
    '/api/staff/customers/find': { customer },
    '/api/staff/recovery/desk-codes': { code: '989759', expires_at: '2026-11-21T12:45:00Z' },
  })
  fireEvent.input(screen.getByLabelText('CPF ou CNPJ'), { target: { value: '529.982.247-25' } })
  await press('Procurar')
  expect(screen.getByText('***.982.247-**')).toBeTruthy()
  await press('Emitir código')
  expect(screen.getByText('Só é possível emitir o código quando todos os itens conferem.')).toBeTruthy()
  sayYesToAll()
  await press('Emitir código')
  expect(screen.getByText('989759')).toBeTruthy()
  await press('Pronto, próxima pessoa')
  expect(screen.queryByText('989759')).toBeNull()
})

test.each([
  [null, 'Não há cadastro com este documento. A pessoa pode entrar pelo site.'],
  [
    { ...customer, account_status: 'incomplete' },
    'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
  ],
  [{ ...customer, account_status: 'blocked' }, 'Esta conta está bloqueada: encaminhe à segurança da conta.'],
])('without an active account there is no code: %j', async (found, words) => {
  await show('/balcao', 'attendant', { '/api/staff/customers/find': { customer: found } })
  fireEvent.input(screen.getByLabelText('CPF ou CNPJ'), { target: { value: '529.982.247-25' } })
  await press('Procurar')
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Emitir código' })).toBeNull()
})
