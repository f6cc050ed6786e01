import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as calls from '@clube/contract/free-gifts/desk-calls.ts'
import * as queueCalls from '@clube/contract/free-gifts/queue-calls.ts'
import { refusal, unreachable } from '../testing/fake-server.ts'
import {
  calledNumber,
  deliveredVoucher,
  deskCopy,
  deskVoucher,
  foundVouchers,
} from '../testing/gift-desk-samples.ts'
import { sampleNow, samples } from '../testing/samples.ts'
import {
  choose,
  confirm,
  expectText,
  expectToast,
  fieldValue,
  heading,
  press,
  server,
  settle,
  type,
} from '../testing/screen-test.tsx'
import { openAs, pressKey, rows, setUpStaffScreens } from '../testing/staff-screen.tsx'

const code = samples.giftVoucher.short_code
const field = 'Código do vale-brinde'

const openPoint = async (role: 'attendant' | 'gift_supervisor' = 'attendant') => {
  await openAs(role, '/brindes')
  choose(/Balcão do Piso 1/)
  await press('Abrir o balcão')
}
const read = async () => {
  await type(field, code)
  await press('Ler')
}
const result = () => screen.getByRole('region', { name: 'Resultado' }).textContent
const deliveries = () =>
  server.bodiesOf(calls.deliverGiftCall) as { client_delivery_id: string; signature: unknown }[]

const find = async (document_id = '529.982.247-25') => {
  await type('CPF ou CNPJ', document_id)
  await press('Procurar')
}
const printRequests = () =>
  server.bodiesOf(calls.printAtDeskCall) as { voucher_id: string; print_request_id: string }[]
const print = vi.fn()

setUpStaffScreens()
beforeEach(() => void vi.stubGlobal('print', print.mockReset()))

test('the gift desk remembers the chosen pickup point on the device', async () => {
  await openAs('attendant', '/brindes')
  await press('Abrir o balcão')
  expectText('Por favor, selecione uma opção')
  choose(/Quiosque da Praça/)
  await press('Abrir o balcão')
  expect(heading()).toBe('Quiosque da Praça')
  cleanup()
  await openAs('attendant', '/brindes')
  expect(heading()).toBe('Quiosque da Praça')
  await press('Trocar')
  expect(screen.getByLabelText<HTMLInputElement>(/Quiosque da Praça/).checked).toBe(true)
})

test('a typed code shows the gift, the person and the last digits of the document, and one press delivers the gift', async () => {
  await openPoint()
  await read()
  expect(result()).toContain('Panetone artesanalChocolateAna Lúcia PereiraFinal do documento 725')
  expect(document.activeElement?.textContent).toBe('Entregar')
  await confirm('Entregar')
  expect(result()).toContain('EntreguePanetone artesanal, Chocolate')
  expect(deliveries()).toMatchObject([{ voucher_id: deskVoucher.voucher_id, signature: null }])
  expect(document.activeElement).toBe(screen.getByLabelText(field))
  expect(fieldValue(field)).toBe('')
})

test('the gift desk reads a USB scanner regardless of the focus', async () => {
  await openPoint()
  await read()
  const button = screen.getByRole('button', { name: 'Entregar' })
  for (const key of [...'H3VN7TQZ5KXW', 'Enter']) fireEvent.keyDown(button, { key })
  await settle()
  expect(server.bodiesOf(calls.readDeskVoucherCall)).toHaveLength(2)
  expect(deliveries()).toEqual([])
})

test('a double click on the button that reads a code does not also deliver the gift', async () => {
  await openPoint()
  await read()
  await press('Entregar')
  expect(deliveries()).toEqual([])
})

test('a delivery without a response is sent again with the same id, so that it counts once', async () => {
  await openPoint()
  server.respond(calls.deliverGiftCall, unreachable)
  await read()
  await confirm('Entregar')
  expect(result()).toContain('este brinde conta uma vez só')
  server.respond(calls.deliverGiftCall, { voucher: deliveredVoucher, repeated: true })
  await press('Entregar')
  expect(result()).toContain('Entregue')
  const [first, second] = deliveries()
  expect(second?.client_delivery_id).toBe(first?.client_delivery_id)
})

test('a voucher whose delivery at this desk got no response is shown as delivered when it is read again', async () => {
  await openPoint()
  server.respond(calls.deliverGiftCall, unreachable)
  await read()
  await confirm('Entregar')
  const client_delivery_id = deliveries()[0]?.client_delivery_id ?? ''
  server.respond(calls.readDeskVoucherCall, { ...deliveredVoucher, client_delivery_id })
  await read()
  expect(result()).toContain('EntreguePanetone')
  expect(result()).not.toContain('Já entregue')
})

test('a refused delivery gets a new id with the next attempt', async () => {
  await openPoint()
  server.respond(calls.deliverGiftCall, refusal('free-gifts.delivery-undone'))
  await read()
  await confirm('Entregar')
  expect(result()).toContain('Esta entrega foi desfeita. Leia o vale-brinde de novo.')
  await read()
  await confirm('Entregar')
  expect(new Set(deliveries().map(({ client_delivery_id }) => client_delivery_id)).size).toBe(2)
})

test.each([
  ['Este vale-brinde já foi utilizado em 21/11/2026 às 11:58.', { ...deliveredVoucher }],
  ['O prazo de retirada terminou em 06/12/2026.', { state: 'expired', can_deliver: false }],
  ['Este vale-brinde foi cancelado.', { state: 'cancelled', can_deliver: false }],
  ['A retirada é em Quiosque da Praça', { pickup_point: samples.gifts.pickup_points[1]! }],
  ['É de Natal.', { campaign_id: samples.campaign.campaign_id, campaign_title: 'Natal' }],
] as const)('a voucher that cannot be delivered here shows the reason: %s', async (message, changes) => {
  await openPoint()
  server.respond(calls.readDeskVoucherCall, { ...deskVoucher, ...changes })
  await read()
  expect(result()).toContain(message)
  expect(screen.queryByRole('button', { name: 'Entregar' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText(field))
})

test('an expired voucher with a queue number taken in time can be delivered', async () => {
  await openPoint()
  server.respond(calls.readDeskVoucherCall, { ...deskVoucher, state: 'expired', can_deliver: true })
  await read()
  expectText('Entregar')
})

test('an unknown code shows the refusal and keeps no voucher on the screen', async () => {
  await openPoint()
  await read()
  server.respond(calls.readDeskVoucherCall, refusal('free-gifts.unknown-voucher'))
  await read()
  expect(result()).toContain('Vale-brinde não encontrado.')
  expect(result()).not.toContain('Ana')
})

test('a gift that requires a signature is delivered only after one was drawn', async () => {
  await openPoint()
  server.respond(calls.readDeskVoucherCall, { ...deskVoucher, needs_signature: true })
  await read()
  await confirm('Entregar')
  expectText('Peça a assinatura antes de entregar.')
  expect(deliveries()).toEqual([])
  const group = screen.getByRole('group', { name: 'Assinatura de quem recebe' })
  const pad = group.querySelector('svg')?.parentElement
  if (!pad) throw new Error('The pad was not found')
  pad.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100)
  pad.setPointerCapture = () => {}
  fireEvent.pointerDown(pad, { clientX: 30, clientY: 50, buttons: 1 })
  fireEvent.pointerMove(pad, { clientX: 150, clientY: 90, buttons: 1 })
  fireEvent.pointerMove(pad, { clientX: 200, clientY: 20, buttons: 0 })
  await settle()
  await press('Entregar')
  expect(deliveries()[0]?.signature).toEqual([[100, 500, 100, 500, 500, 900]])
})

test('supervisors undo a delivery with a reason and see the remaining time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(sampleNow) })
  await openPoint('gift_supervisor')
  await read()
  await confirm('Entregar')
  await press('Desfazer (8 min)')
  await type('Motivo', 'Vale de outra pessoa')
  await press('Desfazer a entrega')
  expect(server.bodiesOf(calls.undoDeliveryCall)).toEqual([
    {
      voucher_id: deskVoucher.voucher_id,
      client_delivery_id: deliveredVoucher.client_delivery_id,
      reason: 'Vale de outra pessoa',
    },
  ])
  expect(result()).toContain('Entrega desfeita')
})

test('a supervisor who reads a delivered voucher can undo its delivery in time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(sampleNow) })
  await openPoint('gift_supervisor')
  server.respond(calls.readDeskVoucherCall, deliveredVoucher)
  await read()
  expect(result()).toContain('Já entregue')
  await press('Desfazer (8 min)')
  expect(screen.getByRole('dialog', { name: 'Desfazer esta entrega?' })).toBeTruthy()
})

test('attendants cannot undo deliveries', async () => {
  await openPoint()
  await read()
  await confirm('Entregar')
  expect(screen.queryByRole('button', { name: /Desfazer/ })).toBeNull()
})

test('a supervisor can load the deliveries of the day, with undone ones and signatures', async () => {
  await openPoint('gift_supervisor')
  expect(server.requestsOf(calls.listDeliveriesCall)).toEqual([])
  await press('Entregas de hoje')
  expect(rows()[1]).toContain('11:58Panetone artesanal, ChocolateAna')
  expect(rows()[2]).toContain('Desfeita às 11:40 por Fabi Rocha: Lido o vale de outra pessoa.')
  await press('Ver assinatura')
  expect(screen.getByRole('img', { name: 'Assinatura de quem recebeu' })).toBeTruthy()
})

test('a person with one voucher is found by document and gets the gift as after a scan', async () => {
  await openPoint()
  await find()
  const { campaign_id, pickup_point } = deskVoucher
  expect(server.bodiesOf(calls.findVouchersCall)).toEqual([
    { document_id: '52998224725', campaign_id, pickup_point_id: pickup_point.pickup_point_id },
  ])
  expect(result()).toContain('Panetone artesanalChocolateAna Lúcia Pereira')
  expect(fieldValue('CPF ou CNPJ')).toBe('')
  await confirm('Entregar')
  expect(deliveries()).toMatchObject([{ voucher_id: deskVoucher.voucher_id }])
})

test('one of several vouchers of a person is chosen, and the others can be chosen after its delivery', async () => {
  await openPoint()
  server.respond(calls.findVouchersCall, { vouchers: [...foundVouchers] })
  await find()
  expect(result()).toContain('3 vales-brindeEscolha o que vai entregar.Ana Lúcia Pereira')
  const options = () =>
    within(screen.getByRole('region', { name: 'Vales-brinde desta pessoa' })).getAllByRole('button')
  expect(options().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Panetone artesanal, ChocolateRetirada aqui'),
    expect.stringContaining('Retirada em Quiosque da Praça'),
    expect.stringContaining('Mostra de cinema na praça · Balcão do Piso 1'),
  ])
  expect(document.activeElement).toBe(options()[0])
  fireEvent.click(options()[1]!)
  await settle()
  expect(result()).toContain('De outro ponto de retirada')
  fireEvent.click(options()[0]!)
  await settle()
  await confirm('Entregar')
  expect(result()).toContain('Entregue')
  expect(options()).toHaveLength(2)
  await read()
  expect(screen.queryByRole('region', { name: 'Vales-brinde desta pessoa' })).toBeNull()
})

test.each([
  ['Esta pessoa não tem vale-brinde para usar agora.', []],
  ['Não há cadastro com este documento.', null],
])('a search by document that finds no vouchers shows no person: %s', async (message, vouchers) => {
  await openPoint()
  await read()
  server.respond(calls.findVouchersCall, { vouchers })
  await find()
  expect(result()).toContain(message)
  expect(result()).not.toContain('Ana')
  expect(document.activeElement).toBe(screen.getByLabelText(field))
})

test('an invalid document is not searched for, and the period key focuses the document field', async () => {
  await openPoint()
  await pressKey('.', screen.getByLabelText(field))
  expect(document.activeElement).toBe(screen.getByLabelText('CPF ou CNPJ'))
  await find('111.111.111-11')
  expectText('CPF inválido!')
  expect(server.requestsOf(calls.findVouchersCall)).toEqual([])
})

test('a search whose response arrives after a scan does not replace the scanned voucher', async () => {
  await openPoint()
  let respondLate = () => {}
  server.respond(calls.findVouchersCall, async () => {
    await new Promise<void>((resolve) => (respondLate = resolve))
    return { vouchers: [] }
  })
  await find()
  await read()
  respondLate()
  await settle()
  expect(result()).toContain('Ana Lúcia Pereira')
})

test('the gift desk prints a copy with its number and code on a roll, with the button or the = key', async () => {
  await openPoint()
  await read()
  const paper = () => document.querySelector('body > [aria-hidden]')?.textContent ?? ''
  const printed: string[] = []
  print.mockImplementation(() => void printed.push(paper()))
  await press('Imprimir 2ª via')
  await vi.waitFor(() => expect(printed).toHaveLength(1))
  expect(printed[0]).toContain('Vale-brinde2ª via do balcão (nº 1)Panetone artesanal, Chocolate')
  expect(printed[0]).toContain(deskCopy.short_code)
  await settle()
  expect(paper()).toBe('')
  expectToast('2ª via do balcão (nº 1) enviada para a impressora.')
  await pressKey('=')
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(2))
  expect(new Set(printRequests().map(({ print_request_id }) => print_request_id)).size).toBe(2)
  await confirm('Entregar')
  expect(screen.queryByRole('button', { name: 'Imprimir 2ª via' })).toBeNull()
  await pressKey('=')
  expect(printRequests()).toHaveLength(2)
})

test('a print request without a response is sent again with the same id', async () => {
  await openPoint()
  await read()
  server.respond(calls.printAtDeskCall, unreachable, deskCopy)
  await press('Imprimir 2ª via')
  await press('Imprimir 2ª via')
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  const [first, second] = printRequests()
  expect(second).toEqual(first)
})

test('a voucher that was delivered in the meantime is not printed, and the desk shows why', async () => {
  await openPoint()
  await read()
  const values = { date: '21/11/2026', time: '12:00' }
  server.respond(calls.printAtDeskCall, refusal('free-gifts.already-delivered', values))
  await press('Imprimir 2ª via')
  expect(result()).toContain('Este vale-brinde já foi utilizado em 21/11/2026 às 12:00.')
  expect(print).not.toHaveBeenCalled()
})

test('the + key calls the next queue number, even from the empty code field', async () => {
  await openPoint()
  await pressKey('+')
  expectText('Senha 14')
  await pressKey('+', screen.getByLabelText(field))
  expect(server.bodiesOf(queueCalls.callNextCall)).toHaveLength(2)
  await press('Não estava')
  expectToast('Senha 14: não estava.')
})

test('a call of the next number without a response is repeated with the same id', async () => {
  await openPoint()
  server.respond(queueCalls.callNextCall, unreachable)
  await press('Chamar a próxima')
  server.respond(queueCalls.callNextCall, { entry: calledNumber })
  await press('Chamar a próxima')
  const ids = server
    .bodiesOf(queueCalls.callNextCall)
    .map((body) => (body as { client_call_id: string }).client_call_id)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('the gift desk issues a queue number for a voucher’s code', async () => {
  await openPoint()
  await press('Dar uma senha')
  const dialog = screen.getByRole('dialog', { name: 'Dar uma senha' })
  fireEvent.input(dialog.querySelector('input')!, { target: { value: code } })
  await press('Dar a senha')
  expectToast('Senha 16 para Ana.')
})

test('the button that undoes a delivery disappears when its time has expired', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date(sampleNow) })
  await openPoint('gift_supervisor')
  await press('Entregas de hoje')
  expectText('Desfazer (8 min)')
  await act(async () => void (await vi.advanceTimersByTimeAsync(8 * 60_000)))
  expect(screen.queryByText(/Desfazer \(/)).toBeNull()
})
