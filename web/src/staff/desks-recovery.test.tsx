import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { approveRecoveryCall, rejectRecoveryCall } from '@clube/contract/recovery/decision-calls.ts'
import * as calls from '@clube/contract/recovery/review-calls.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { respond, type DeclaredResponse } from '../testing/fake-server.ts'
import { advanceTime } from '../testing/jsdom.ts'
import {
  answerYes,
  choose,
  expectText,
  expectToast,
  heading,
  press,
  server,
  settle,
} from '../testing/screen-test.tsx'
import { request as submitted } from '../testing/staff-samples.ts'
import { pressKey, openAs, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

/** A request under review by the signed-in staff member, who has opened its photos; its selfie is deleted. */
const request: calls.RecoveryRequest = {
  ...submitted,
  state: 'in_review',
  is_mine: true,
  photos: submitted.photos.map((photo) => ({
    ...photo,
    is_purged: photo.purpose === 'personal_id_selfie',
    is_viewed: true,
  })),
}
const { id } = request

const showRequest = (shown: calls.RecoveryRequest, ...responses: DeclaredResponse[]) =>
  openAs(
    'account_security',
    `/recuperacoes/${id}`,
    respond(calls.readRecoveryRequestCall, shown),
    ...responses,
  )

setUpStaffScreens()

test('a keyboard shortcut opens the oldest recovery request', async () => {
  await openAs('account_security', '/recuperacoes')
  expect(screen.getByRole('button', { name: '2026-000123-4' })).toBeTruthy()
  await pressKey('p')
  expect(heading()).toBe('Pedido 2026-000123-4')
  expect(server.requests.at(-1)?.params).toEqual({ id })
})

test('the recovery desk compares each submitted value with the one on file', async () => {
  await showRequest(request)
  expect(rows()).toEqual([
    'DadoInformadoNo cadastroConfere?',
    'CPFPágina do cliente ***.533.447-*****.533.447-**–',
    'Nomerosa helena martinsRosa Helena MartinsConfere',
    'Nascimento30/08/1972–Confere',
    'Celular (mudou)(11) 93210-4567Anterior: (11) 94567-1234 Confere(11) *****-1234Não confere',
    'E-mail (não mudou)rosa.helena@exemplo.com.brro***@e***.brConfere',
  ])
  expectText('21/11/2026')
})

test('approving a recovery request requires every check and a contact for the code', async () => {
  vi.useFakeTimers()
  await showRequest(request, respond(approveRecoveryCall, { state: 'approved', held_until: null }))
  await pressKey('a')
  expectText('Só é possível aprovar quando todos os itens conferem.')
  expect(document.activeElement).toBe(screen.getAllByRole('radio', { name: 'Sim' })[0])
  answerYes()
  await pressKey('a')
  expectText('Por favor, selecione uma opção')
  choose('SMS para o celular informado (novo: segunda aprovação e espera de 24 horas)')
  await pressKey('a')
  expectText(/^Aprovado: pedido 2026-000123-4\./)
  expectText(/A sua decisão será enviada em 5 segundos/)
  expect(server.bodiesOf(approveRecoveryCall)).toEqual([])
  await advanceTime(5_000)
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

test('rejecting a recovery request requires a reason', async () => {
  vi.useFakeTimers()
  await showRequest(request, respond(rejectRecoveryCall, { state: 'rejected', held_until: null }))
  await pressKey('r')
  await press('Recusar pedido')
  expectText('Por favor, selecione uma opção')
  choose(/não são da pessoa/)
  await press('Recusar pedido')
  await advanceTime(5_000)
  expect(server.bodiesOf(rejectRecoveryCall)[0]).toEqual({ reason: 'not_the_owner' })
})

test('each view of a recovery request’s photo is requested separately, and a purged photo cannot be viewed', async () => {
  const url = '/api/staff/recovery/photo-views/token'
  await showRequest(request, respond(calls.openPhotoViewCall, { url, expires_at: '2026-11-21T12:31:00Z' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Selfie (apagada)' }).disabled).toBe(true)
  for (let count = 0; count < 2; count += 1) {
    await pressKey('d')
    const picture = screen.getByRole('img', { name: /Frente do documento/, hidden: true })
    expect(picture.getAttribute('src')).toBe(url)
    expect(fireEvent.contextMenu(picture)).toBe(false)
  }
  const view = { id, photo_id: request.photos[0]?.id }
  expect(server.requestsOf(calls.openPhotoViewCall).map(({ params }) => params)).toEqual([view, view])
})

test('document and selfie are shown side by side, and each can be enlarged and rotated separately', async () => {
  const url = (name: string) => `/api/staff/recovery/photo-views/${name}`
  await showRequest(
    { ...request, photos: submitted.photos },
    respond(
      calls.openPhotoViewCall,
      { url: url('front'), expires_at: '2026-11-21T12:31:00Z' },
      { url: url('selfie'), expires_at: '2026-11-21T12:31:00Z' },
      { url: url('back'), expires_at: '2026-11-21T12:31:00Z' },
    ),
  )
  await pressKey('d')
  await pressKey('s')
  const sources = () => screen.getAllByRole('img').map((picture) => picture.getAttribute('src'))
  expect(sources()).toEqual([url('front'), url('selfie')])
  expectText(/O papel da selfie deve mostrar/)
  const tools = within(screen.getByRole('group', { name: /^Ajustes: Selfie/ }))
  fireEvent.click(tools.getByRole('button', { name: 'Ampliar' }))
  fireEvent.click(tools.getByRole('button', { name: 'Girar' }))
  expectText('150 %')
  expectText('100 %')
  const [front, selfie] = screen.getAllByRole('img')
  expect([front?.dataset['rotation'], selfie?.dataset['rotation']]).toEqual(['0', '1'])
  // The back of the document replaces its front.
  await pressKey('v')
  expect(sources()).toEqual([url('back'), url('selfie')])
})

test('a recovery request is approved only after its photos were opened, each of which is then marked', async () => {
  vi.useFakeTimers()
  const url = '/api/staff/recovery/photo-views/token'
  await showRequest(
    { ...request, photos: submitted.photos.map((photo, index) => ({ ...photo, is_viewed: index > 0 })) },
    respond(calls.openPhotoViewCall, { url, expires_at: '2026-11-21T12:31:00Z' }),
    respond(approveRecoveryCall, { state: 'approved', held_until: null }),
  )
  expectText('Antes de aprovar, abra: Frente do documento.')
  answerYes()
  choose('E-mail informado (o do cadastro)')
  await pressKey('a')
  expectToast('Abra todas as fotos do pedido antes de aprovar. Quem aprova precisa ver cada uma.', 'warning')
  expect(server.bodiesOf(approveRecoveryCall)).toEqual([])
  await pressKey('d')
  fireEvent.load(screen.getByRole('img', { name: /Frente do documento/, hidden: true }))
  await settle()
  expect(screen.getByRole('button', { name: /Frente do documento \(vista\)/ })).toBeTruthy()
  await pressKey('a')
  await advanceTime(5_000)
  expect(server.bodiesOf(approveRecoveryCall)).toHaveLength(1)
})

test('the code of an approved recovery request is sent again only to contacts on file, unless the request was held', async () => {
  const approved: calls.RecoveryRequest = {
    ...request,
    state: 'approved',
    decided_at: '2026-11-21T12:00:00Z',
  }
  await showRequest(approved)
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  expect(screen.getByRole('radio', { name: 'E-mail informado' })).toBeTruthy()
  cleanup()
  await showRequest({ ...approved, was_held: true })
  expect(screen.getAllByRole('radio')).toHaveLength(2)
})

test('the staff member who gave a recovery request its first approval cannot give the second', async () => {
  const mine: calls.RecoveryRequest = { ...request, state: 'needs_second', send_by: 'email' }
  await showRequest(mine)
  expect(screen.queryByRole('button', { name: 'Dar a segunda aprovação' })).toBeNull()
  expectText(/a segunda é de outra pessoa/)
  cleanup()
  await showRequest({ ...mine, is_mine: false })
  expect(screen.getByRole('button', { name: 'Dar a segunda aprovação' })).toBeTruthy()
  expectText('O código vai para o e-mail informado: rosa.helena@exemplo.com.br.')
})

test('an empty review queue links to the second approvals while requests are waiting there', async () => {
  await openAs(
    'account_security',
    '/recuperacoes',
    respond(calls.listRecoveryRequestsCall, []),
    respond(waitingCountsCall, [{ permission: 'recovery.approve-second', count: 1 }]),
  )
  expectText('Nenhum pedido para analisar; na segunda aprovação há trabalho.')
  await press('Ver a segunda aprovação')
  expectText('Nenhum pedido espera a segunda aprovação.')
})
