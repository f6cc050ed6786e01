import { expect, test } from 'vitest'
import { fillMessage } from '../kernel/refusals.ts'
import { maxCopies } from './voucher.ts'
import { choiceRefusals, copyRefusals, endedVoucherRefusals } from './refusals.ts'

const messageOf = (refusal: { message: string }, values = {}) => fillMessage(refusal.message, values)

test('free gift refusals have the specified messages', () => {
  expect(messageOf(choiceRefusals['free-gifts.sold-out'])).toBe(
    'Os brindes acabaram. Sua nota continua válida para outras promoções.',
  )
  expect(messageOf(choiceRefusals['free-gifts.missing-receipts'], { missing: 'R$ 87,50' })).toBe(
    'Faltam R$ 87,50 para você ganhar este brinde.',
  )
  const values = { date: '24/12/2026', time: '18:05' }
  expect(messageOf(endedVoucherRefusals['free-gifts.already-delivered'], values)).toBe(
    'Este vale-brinde já foi utilizado em 24/12/2026 às 18:05.',
  )
  expect(messageOf(endedVoucherRefusals['free-gifts.voucher-expired'], values)).toBe(
    'O prazo de retirada terminou em 24/12/2026.',
  )
  expect(maxCopies).toBe(3)
  expect(messageOf(copyRefusals['free-gifts.no-copies-left'])).toBe(
    'Você já imprimiu as 3 vias deste vale-brinde. Para outra, procure o balcão.',
  )
})
