import * as calls from '@clube/contract/free-gifts/calls.ts'
import { joinQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import type { GiftVoucher } from '@clube/contract/free-gifts/voucher.ts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { syncServerTime } from '../../../platform/clock/server-clock.ts'
import { unreachable } from '../../../testing/fake-server.ts'
import { sampleNow, samples } from '../../../testing/samples.ts'
import { confirm, expectText, expectToast, linkTo, press, server } from '../../../testing/screen-test.tsx'
import { openPage, setUpShopperScreens } from '../../../testing/shopper-screen.tsx'

const { giftVoucher } = samples
const { voucher_id, short_code } = giftVoucher

setUpShopperScreens()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date(sampleNow), toFake: ['Date'] })
  syncServerTime(sampleNow)
})

const open = (changes: Partial<GiftVoucher> = {}) => {
  server.respond(calls.listMyGiftsCall, [{ ...giftVoucher, ...changes }])
  return openPage(`/brindes/vale/${voucher_id}`)
}
const ended = { can_cancel: false, copies_left: 0 } as const
const granted = (copy_number: number) => ({
  voucher_id,
  voucher_code: short_code,
  qr: giftVoucher.qr_code,
  pdf_url: '/vale-brinde.pdf',
  copy_number,
  expires_at: giftVoucher.expires_at,
  stock_remaining: 0,
})

test('an issued voucher shows its code, its deadline, the pickup point, and the PDF in both formats', async () => {
  await open({ needs_signature: true })
  expectText(short_code)
  expectText('Retire até dom., 6 de dez., 12h (faltam 15 dias)')
  expectText('Balcão do Piso 1, ao lado da escada rolante. Todos os dias, das 10h às 22h')
  expectText(/Você assina a retirada na tela\.$/)
  const fileOf = (format: string) =>
    `/api/marketing/promotion/free-gifts/vouchers/${voucher_id}/${format}/vale-brinde.pdf`
  expect(linkTo('Baixar em PDF')).toBe(fileOf('a4'))
  expect(linkTo('PDF para bobina de 80 mm')).toBe(fileOf('80mm'))
  expect(linkTo('Preciso de ajuda: vale-brinde')).toBe(
    `/atendimento/novo/participacao/${giftVoucher.transaction_id}`,
  )
})

test.each([
  ['delivered', { delivered_at: '2026-11-20T18:30:00Z' }, 'Entregue em sex., 20 de nov., 15h30'],
  [
    'expired',
    { expires_at: '2026-11-18T15:00:00Z' },
    'O prazo de retirada terminou em qua., 18 de nov., 12h.',
  ],
  ['cancelled', {}, 'Cancelado'],
] as const)('a voucher that is %s has no QR code and no actions', async (state, changes, message) => {
  await open({ ...ended, ...changes, state })
  expectText(message)
  expect(screen.queryByRole('img', { name: /QR Code/ })).toBeNull()
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a copy of a voucher shows its number, and a retry after a lost response requests the same copy', async () => {
  server.respond(calls.printGiftCall, unreachable, granted(1), granted(2))
  await open()
  await press('Imprimir 2ª via')
  cleanup()
  await open()
  await press('Imprimir 2ª via')
  expectText('A 2ª via (1 de 3) está pronta: baixe o PDF e imprima.')
  await press('Imprimir 2ª via')
  const ids = server
    .bodiesOf(calls.printGiftCall)
    .map((body) => (body as { print_request_id: string }).print_request_id)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('when a voucher has no copies left, the page says that the service desk prints another one', async () => {
  await open({ copies_left: 0 })
  expectText('Você já imprimiu as 3 vias deste vale-brinde. Para outra, procure o balcão.')
  expect(screen.queryByRole('button', { name: 'Imprimir 2ª via' })).toBeNull()
})

test('cancelling a voucher requires confirmation, which says what is returned', async () => {
  server.respond(calls.cancelGiftVoucherCall, { ...giftVoucher, ...ended, state: 'cancelled' })
  await open()
  await press('Cancelar vale-brinde')
  expectText(/As notas e os pontos que você usou voltam para você\./)
  expect(server.bodiesOf(calls.cancelGiftVoucherCall)).toEqual([])
  await confirm('Sim, cancelar')
  expect(server.bodiesOf(calls.cancelGiftVoucherCall)).toEqual([{ voucher_id }])
  expectToast('Vale-brinde cancelado. O que você usou voltou para você.')
})

test('a queue number is taken once, and the page shows how many people are ahead', async () => {
  const queue = { number: 27, ahead: 3, taken_at: sampleNow, called_at: null }
  server.respond(joinQueueCall, queue)
  server.respond(calls.listMyGiftsCall, [giftVoucher], [{ ...giftVoucher, queue }])
  await openPage(`/brindes/vale/${voucher_id}`)
  await press('Pegar senha da fila')
  expect(server.bodiesOf(joinQueueCall)).toEqual([{ voucher_id }])
  expectText('27')
  expectText('3 pessoas na sua frente.')
  expect(screen.queryByRole('button', { name: 'Pegar senha da fila' })).toBeNull()
})

test('another customer’s voucher is not shown', async () => {
  await open({ voucher_id: samples.receipt.purchase_id })
  expectText('Este vale-brinde não está entre os seus.')
})
