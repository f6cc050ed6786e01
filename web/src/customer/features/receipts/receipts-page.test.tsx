// @vitest-environment jsdom
import { notifyManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { Call } from '@clube/contract/kernel/call.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, currentToast } from '../../../kit/toast/toast-store.ts'
import type { Failure } from '../../../platform/api/failure.ts'
import { AppProvider, type App } from '../../../platform/app/app-context.tsx'
import { setSession } from '../../../platform/session/session-store.ts'
import { NewReceiptPage } from './new-receipt-page.tsx'
import { ReceiptsPage } from './receipts-page.tsx'

/** A key of São Paulo, NFC-e number 1, with its right check digit. */
const key = '35261111444777000161650010000000011000000017'
const receipt = {
  purchase_id: '0192f0c1-0000-7000-8000-000000000001',
  receipt_key: key,
  shop_name: 'Livraria Jabuticabeira',
  amount_cents: 12_345,
  issued_on: '2026-11-20',
  state: 'auto_approved',
  reason: null,
  may_appeal: false,
  photos: 0,
  may_add_photo: false,
  points: 123,
  created_at: '2026-11-21T15:00:00Z',
}

let sent: { path: string; body: unknown }[]
let answers: Record<string, { data: unknown } | { failure: Failure }>
const app = {
  club: { name: 'Clube Ipê', logo_url: null },
  send: async (call: Call, { body }: { body?: unknown }) => {
    sent.push({ path: call.path, body })
    const answer = answers[call.path] ?? { data: [] }
    return 'failure' in answer ? { ok: false, ...answer } : { ok: true, next_cursor: null, ...answer }
  },
} as unknown as App

async function show(page: React.ReactNode) {
  render(<AppProvider app={app}>{page}</AppProvider>)
  await act(async () => {})
}

beforeEach(() => {
  sent = []
  answers = {}
  notifyManager.setScheduler(queueMicrotask)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
  setSession({ at: 'signedIn', level: 'customer', customer_name: 'Ana' })
  closeToast()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.input(field(name), { target: { value } })
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('no receipts: one sentence and the way to the first', async () => {
  await show(<ReceiptsPage />)
  expect(screen.getByText(/Você ainda não cadastrou nenhuma nota/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Cadastrar nota fiscal' }).getAttribute('href')).toBe('/notas/nova')
})

test('a rejected receipt shows why, and may be appealed once in own words', async () => {
  const rejected = {
    ...receipt,
    state: 'rejected',
    reason: 'O valor informado é diferente do valor da nota.',
    may_appeal: true,
    points: 0,
  }
  answers['/api/marketing/purchase'] = { data: [rejected] }
  answers['/api/marketing/purchase/appeal'] = { data: { ...rejected, state: 'pending_review' } }
  await show(<ReceiptsPage />)
  expect(screen.getByText('Recusada')).toBeTruthy()
  expect(screen.getByText('O valor informado é diferente do valor da nota.')).toBeTruthy()
  expect(screen.getByText(/R\$\s123,45/)).toBeTruthy()
  await press('Pedir nova análise')
  await press('Enviar pedido')
  expect(screen.getByText('Conte o que aconteceu em pelo menos 10 letras.')).toBeTruthy()
  type('O que aconteceu?', 'Digitei o valor sem os centavos.')
  await press('Enviar pedido')
  expect(sent.find(({ path }) => path.endsWith('/appeal'))?.body).toEqual({
    purchase_id: receipt.purchase_id,
    message: 'Digitei o valor sem os centavos.',
  })
  expect(currentToast().message).toBe('Pedido enviado. Vamos analisar a nota de novo.')
})

test('the key is grouped, counted and checked while it is typed', async () => {
  await show(<NewReceiptPage />)
  type('Chave de acesso', '352611')
  expect(screen.getByText('6 de 44 caracteres')).toBeTruthy()
  type('Chave de acesso', key)
  const grouped = '3526 1111 4447 7700 0161 6500 1000 0000 0110 0000 0017'
  // The engine that dresses the text comes after the first paint.
  await vi.waitFor(() => expect(field('Chave de acesso').value).toBe(grouped))
  expect(screen.getByText('Chave conferida: NFC-e nº 1, de 11/2026')).toBeTruthy()
})

test('what is missing or wrong is said under its field', async () => {
  await show(<NewReceiptPage />)
  type('Chave de acesso', `${key.slice(0, -1)}0`)
  await press('Cadastrar')
  expect(screen.getByText('Chave de acesso inválida. Confira os 44 caracteres da nota.')).toBeTruthy()
  expect(screen.getByText('Informe o valor total da nota.')).toBeTruthy()
  expect(sent).toEqual([])
})

async function register() {
  await show(<NewReceiptPage />)
  type('Chave de acesso', key)
  type('Valor total da nota', '12345')
  type('Data da compra', '20112026')
  await press('Cadastrar')
}

test('a registered receipt shows its points', async () => {
  answers['/api/marketing/purchase/register'] = { data: receipt }
  await register()
  expect(sent[0]?.body).toEqual({
    receipt_key: key,
    amount_cents: 12_345,
    issued_on: '20/11/2026',
    service_channel: undefined,
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nota aprovada!')
  expect(document.body.textContent).toContain('123 pontos')
})

test('a receipt that staff look at first says so, without points', async () => {
  answers['/api/marketing/purchase/register'] = { data: { ...receipt, state: 'pending_review', points: 0 } }
  await register()
  expect(screen.getByText('Estamos conferindo a sua nota. O resultado aparece em Minhas notas.')).toBeTruthy()
})

test('a receipt that waits invites to a photo, from the device too, and thanks for it', async () => {
  const waiting = { ...receipt, state: 'pending_review', points: 0, may_add_photo: true }
  answers['/api/marketing/purchase/register'] = { data: waiting }
  answers['/api/marketing/purchase/photo'] = { data: { ...waiting, photos: 1 } }
  await register()
  expect(screen.getByText('Uma foto da nota ajuda a equipe a conferir mais rápido.')).toBeTruthy()
  const photo = new File(['x'], 'nota.jpg', { type: 'image/jpeg' })
  const file = screen.getByLabelText('Escolher uma foto da nota')
  await act(async () => void fireEvent.change(file, { target: { files: [photo] } }))
  expect(sent.find(({ path }) => path.endsWith('/photo'))?.body).toEqual({
    purchase_id: receipt.purchase_id,
    photo,
  })
  expect(currentToast().message).toBe('Foto recebida. Obrigado!')
  expect(screen.getByText(/^Uma foto recebida/)).toBeTruthy()
})

test('an approved receipt asks for no photo', async () => {
  answers['/api/marketing/purchase/register'] = { data: receipt }
  await register()
  expect(screen.queryByRole('button', { name: 'Fotografar a nota' })).toBeNull()
})

test('a receipt that somebody used is refused under its field, in the words of the server', async () => {
  const message = 'Esta nota já foi utilizada. Se você acha que é um engano, fale com o SAC.'
  answers['/api/marketing/purchase/register'] = {
    failure: {
      kind: 'refused',
      status: 409,
      code: 'receipts.used-by-other',
      message,
      errors: [{ path: 'receipt_key', message }],
    },
  }
  await register()
  expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(field('Chave de acesso'))
})

test('the native app reads the code; what is no receipt is refused', async () => {
  const posted: string[] = []
  vi.stubGlobal('ClubeApp', { postMessage: (message: string) => posted.push(message) })
  await show(<NewReceiptPage />)
  const answer = async (qrcode: string) => {
    await press('Ler o QR Code da nota')
    const image = btoa(String.fromCharCode(0xff, 0xd8, 0xff, 0xe0))
    await act(async () => {
      window.dispatchEvent(new CustomEvent('data', { detail: { qrcode, image } }))
    })
  }
  await answer('https://exemplo.com.br/cardapio')
  expect(currentToast().message).toBe('Este QR Code não é de uma nota fiscal.')
  await answer(`https://www.nfce.fazenda.sp.gov.br/qrcode?p=${key}|2|1|1|ABC`)
  expect(field('Chave de acesso').value).toBe('3526 1111 4447 7700 0161 6500 1000 0000 0110 0000 0017')
  expect(JSON.parse(posted[0] ?? '')).toMatchObject({ type: 'handle_pictures' })
})
