import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import * as calls from '@clube/contract/receipts/receipt-calls.ts'
import { addReceiptPhotoCall } from '@clube/contract/receipts/receipt-photo-calls.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signOut } from '../../../platform/session/sign-out.ts'
import { setSession } from '../../../platform/session/session-store.ts'
import { saveServiceChannel } from '../../../platform/storage/service-channel.ts'
import { refusal, unreachable, type Outcome } from '../../../testing/fake-server.ts'
import { sampleId, samples } from '../../../testing/samples.ts'
import {
  confirm,
  expectText,
  expectToast,
  fieldValue,
  heading,
  linkTo,
  press,
  server,
  type,
} from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { credit, receipt } = samples
const pending = { ...receipt, state: 'pending_review' as const, points: 0, estimated_points: 123 }
const key = receipt.receipt_key
const groupedKey = '3526 1111 4447 7700 0161 6500 1000 0000 0110 0000 0017'
const keyField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Chave de acesso' })

setUpShopperScreens()

test('the receipts page without receipts shows one sentence and a link to register the first', async () => {
  server.respond(calls.listReceiptsCall, [])
  await openPage('/notas')
  expect(screen.getByText(/Você ainda não cadastrou nenhuma nota/)).toBeTruthy()
  expect(linkTo('Cadastrar nota fiscal')).toBe('/notas/nova')
})

test('a rejected receipt shows its reason and can be appealed with a message', async () => {
  const reason = 'Valor diferente: o valor informado não é o da nota.'
  const rejected = { ...receipt, state: 'rejected' as const, reason, can_appeal: true, points: 0 }
  server.respond(calls.listReceiptsCall, [rejected])
  server.respond(calls.appealReceiptCall, { ...rejected, state: 'pending_review' })
  await openPage('/notas')
  expect(screen.getByText('Recusada')).toBeTruthy()
  expect(screen.getByText(reason)).toBeTruthy()
  expect(screen.getByText(/R\$\s123,45/)).toBeTruthy()
  await press('Pedir nova análise')
  await press('Enviar pedido')
  expect(screen.getByText('Conte o que aconteceu em pelo menos 10 letras.')).toBeTruthy()
  await type('O que aconteceu?', 'Digitei o valor sem os centavos.')
  await press('Enviar pedido')
  expect(server.bodiesOf(calls.appealReceiptCall)).toEqual([
    { purchase_id: receipt.purchase_id, message: 'Digitei o valor sem os centavos.' },
  ])
  expectToast('Pedido enviado. Vamos analisar a nota de novo.')
})

test('a rejected receipt that was registered again and approved links to the approved one', async () => {
  const current = { purchase_id: sampleId(77), state: 'approved' as const }
  const reason = 'Valor diferente: o valor informado não é o da nota.'
  server.respond(calls.listReceiptsCall, [
    { ...receipt, purchase_id: sampleId(77) },
    { ...receipt, state: 'rejected', reason, points: 0, current },
  ])
  await openPage('/notas')
  expectText(/Esta nota foi cadastrada de novo e aprovada\./)
  expect(document.querySelector(linkTo('Ver a outra') ?? '')?.textContent).toMatch(/\+ 123 pontos/)
})

test('a receipt that the service desk corrected shows the amount and day before and after', async () => {
  const stated = { amount_cents: 12_354, issued_on: '2026-11-20' }
  server.respond(calls.listReceiptsCall, [{ ...receipt, stated }])
  await openPage('/notas')
  expectText(/Corrigida no balcão, com a nota impressa: de R\$\s123,54 para R\$\s123,45\./)
  cleanup()
  server.respond(calls.listReceiptsCall, [{ ...receipt, stated: { ...stated, issued_on: '2026-11-19' } }])
  await openPage('/notas')
  expectText(/de R\$\s123,54 para R\$\s123,45; de 19\/11\/2026 para 20\/11\/2026\./)
})

test('when an appeal is refused, the list is read again, and the receipt no longer offers it', async () => {
  const rejected = { ...receipt, state: 'rejected' as const, reason: 'Não encontrada.', points: 0 }
  server.respond(calls.listReceiptsCall, [{ ...rejected, can_appeal: true }])
  server.respond(calls.appealReceiptCall, refusal('receipts.not-appealable'))
  await openPage('/notas')
  await press('Pedir nova análise')
  await type('O que aconteceu?', 'Digitei o valor sem os centavos.')
  server.respond(calls.listReceiptsCall, [rejected])
  await press('Enviar pedido')
  expectToast('Esta nota não pode mais ser analisada.')
  expect(screen.queryByRole('button', { name: 'Pedir nova análise' })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the message of an appeal is restored after a reload, for its receipt only', async () => {
  const rejected = { ...receipt, state: 'rejected' as const, reason: 'Não encontrada.', can_appeal: true }
  const open = async (purchase_id = receipt.purchase_id) => {
    server.respond(calls.listReceiptsCall, [{ ...rejected, purchase_id }])
    await openPage('/notas')
    await press('Pedir nova análise')
  }
  await open()
  await type('O que aconteceu?', 'Digitei o valor sem os centavos.')
  cleanup()
  await open(sampleId(77))
  expect(fieldValue('O que aconteceu?')).toBe('')
  cleanup()
  await open()
  expect(fieldValue('O que aconteceu?')).toBe('Digitei o valor sem os centavos.')
})

test('the receipt key is grouped, counted and checked while it is typed', async () => {
  await openPage('/notas/nova')
  await type('Chave de acesso', '352611')
  expect(screen.getByText('6 de 44 caracteres')).toBeTruthy()
  await type('Chave de acesso', key)
  // The formatting engine loads after the first paint.
  await vi.waitFor(() => expect(keyField().value).toBe(groupedKey))
  expect(screen.getByText('Chave conferida: NFC-e nº 1, de 11/2026')).toBeTruthy()
})

test('the receipt key field shows the whole key in two lines next to its keyboard button, and Enter submits the form', async () => {
  await openPage('/notas/nova')
  expect(keyField().rows).toBe(2)
  expect(keyField().dataset['trailing']).toBe('')
  await type('Chave de acesso', key)
  fireEvent.keyDown(keyField(), { key: 'Enter' })
  expect(await screen.findByText('Informe o valor total da nota.')).toBeTruthy()
})

test('missing or wrong receipt fields show their errors', async () => {
  await openPage('/notas/nova')
  await type('Chave de acesso', `${key.slice(0, -1)}0`)
  await press('Cadastrar')
  expect(screen.getByText('Chave de acesso inválida. Confira os 44 caracteres da nota.')).toBeTruthy()
  expect(screen.getByText('Informe o valor total da nota.')).toBeTruthy()
  expect(server.requests).toEqual([])
})

async function register(outcome: Outcome<typeof calls.registerReceiptCall> = receipt, amount = '12345') {
  server.respond(calls.registerReceiptCall, outcome)
  await openPage('/notas/nova')
  await type('Chave de acesso', key)
  await type('Valor total da nota', amount)
  await type('Data da compra', '20112026')
  await press('Cadastrar')
}

test('a registered receipt shows its points and requests no photo', async () => {
  await register()
  expect(server.bodiesOf(calls.registerReceiptCall)[0]).toEqual({
    receipt_key: key,
    amount_cents: 12_345,
    issued_on: '20/11/2026',
    service_channel: undefined,
  })
  expect(heading()).toBe('Nota aprovada!')
  expect(document.body.textContent).toContain('123 pontos')
  expect(
    screen.getByText(/^1 ponto a cada R\$\s1,00 em notas aprovadas, com validade de 365 dias\./),
  ).toBeTruthy()
  expect(linkTo('Para que servem os pontos')).toBe('/pontos')
  expect(screen.queryByRole('button', { name: 'Fotografar a nota' })).toBeNull()
})

test('an amount below R$ 1,00 is sent only after confirmation, which is requested once', async () => {
  await register(unreachable, '50')
  expect(server.requestsOf(calls.registerReceiptCall)).toEqual([])
  expectText(/^Confira o valor: R\$\s0,50\?$/)
  await press('Corrigir o valor')
  expect(server.requestsOf(calls.registerReceiptCall)).toEqual([])
  await press('Cadastrar')
  await confirm('Sim, o valor é este')
  expect(server.bodiesOf(calls.registerReceiptCall)).toMatchObject([{ amount_cents: 50 }])
  server.respond(calls.registerReceiptCall, { ...receipt, amount_cents: 50, points: 0 })
  await press('Cadastrar')
  expect(server.bodiesOf(calls.registerReceiptCall)).toMatchObject([
    { amount_cents: 50 },
    { amount_cents: 50 },
  ])
  expect(heading()).toBe('Nota aprovada!')
})

test('an amount of R$ 1,00 is sent without confirmation', async () => {
  await register(receipt, '100')
  expect(server.bodiesOf(calls.registerReceiptCall)).toMatchObject([{ amount_cents: 100 }])
})

test('an approved receipt and the list of receipts say where a wrong amount is corrected, a pending one does not', async () => {
  const correction = 'Valor errado? Fale com o balcão de atendimento.'
  await register()
  expectText(correction)
  cleanup()
  await register(pending)
  expect(screen.queryByText(correction)).toBeNull()
  cleanup()
  server.respond(calls.listReceiptsCall, [receipt, { ...receipt, purchase_id: sampleId(77) }])
  await openPage('/notas')
  expect(screen.getAllByText(correction)).toHaveLength(1)
  cleanup()
  server.respond(calls.listReceiptsCall, [pending])
  await openPage('/notas')
  expect(screen.queryByText(correction)).toBeNull()
})

test('a receipt under staff review shows its status and the estimated points', async () => {
  await register(pending)
  expect(screen.getByText('Estamos conferindo a sua nota. O resultado aparece em Minhas notas.')).toBeTruthy()
  expect(screen.getByText('123 pontos em análise')).toBeTruthy()
})

test.each([
  ['approved', { ...receipt, amount_cents: 90, points: 0 }],
  ['under review', { ...pending, amount_cents: 90, estimated_points: 0 }],
] as const)(
  'the response and the list say that a receipt (%s) is worth less than one point',
  async (_state, small) => {
    await register(small)
    expectText('O valor desta nota não chega a 1 ponto.')
    expect(document.body.textContent).not.toMatch(/\b0 pontos/)
    server.respond(calls.listReceiptsCall, [small])
    cleanup()
    await openPage('/notas')
    expectText('O valor desta nota não chega a 1 ponto.')
  },
)

test('an approved receipt without points is not described as too small if its amount is worth points', async () => {
  server.respond(calls.listReceiptsCall, [{ ...receipt, amount_cents: 52_000, points: 0 }])
  await openPage('/notas')
  expectText(/R\$\s520,00/)
  expect(screen.queryByText('O valor desta nota não chega a 1 ponto.')).toBeNull()
})

/** jsdom does not decode images. */
const decodePictures = (result: Promise<void> = Promise.resolve()) => {
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} })
  const image = { ownerDocument: document, naturalWidth: 600, naturalHeight: 800, decode: () => result }
  vi.stubGlobal('Image', function Image() {
    return image
  })
}
const choosePicture = async (picture: File) => {
  const file = screen.getByLabelText('Escolher uma foto da nota')
  await act(async () => void fireEvent.change(file, { target: { files: [picture] } }))
}

test('choosing an image that the browser cannot decode shows an error, which choosing another one clears', async () => {
  const waiting = { ...pending, can_add_photo: true }
  server.respond(addReceiptPhotoCall, { ...waiting, photos: 1 })
  await register(waiting)
  decodePictures(Promise.reject(new DOMException('no', 'EncodingError')))
  await choosePicture(new File(['x'], 'nota.heic', { type: 'image/heic' }))
  const message = 'Não conseguimos abrir esta imagem. Escolha uma foto em JPEG ou PNG, ou fotografe a nota.'
  expectText(message)
  expect(document.activeElement?.textContent).toBe('Fotografar a nota')
  expect(server.bodiesOf(addReceiptPhotoCall)).toEqual([])
  decodePictures()
  await choosePicture(new File(['x'], 'nota.jpg', { type: 'image/jpeg' }))
  expect(screen.queryByText(message)).toBeNull()
  expect(server.bodiesOf(addReceiptPhotoCall)).toHaveLength(1)
})

test('the back button closes the camera, and the page keeps what was typed', async () => {
  const nextPop = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  const goBack = async () => {
    window.history.back()
    await act(async () => void (await nextPop()))
  }
  await openPage('/notas/nova')
  await type('Valor total da nota', '12345')
  vi.stubGlobal('navigator', { ...navigator, mediaDevices: { getUserMedia: () => new Promise(() => {}) } })
  await press('Ler o QR Code da nota')
  expect(screen.getByRole('dialog', { name: 'Ler o QR Code' })).toBeTruthy()
  await goBack()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fieldValue('Valor total da nota')).toBe('R$\u00a0123,45')

  // Closing the camera with its button leaves no history entry.
  const entries = window.history.length
  await press('Ler o QR Code da nota')
  const popped = nextPop()
  await press('Fechar')
  await act(async () => void (await popped))
  expect([window.history.state, window.history.length]).toEqual([null, entries])
})

test('a photo from the device’s pictures can be added to a pending receipt, and the page confirms it', async () => {
  const waiting = { ...pending, can_add_photo: true }
  server.respond(addReceiptPhotoCall, { ...waiting, photos: 1 })
  await register(waiting)
  expect(screen.getByText('Uma foto da nota ajuda a equipe a conferir mais rápido.')).toBeTruthy()
  const photo = new File(['x'], 'nota.jpg', { type: 'image/jpeg' })
  decodePictures()
  await choosePicture(photo)
  expect(server.bodiesOf(addReceiptPhotoCall)).toEqual([{ purchase_id: receipt.purchase_id, photo }])
  expectToast('Foto recebida. Obrigado!')
  expect(screen.getByText(/^Uma foto recebida/)).toBeTruthy()
})

test('a receipt registered by another person shows the refusal under the key field', async () => {
  const message = 'Esta nota já foi utilizada. Se você acha que é um engano, fale com o SAC.'
  await register(refusal('receipts.used-by-other'))
  expect(screen.getByText(message)).toBeTruthy()
  expect(document.activeElement).toBe(keyField())
})

test('a kiosk without a camera says that the key can be typed', async () => {
  saveServiceChannel('totem', 'temporary')
  await openPage('/notas/nova')
  await press('Ler o QR Code da nota')
  expectToast('A câmera deste totem não está disponível. Digite a chave da nota.')
  expect(keyField()).toBeTruthy()
})

test('the native app scans a receipt’s code, and a code that is not from a receipt is refused', async () => {
  const posted: string[] = []
  vi.stubGlobal('ClubeApp', { postMessage: (message: string) => posted.push(message) })
  await openPage('/notas/nova')
  const scanQrCode = async (qrcode: string) => {
    await press('Ler o QR Code da nota')
    const event = new CustomEvent('data', { detail: { qrcode, image: btoa('\xff\xd8\xff\xe0') } })
    await act(async () => void window.dispatchEvent(event))
  }
  await scanQrCode('https://exemplo.com.br/cardapio')
  expectToast('Este QR Code não é de uma nota fiscal.')
  const qr_code = `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${key}|2|1|1|ABC`
  await scanQrCode(qr_code)
  expect(keyField().value).toBe(groupedKey)
  expect(JSON.parse(posted[0] ?? '')).toMatchObject({ type: 'handle_pictures' })
  // The content of the code is sent with the key that was read from it.
  server.respond(calls.registerReceiptCall, receipt)
  await type('Valor total da nota', '12345')
  await type('Data da compra', '20112026')
  await press('Cadastrar')
  expect(server.bodiesOf(calls.registerReceiptCall)[0]).toMatchObject({ receipt_key: key, qr_code })
})

test('a receipt whose photo staff requested shows the request and a button to take the photo', async () => {
  server.respond(calls.listReceiptsCall, [{ ...pending, can_add_photo: true, is_photo_requested: true }])
  await openPage('/notas')
  expect(screen.getByText('A equipe pediu uma foto desta nota para poder conferi-la.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Fotografar a nota' })).toBeTruthy()
})

test('a receipt shows the promotions in which it counts', async () => {
  server.respond(calls.listReceiptsCall, [receipt])
  server.respond(listCreditCall, [credit, { ...credit, title: 'Outra promoção', receipts: [] }])
  await openPage('/notas')
  expect(screen.getByText('Conta em: Panetone da casa')).toBeTruthy()
})

test('receipts under review show the estimated points, or that they depend on the appeal', async () => {
  server.respond(calls.listReceiptsCall, [
    pending,
    { ...pending, purchase_id: sampleId(31), estimated_points: null },
    { ...pending, purchase_id: sampleId(32), estimated_points: 0 },
  ])
  await openPage('/notas')
  expect(screen.getAllByText(/em análise, pelo valor/).map(({ textContent }) => textContent)).toEqual([
    '123 pontos em análise, pelo valor que você informou.',
  ])
  expect(screen.getAllByText('Os pontos dependem da nova análise.')).toHaveLength(1)
})

test('a receipt being typed is restored for the same account, with the scanned code, until it is registered', async () => {
  const qr_code = `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${key}|2|1|1|ABC`
  vi.stubGlobal('ClubeApp', { postMessage: () => {} })
  await openPage('/notas/nova')
  await press('Ler o QR Code da nota')
  const event = new CustomEvent('data', { detail: { qrcode: qr_code, image: btoa('\xff\xd8\xff\xe0') } })
  await act(async () => void window.dispatchEvent(event))
  await type('Valor total da nota', '12345')
  cleanup()
  await openPage('/notas/nova')
  expectText(/^Continuamos de onde você parou/)
  expect([keyField().value, fieldValue('Valor total da nota')]).toEqual([groupedKey, 'R$\u00a0123,45'])
  await type('Data da compra', '20112026')
  server.respond(calls.registerReceiptCall, receipt)
  await press('Cadastrar')
  expect(server.bodiesOf(calls.registerReceiptCall)[0]).toMatchObject({ receipt_key: key, qr_code })
  await press('Cadastrar outra nota')
  expect([keyField().value, localStorage.length]).toEqual(['', 0])
})

test('a restored receipt shows the errors of its typed fields, and none for empty ones', async () => {
  await openPage('/notas/nova')
  await type('Chave de acesso', '1'.repeat(44))
  await type('Data da compra', '31022026')
  cleanup()
  await openPage('/notas/nova')
  expect(keyField().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Data da compra').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Valor total da nota').getAttribute('aria-invalid')).not.toBe('true')
})

test('another account on the same device does not see a receipt that was being typed', async () => {
  await openPage('/notas/nova')
  await type('Valor total da nota', '12345')
  cleanup()
  setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Bia', account_id: 'c2' })
  await openPage('/notas/nova')
  expect([fieldValue('Valor total da nota'), localStorage.length]).toEqual(['', 0])
})

test('a session without a password stores no draft', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  await openPage('/notas/nova', { passwordless_sessions: { may: 'participate', points_per_day: 500 } })
  await type('Valor total da nota', '12345')
  expect(localStorage.length).toBe(0)
})

test('signing out erases a receipt that was being typed', async () => {
  await openPage('/notas/nova')
  await type('Valor total da nota', '12345')
  expect(localStorage.length).toBe(1)
  server.respond(signOutCall, {})
  await signOut(server.send)
  expect(localStorage.length).toBe(0)
})

test('an empty list of receipts in a passwordless session shows the password prompt instead of the empty state', async () => {
  setSession({ kind: 'signedIn', level: 'identified', customer_name: null })
  server.respond(calls.listReceiptsCall, [])
  await openPage('/notas')
  expect(screen.queryByText(/Você ainda não/)).toBeNull()
  expect(screen.getByText(/^Sem a senha, aqui aparece só o que você fizer/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Confirmar senha' })).toHaveLength(1)
  expect(linkTo('Cadastrar nota fiscal')).toBe('/notas/nova')
})
