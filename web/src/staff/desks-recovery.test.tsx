// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { approveRecoveryCall, rejectRecoveryCall } from '@clube/contract/recovery/decision-calls.ts'
import {
  findCustomerCall,
  issueDeskCodeCall,
  type DeskCustomer,
} from '@clube/contract/recovery/desk-calls.ts'
import {
  listRecoveryRequestsCall,
  openPhotoViewCall,
  readRecoveryRequestCall,
  type RecoveryRequest,
} from '@clube/contract/recovery/review-calls.ts'
import { answer, type Answer } from '../testing/pretend-server.ts'
import { heading, press, server, type } from '../testing/screen-test.tsx'
import { key, open, rows, setUpStaffScreens, signIn } from '../testing/staff-screen.tsx'

const id = '01a1fdbb-01d2-7c5b-af13-491f5d989bb5'
const contact: RecoveryRequest['cellphone'] = {
  status: 'unchanged',
  given: '11911112222',
  previous: null,
  on_file: '(11) *****-2222',
  is_on_file: true,
  is_previous_on_file: null,
}
const request: RecoveryRequest = {
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
const customer: DeskCustomer = {
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

/** Opens the desks with these answers. */
const show = (path: string, role: Role, ...answers: Answer[]) => {
  server.declare(...answers)
  signIn({ roles: [role] })
  return open(path)
}
const showRequest = (shown: RecoveryRequest, ...answers: Answer[]) =>
  show(`/recuperacoes/${id}`, 'account_security', answer(readRecoveryRequestCall, shown), ...answers)
const sayYesToAll = () => {
  for (const yes of screen.getAllByRole('radio', { name: 'Sim' })) fireEvent.click(yes)
}

setUpStaffScreens()

test('the oldest recovery request opens with a key', async () => {
  await show(
    '/recuperacoes',
    'account_security',
    answer(listRecoveryRequestsCall, [request]),
    answer(readRecoveryRequestCall, request),
  )
  expect(screen.getByRole('button', { name: '2026-000001-1' })).toBeTruthy()
  await key('p')
  expect(heading()).toBe('Pedido 2026-000001-1')
  expect(server.requests.at(-1)?.params).toEqual({ id })
})

test('submitted values are compared with those on file, each with a label', async () => {
  await showRequest(request)
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

test('approving a recovery request requires every check and a contact for the code', async () => {
  await showRequest(request, answer(approveRecoveryCall, { state: 'approved', held_until: null }))
  await key('a')
  expect(screen.getByText('Só é possível aprovar quando todos os itens conferem.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getAllByRole('radio', { name: 'Sim' })[0])
  sayYesToAll()
  await key('a')
  expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'SMS para o celular informado' }))
  await key('a')
  expect(server.bodiesOf(approveRecoveryCall)[0]).toEqual({
    send_by: 'sms',
    checklist: {
      document_readable: 'yes',
      document_matches: 'yes',
      face_matches: 'yes',
      paper_shows_day: 'yes',
    },
  })
})

test('asking for new photos and rejecting a recovery request require a reason', async () => {
  await showRequest(request, answer(rejectRecoveryCall, { state: 'rejected', held_until: null }))
  await key('r')
  await press('Recusar pedido')
  expect(screen.getByText('Por favor, selecione uma opção')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: /não são da pessoa/ }))
  await press('Recusar pedido')
  expect(server.bodiesOf(rejectRecoveryCall)[0]).toEqual({ reason: 'not_the_owner' })
})

test('each photo is requested separately, and a purged one cannot be opened', async () => {
  const view = { url: '/api/staff/recovery/photo-views/token', expires_at: '2026-11-21T12:31:00Z' }
  await showRequest(request, answer(openPhotoViewCall, view))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Selfie (apagada)' }).disabled).toBe(true)
  for (let look = 0; look < 2; look += 1) {
    await key('d')
    const picture = screen.getByRole('img', { name: /Frente do documento/, hidden: true })
    expect(picture.getAttribute('src')).toBe('/api/staff/recovery/photo-views/token')
    expect(fireEvent.contextMenu(picture)).toBe(false)
    await press('Fechar')
  }
  expect(server.requestsOf(openPhotoViewCall).map(({ params }) => params)).toEqual([
    { id, photo_id: id },
    { id, photo_id: id },
  ])
})

test('a staff member who gave the first approval cannot give the second', async () => {
  const mine: RecoveryRequest = { ...request, state: 'needs_second' }
  await showRequest(mine)
  expect(screen.queryByRole('button', { name: 'Dar a segunda aprovação' })).toBeNull()
  expect(screen.getByText(/a segunda é de outra pessoa/)).toBeTruthy()
  cleanup()
  await showRequest({ ...mine, is_mine: false })
  expect(screen.getByRole('button', { name: 'Dar a segunda aprovação' })).toBeTruthy()
})

test('the service desk finds a person by document, asks the checklist, and shows the code once', async () => {
  await show(
    '/balcao',
    'attendant',
    answer(findCustomerCall, { customer }),
    answer(issueDeskCodeCall, { code: '989759', expires_at: '2026-11-21T12:45:00Z' }),
  )
  await type('CPF ou CNPJ', '529.982.247-25')
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

test.each<[DeskCustomer | null, string]>([
  [null, 'Não há cadastro com este documento. A pessoa pode entrar pelo site.'],
  [
    { ...customer, account_status: 'incomplete' },
    'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
  ],
  [{ ...customer, account_status: 'blocked' }, 'Esta conta está bloqueada: encaminhe à segurança da conta.'],
])('a person without an active account gets no code: %j', async (found, words) => {
  await show('/balcao', 'attendant', answer(findCustomerCall, { customer: found }))
  await type('CPF ou CNPJ', '529.982.247-25')
  await press('Procurar')
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Emitir código' })).toBeNull()
})
