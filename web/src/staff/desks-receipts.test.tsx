import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  adjustPointsCall,
  findPointsAccountCall,
  openPointsAccountCall,
} from '@clube/contract/points/adjustment-calls.ts'
import { openReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import * as calls from '@clube/contract/receipts/receipt-staff-calls.ts'
import { staffSignOutCall } from '@clube/contract/staff/sign-in-calls.ts'
import { setStaffSession } from './parts/staff-session.ts'
import { waitingCountsCall } from '@clube/contract/staff/waiting-calls.ts'
import { refusal, respond, unreachable } from '../testing/fake-server.ts'
import { advanceTime } from '../testing/jsdom.ts'
import {
  choose,
  confirm,
  expectText,
  expectToast,
  heading,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { sampleId } from '../testing/samples.ts'
import { account, identity, receipt } from '../testing/staff-samples.ts'
import { findPerson, open, openAs, pressKey, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const { purchase_id } = receipt
const photoUrl = '/api/staff/receipts/photo-views/token'
const submitDialog = async () => {
  fireEvent.submit(document.querySelector('dialog[open] form')!)
  await settle()
}

setUpStaffScreens()

/** Shows the photo of the open receipt, as when the browser has loaded it. */
const showPhoto = async () => {
  await pressKey('f')
  fireEvent.load(screen.getByRole('img', { name: /Foto 1/ }))
}
const grantedPhoto = respond(openReceiptPhotoCall, { url: photoUrl, expires_at: '2026-11-21T12:31:00Z' })
const approved = respond(calls.approveReceiptCall, { state: 'approved' })

test('the P key opens the next receipt, even while one is open, or shows that there is no other', async () => {
  await openAs('validator', '/notas')
  await pressKey('p')
  screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' })
  await pressKey('p')
  screen.getByRole('region', { name: 'Nota de Café do Pátio' })
  await pressKey('p')
  screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' })
  cleanup()
  await openAs('validator', '/notas', respond(calls.receiptQueueCall, [receipt]))
  await pressKey('p')
  await pressKey('p')
  screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' })
  expectToast('Não há outra nota que você possa decidir agora.', 'info')
})

test('keyboard shortcuts open the oldest receipt, show its photo, and approve it, which opens the next', async () => {
  vi.useFakeTimers()
  await openAs('validator', '/notas', grantedPhoto, approved)
  await pressKey('p')
  expect(screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' }).textContent).toContain(
    'Valor informadoR$',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver foto 2 (apagada)' }).disabled).toBe(true)
  expect(screen.queryByRole('img', { name: /Foto 1/ })).toBeNull()
  await showPhoto()
  const picture = screen.getByRole('img', { name: 'Foto 1 da nota de Livraria Jabuticabeira' })
  expect(picture.getAttribute('src')).toBe(photoUrl)
  expect(fireEvent.contextMenu(picture)).toBe(false)
  expect(server.bodiesOf(openReceiptPhotoCall)[0]).toEqual({ purchase_id, photo_id: receipt.photos[0]?.id })
  await pressKey('a')
  expect(screen.getByRole('region', { name: 'Nota de Café do Pátio' })).toBeTruthy()
  expectText('O cliente não enviou foto. Confira os dados pela chave da nota.')
  await advanceTime(5_000)
  const { amount_cents, issued_on } = receipt
  expect(server.bodiesOf(calls.approveReceiptCall)).toEqual([{ purchase_id, amount_cents, issued_on }])
  expectToast('Nota aprovada.', 'success')
})

test('a receipt is approved only after its photo was shown, or, without photos, after its key was copied', async () => {
  vi.useFakeTimers()
  const writeText = vi.fn(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  await openAs('validator', '/notas', grantedPhoto, approved)
  await pressKey('p')
  await pressKey('a')
  expectToast('Abra a foto antes de aprovar.', 'warning')
  await press('Aprovar')
  expect(screen.queryByRole('button', { name: /Desfazer/ })).toBeNull()
  await showPhoto()
  await pressKey('a')
  // The next receipt is open: what was seen of the first does not count for it.
  await pressKey('a')
  expectToast('Esta nota não tem foto: copie a chave e confira a nota antes de aprovar.', 'warning')
  expect(screen.getAllByRole('button', { name: /Desfazer/ })).toHaveLength(1)
  await pressKey('c')
  expect(writeText).toHaveBeenCalledWith(receipt.receipt_key)
  await pressKey('a')
  await advanceTime(5_000)
  expect(server.bodiesOf(calls.approveReceiptCall)).toHaveLength(2)
})

test('a photo that does not load shows a connection error and does not count as seen', async () => {
  await openAs('validator', '/notas', grantedPhoto)
  await pressKey('p')
  await pressKey('f')
  fireEvent.error(screen.getByRole('img', { name: /Foto 1/ }))
  expectToast('Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!', 'error')
  await pressKey('a')
  expectToast('Abra a foto antes de aprovar.', 'warning')
})

test('a decision on a receipt can be undone for five seconds and is then sent, even from another desk', async () => {
  vi.useFakeTimers()
  await openAs(['validator', 'marketing'], '/notas', grantedPhoto, approved, respond(calls.listShopsCall, []))
  await pressKey('p')
  await showPhoto()
  await pressKey('a')
  expectText(/^Nota aprovada: Livraria Jabuticabeira, R\$/)
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  await advanceTime(4_900)
  await pressKey('z')
  expect(screen.queryByText(/^Nota aprovada/)).toBeNull()
  expect(screen.getByRole('region', { name: 'Nota de Livraria Jabuticabeira' })).toBeTruthy()
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  await advanceTime(10_000)
  expect(server.bodiesOf(calls.approveReceiptCall)).toEqual([])

  await pressKey('a')
  fireEvent.click(screen.getByRole('link', { name: /Lojas/ }))
  await advanceTime(5_000)
  expect(heading()).toBe('Lojas')
  expect(server.bodiesOf(calls.approveReceiptCall)).toHaveLength(1)
})

test('signing out sends delayed decisions first', async () => {
  await openAs('validator', '/notas', grantedPhoto, approved, respond(staffSignOutCall, {}))
  await pressKey('p')
  await showPhoto()
  await pressKey('a')
  await press('Sair')
  expect(server.bodiesOf(calls.approveReceiptCall)).toHaveLength(1)
  expect(heading()).toBe('Entrada da equipe')
})

test.each([
  [
    'the network fails',
    unreachable,
    /A decisão de aprovar a nota de R\$\s450,00 .* não foi enviada\. Ops, aconteceu algo/,
  ],
  [
    'the server refuses',
    refusal('receipts.changed'),
    /Sua decisão de aprovar a nota de R\$\s450,00 .* não vale/,
  ],
] as const)(
  'when signing out sends a decision and %s, the member stays signed in with a message until the next press',
  async (_name, failure, message) => {
    await openAs(
      'validator',
      '/notas',
      grantedPhoto,
      respond(calls.approveReceiptCall, failure),
      respond(staffSignOutCall, {}),
    )
    await pressKey('p')
    await showPhoto()
    await pressKey('a')
    await press('Sair')
    expect(heading()).toBe('Notas')
    expect(document.body.textContent).toMatch(message)
    expect(server.bodiesOf(staffSignOutCall)).toEqual([])
    await press('Sair')
    expect(heading()).toBe('Entrada da equipe')
  },
)

const leavePage = () =>
  fireEvent(window, new Event('beforeunload', { cancelable: true })) ? 'left' : 'warned'

test('when a session ends before a decision is sent, the sign-in page shows it, and no other member sends it', async () => {
  vi.useFakeTimers()
  await openAs('validator', '/notas', grantedPhoto, approved)
  await pressKey('p')
  await showPhoto()
  await pressKey('a')
  act(() => setStaffSession({ kind: 'signedOut', ended: true }))
  await settle()
  expectText(
    'Uma decisão sua não foi enviada. Entre de novo nesta página para enviar ou descartar: fechada ou recarregada, ela se perde.',
  )
  expect(leavePage()).toBe('warned')
  // Another member signs in within the five seconds.
  act(() =>
    setStaffSession({
      kind: 'signedIn',
      identity: { ...identity, staff_id: sampleId(190), roles: ['validator'] },
    }),
  )
  await advanceTime(5_000)
  expect(server.bodiesOf(calls.approveReceiptCall)).toEqual([])
  expect(screen.queryByText(/A decisão de aprovar a nota/)).toBeNull()
  act(() => setStaffSession({ kind: 'signedIn', identity: { ...identity, roles: ['validator'] } }))
  await settle()
  expectText(/^A decisão de aprovar a nota de R\$\s450,00 de Livraria Jabuticabeira não foi enviada\.$/)
  expectText('Sua sessão terminou antes.')
  expect(leavePage()).toBe('warned')
  await press('Descartar')
  expect(leavePage()).toBe('left')
})

test('when the server refuses a delayed decision, the reason is shown and the receipt returns to the queue', async () => {
  vi.useFakeTimers()
  await openAs(
    'validator',
    '/notas',
    grantedPhoto,
    respond(calls.approveReceiptCall, refusal('receipts.changed')),
  )
  await pressKey('p')
  await showPhoto()
  await pressKey('a')
  expect(screen.queryByRole('button', { name: 'Livraria Jabuticabeira' })).toBeNull()
  await advanceTime(5_000)
  expectToast(
    `Sua decisão de aprovar a nota de R$\u00a0450,00 de Livraria Jabuticabeira não vale. ${calls.approveReceiptCall.refusals['receipts.changed'].message}`,
  )
  expect(screen.getByRole('button', { name: 'Livraria Jabuticabeira' })).toBeTruthy()
})

test.each([
  ['the network fails', unreachable, null],
  ['the session ends', refusal('session.required'), 'signed out'],
] as const)(
  'when %s before a decision is sent, its receipt is named, waits again, does not count as decided, and the decision can be sent again',
  async (_name, failure, session) => {
    vi.useFakeTimers()
    await openAs('validator', '/notas', grantedPhoto, respond(calls.approveReceiptCall, failure))
    const decided = screen.queryByText(/você decidiu/)?.textContent
    await pressKey('p')
    await showPhoto()
    await pressKey('a')
    await advanceTime(5_000)
    if (session !== null) {
      expect(heading()).toBe('Entrada da equipe')
      act(() => setStaffSession({ kind: 'signedIn', identity: { ...identity, roles: ['validator'] } }))
      await settle()
    }
    expectText(/^A decisão de aprovar a nota de R\$\s450,00 de Livraria Jabuticabeira não foi enviada\.$/)
    expect(screen.getByRole('button', { name: 'Livraria Jabuticabeira' })).toBeTruthy()
    expect(screen.queryByText(/você decidiu/)?.textContent).toBe(decided)
    server.declare(approved)
    await press('Enviar de novo')
    expectToast('Nota aprovada.', 'success')
    expect(screen.queryByText(/não foi enviada/)).toBeNull()
  },
)

const other = { ...receipt, purchase_id: sampleId(103), shop_name: 'Café do Pátio' }
/** The heading of the open receipt, which has the focus. */
const focused = () => document.activeElement?.textContent
const goBack = async () => {
  window.history.back()
  await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  await settle()
}

test('an opened receipt has a URL: it opens again after a reload, and Back closes it', async () => {
  await openAs('validator', '/notas')
  await press('Café do Pátio')
  expect(window.location.search).toBe(`?nota=${other.purchase_id}`)
  await pressKey('p')
  expect(window.location.search).toBe(`?nota=${purchase_id}`)
  await goBack()
  expect(screen.queryByRole('region', { name: /^Nota de/ })).toBeNull()
  expect(heading()).toBe('Notas')
  cleanup()
  await open(`/notas?nota=${other.purchase_id}`)
  expect(screen.getByRole('region', { name: 'Nota de Café do Pátio' })).toBeTruthy()
})

test('the heading of an opened receipt has the focus after a key, a decision, its undo and a dialog', async () => {
  vi.useFakeTimers()
  await openAs('validator', '/notas', grantedPhoto, approved)
  await pressKey('p')
  expect(focused()).toBe('Nota de Livraria Jabuticabeira')
  await showPhoto()
  await pressKey('a')
  expect(focused()).toBe('Nota de Café do Pátio')
  await pressKey('z')
  expect(focused()).toBe('Nota de Livraria Jabuticabeira')
  await pressKey('r')
  choose('Esta nota foi cancelada pela loja.')
  await submitDialog()
  expect(focused()).toBe('Nota de Café do Pátio')
  await press('Desfazer')
  await press('Fechar')
  expect(focused()).toBe('Livraria Jabuticabeira')
})

test('the focus stays nearby after a photo request, after the last decision on the list and after undoing it', async () => {
  vi.useFakeTimers()
  await openAs(
    'validator',
    '/notas',
    respond(calls.receiptQueueCall, [{ ...receipt, photos: [] }]),
    respond(calls.requestReceiptPhotoCall, { photo_requested_at: '2026-11-21T12:30:00Z' }),
    respond(calls.rejectReceiptCall, { state: 'rejected' }),
  )
  await pressKey('p')
  screen.getByRole('button', { name: 'Pedir foto ao cliente' }).focus()
  await press('Pedir foto ao cliente')
  expect(focused()).toBe('Nota de Livraria Jabuticabeira')
  await pressKey('r')
  choose('Esta nota foi cancelada pela loja.')
  await submitDialog()
  expectText('Nenhuma nota espera análise.')
  expect(focused()).toBe('Notas')
  screen.getByRole('button', { name: /Desfazer/ }).focus()
  await press(/Desfazer/)
  expect(focused()).toBe('Nota de Livraria Jabuticabeira')
  await press('Recusar')
  choose('Esta nota foi cancelada pela loja.')
  await submitDialog()
  screen.getByRole('button', { name: /Desfazer/ }).focus()
  server.declare(respond(calls.receiptQueueCall, []))
  await advanceTime(5_000)
  expect(focused()).toBe('Notas')
})

test('a receipt whose requested photo has not arrived is marked in the list, and the keys skip it', async () => {
  vi.useFakeTimers()
  const requested = { ...receipt, photo_requested_at: '2026-11-21T12:30:00Z' }
  const last = { ...receipt, purchase_id: sampleId(130), shop_name: 'Sapataria' }
  await openAs(
    'validator',
    '/notas',
    respond(calls.receiptQueueCall, [requested, other, { ...requested, purchase_id: sampleId(131) }, last]),
    respond(calls.rejectReceiptCall, { state: 'rejected' }),
  )
  expect(rows()[1]).toContain('Foto pedida')
  expect(rows()[2]).not.toContain('Foto pedida')
  await pressKey('p')
  expect(focused()).toBe('Nota de Café do Pátio')
  await pressKey('r')
  choose('Esta nota foi cancelada pela loja.')
  await submitDialog()
  expect(focused()).toBe('Nota de Sapataria')
  await advanceTime(5_000)
})

test('receipts whose rejection is contested are marked in the list, and an appeal shows when it was made', async () => {
  const again = { ...other, appeal: null, appealed_at: null }
  const first = { ...other, purchase_id: sampleId(130), appeal: null, appealed_at: null, appealed: null }
  await openAs('validator', '/notas', respond(calls.receiptQueueCall, [receipt, again, first]))
  expect(rows()[1]).toMatch(/recurso há .*Recurso/)
  expect(rows()[2]).toContain('Enviada de novo')
  expect(rows()[3]).not.toMatch(/recurso|Recurso|de novo/)
  await press('Livraria Jabuticabeira')
  expectText('20/11/2026, 09:00; recurso em 21/11/2026, 09:20')
})

test('a staff member who rejected a receipt is told that another decides the appeal, and the keys skip it', async () => {
  const own = { ...receipt, is_own_rejection: true }
  await openAs('validator', '/notas', respond(calls.receiptQueueCall, [own, other]))
  await pressKey('p')
  expect(focused()).toBe('Nota de Café do Pátio')
  await press('Livraria Jabuticabeira')
  expectText('Foi você quem recusou esta nota. Sobre o recurso, decide outra pessoa da equipe.')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await pressKey('a')
  expect(screen.queryByRole('button', { name: /Desfazer/ })).toBeNull()
})

test('a staff member who opens a receipt is told who else has it open, and the keys skip it', async () => {
  const opened_by = { name: 'Renata Prado', opened_at: '2026-11-21T12:30:00Z' }
  await openAs('validator', '/notas', respond(calls.receiptQueueCall, [{ ...receipt, opened_by }, other]))
  expect(rows()[1]).toContain('Renata Prado abriu esta nota às 09:30.')
  await pressKey('p')
  expect(focused()).toBe('Nota de Café do Pátio')
  expect(server.bodiesOf(calls.openReceiptCall)).toEqual([{ purchase_id: other.purchase_id }])
  expect(screen.queryByText(/Combinem quem decide/)).toBeNull()
  server.declare(respond(calls.openReceiptCall, { state: 'pending_review', opened_by }))
  await press('Livraria Jabuticabeira')
  expectText('Renata Prado abriu esta nota às 09:30. Combinem quem decide: vale a primeira decisão.')
  expect(server.bodiesOf(calls.openReceiptCall)).toContainEqual({
    purchase_id: other.purchase_id,
    is_closing: true,
  })
})

test('opening a receipt that was decided since the list was loaded shows immediately that it left the list', async () => {
  await openAs('validator', '/notas', respond(calls.openReceiptCall, { state: 'rejected', opened_by: null }))
  server.declare(respond(calls.receiptQueueCall, [other]))
  await pressKey('p')
  expectText(/^A nota de R\$\s450,00 de Livraria Jabuticabeira saiu da lista/)
})

test('when another staff member decides on the open receipt, the desk names the receipt and shows the decision', async () => {
  vi.useFakeTimers()
  await openAs(
    'validator',
    '/notas',
    respond(calls.findReceiptCall, { receipt: { ...receipt, state: 'rejected' } }),
  )
  await pressKey('p')
  server.declare(respond(calls.receiptQueueCall, [other]))
  await advanceTime(30_000)
  expectText(/^A nota de R\$\s450,00 de Livraria Jabuticabeira saiu da lista/)
  await press('Ver a decisão')
  expectText('Recusada')
  expect(screen.queryByText(/saiu da lista/)).toBeNull()
})

test('a search that finds nothing closes the open receipt, and one that finds a receipt moves the focus to it', async () => {
  await openAs('validator', '/notas', respond(calls.findReceiptCall, { receipt: null }))
  await pressKey('p')
  await type('Procurar pela chave de acesso', receipt.receipt_key)
  await press('Procurar')
  expect(screen.queryByRole('region', { name: /^Nota de/ })).toBeNull()
  server.declare(respond(calls.findReceiptCall, { receipt: { ...receipt, state: 'approved' } }))
  await press('Procurar')
  expect(focused()).toBe('Nota de Livraria Jabuticabeira')
})

test('the legend lists the keys of an open receipt only while one is open, and only those that have an effect', async () => {
  await openAs('validator', '/notas')
  const legend = () => [...document.querySelectorAll('main kbd')].map(({ textContent }) => textContent)
  expect(legend()).toEqual(['P', '/', 'L', '↑ ↓', 'Enter'])
  await pressKey('p')
  expect(legend()).toEqual(['P', '/', 'F', 'C', 'H', 'A', 'R', 'L', '↑ ↓', 'Enter'])
})

test('a receipt without photos can be approved after its lookup page has been opened in a new tab', async () => {
  vi.useFakeTimers()
  const open = vi.fn()
  vi.stubGlobal('open', open)
  const consultation_url = `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${receipt.receipt_key}|2|1|1|ABC`
  await openAs(
    'validator',
    '/notas',
    respond(calls.receiptQueueCall, [{ ...receipt, photos: [], consultation_url }]),
    approved,
  )
  await pressKey('p')
  await pressKey('o')
  expect(open).toHaveBeenCalledWith(consultation_url, '_blank', 'noopener,noreferrer')
  await pressKey('a')
  await advanceTime(5_000)
  expect(server.bodiesOf(calls.approveReceiptCall)).toHaveLength(1)
})

test('staff can request a photo once, and can reject a receipt as unreadable only if it has a photo', async () => {
  const withoutPhotos = { ...receipt, photos: [] }
  await openAs(
    'validator',
    '/notas',
    respond(calls.receiptQueueCall, [withoutPhotos]),
    respond(calls.requestReceiptPhotoCall, { photo_requested_at: '2026-11-21T12:30:00Z' }),
  )
  await pressKey('p')
  server.declare(
    respond(calls.receiptQueueCall, [{ ...withoutPhotos, photo_requested_at: '2026-11-21T12:30:00Z' }]),
  )
  await press('Pedir foto ao cliente')
  expect(server.bodiesOf(calls.requestReceiptPhotoCall)).toEqual([{ purchase_id }])
  expectText('Foto pedida ao cliente em 21/11/2026, 09:30.')
  expect(screen.queryByRole('button', { name: 'Pedir foto ao cliente' })).toBeNull()
  await pressKey('r')
  expect(screen.getByLabelText('Nota não encontrada na consulta da Secretaria da Fazenda.')).toBeTruthy()
  expect(screen.queryByLabelText('A foto não permite ler a nota.')).toBeNull()
})

test('a receipt that the desk changed shows what the customer stated and who changed it', async () => {
  const stated = { amount_cents: 12_055, issued_on: '2026-11-19', changed_by: 'Ana Beatriz Souza' }
  await openAs('validator', '/notas', respond(calls.receiptQueueCall, [{ ...receipt, stated }]))
  await pressKey('p')
  expectText(/^R\$\s120,55, compra em 19\/11\/2026$/)
  expectText(/Ana Beatriz Souza, do balcão, trocou/)
})

test('an appeal shows the rejection that it contests', async () => {
  await openAs('validator', '/notas')
  await pressKey('p')
  expectText('“Digitei o valor sem os centavos.”')
  expectText('Valor diferente: o valor informado não é o da nota. Em 20/11/2026, 15:40, por Renata Prado.')
})

test('the earlier receipts of the customer are loaded only when staff request them', async () => {
  const { shop_name, amount_cents, issued_on, created_at } = receipt
  const reason = 'Esta nota foi cancelada pela loja.'
  await openAs(
    'validator',
    '/notas',
    respond(calls.listEarlierReceiptsCall, [
      { purchase_id: 'x', shop_name, amount_cents, issued_on, created_at, state: 'rejected', reason },
    ]),
  )
  await pressKey('p')
  await pressKey('h')
  expect(server.bodiesOf(calls.listEarlierReceiptsCall)).toEqual([{ purchase_id }])
  expectText(`Recusada: ${reason}`)
})

test('the receipts desk shows how many receipts are waiting and how fast the staff member decides', async () => {
  vi.useFakeTimers()
  await openAs(
    'validator',
    '/notas',
    respond(waitingCountsCall, [{ permission: 'receipts.review', count: 37 }]),
    respond(calls.rejectReceiptCall, { state: 'rejected' }),
  )
  expectText(/^37 à espera/)
  await pressKey('p')
  await advanceTime(40_000)
  await pressKey('r')
  choose('Esta nota foi cancelada pela loja.')
  await submitDialog()
  expectText(/^36 à espera/)
  server.declare(respond(calls.receiptQueueCall, []))
  server.declare(respond(waitingCountsCall, [{ permission: 'receipts.review', count: 36 }]))
  await advanceTime(5_000)
  expectText(/^36 à espera · nesta visita você decidiu \d+ notas?, em \d+ s( cada uma)?$/)
})

test('rejecting a receipt requires one of the reasons', async () => {
  vi.useFakeTimers()
  await openAs('validator', '/notas', respond(calls.rejectReceiptCall, { state: 'rejected' }))
  await pressKey('p')
  await pressKey('r')
  await submitDialog()
  expectText('Por favor, selecione uma opção')
  choose('Esta nota foi cancelada pela loja.')
  await submitDialog()
  await advanceTime(5_000)
  expect(server.bodiesOf(calls.rejectReceiptCall)[0]).toEqual({ purchase_id, reason: 'cancelled' })
})

test('a decided receipt is found by its key and reversed with a reason, and cannot be approved again', async () => {
  vi.useFakeTimers()
  await openAs(
    'validator',
    '/notas',
    respond(calls.findReceiptCall, { receipt: { ...receipt, state: 'approved' } }),
    respond(calls.reverseReceiptCall, { state: 'reversed' }),
  )
  await type('Procurar pela chave de acesso', receipt.receipt_key)
  await press('Procurar')
  expect(screen.queryByRole('button', { name: 'Aprovar' })).toBeNull()
  await pressKey('a')
  expect(server.bodiesOf(calls.approveReceiptCall)[0]).toBeUndefined()
  await pressKey('e')
  const reason = 'A loja cancelou a compra.'
  await type('O cliente vai ler este motivo', reason)
  await submitDialog()
  expect(screen.queryByRole('region', { name: /^Nota de/ })).toBeNull()
  await advanceTime(5_000)
  expect(server.bodiesOf(calls.reverseReceiptCall)[0]).toEqual({ purchase_id, reason })
})

test('a points adjustment requires a reason and an explanation, and a debt an explicit choice', async () => {
  await openAs('approver', '/pontos', respond(adjustPointsCall, { ...account, balance: 0, debt: 20 }))
  await findPerson()
  expectText('100 pontos')
  await press('Ajustar')
  expectText('Informe os pontos: um número inteiro, diferente de zero.')
  expectText('Por favor, selecione uma opção')
  expectText('Este campo não pode estar vazio')
  choose('Tirar pontos')
  await type('Pontos', '120')
  choose('Pontos creditados em duplicidade')
  await type(/^Explicação/, 'A nota entrou duas vezes.')
  await press('Tirar 120 pontos')
  expectText('A pessoa tem só 100 pontos. Marque o débito para tirar mais do que isso.')
  choose('Registrar 20 pontos como débito')
  await press('Tirar 120 pontos')
  expect(server.bodiesOf(adjustPointsCall)).toEqual([])
  expect(screen.getByRole('dialog', { name: 'Tirar 120 pontos?' }).textContent).toContain(
    'PessoaMaria da SilvaDocumento***.982.247-**MotivoPontos creditados em duplicidadeSaldo agora100 pontosSaldo depois0 pontosDébito depois20 pontos',
  )
  await confirm('Confirmar: tirar 120 pontos')
  expect(server.bodiesOf(adjustPointsCall)[0]).toEqual({
    adjustment_id: expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    customer_id: account.customer_id,
    points: -120,
    reason: 'given_twice',
    note: 'A nota entrou duas vezes.',
    may_owe: 'yes',
  })
  expectText(/Deve 20 pontos/)
})

test('the points desk keeps the person in its path by id, so that a reload opens them again', async () => {
  await openAs('approver', '/pontos')
  await findPerson()
  expect(window.location.pathname).toBe(`/equipe/pontos/${account.customer_id}`)
  expect(document.activeElement?.textContent).toBe('Maria da Silva')
  expect(server.requestsOf(openPointsAccountCall)).toEqual([])
  cleanup()
  await openAs('approver', `/pontos/${account.customer_id}`)
  expect(server.bodiesOf(openPointsAccountCall)).toEqual([{ customer_id: account.customer_id }])
  expectText('100 pontos')
})

test('the points desk hides the person while another document is invalid, looked up or unknown', async () => {
  const answer = Promise.withResolvers<{ account: null }>()
  await openAs('approver', `/pontos/${account.customer_id}`, respond(findPointsAccountCall, answer.promise))
  const expectNoAccountShown = () => expect(screen.queryByText('100 pontos')).toBeNull()
  expectText('100 pontos')
  await findPerson('CPF ou CNPJ', '111.111.111-11')
  expectNoAccountShown()
  await findPerson('CPF ou CNPJ', '111.444.777-35')
  expectNoAccountShown()
  answer.resolve({ account: null })
  await settle()
  expectNoAccountShown()
  expectText('Não há cadastro com este documento.')
})

test('after an adjustment the focus is on the person’s name, next to the new balance', async () => {
  await openAs(
    'approver',
    `/pontos/${account.customer_id}`,
    respond(adjustPointsCall, { ...account, balance: 110 }),
  )
  await type('Pontos', '10')
  choose('Cortesia do clube')
  await type(/^Explicação/, 'A fila demorou demais.')
  screen.getByRole('button', { name: 'Dar 10 pontos' }).focus()
  await press('Dar 10 pontos')
  await confirm('Confirmar: dar 10 pontos')
  expectText('110 pontos')
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Maria da Silva'))
})
