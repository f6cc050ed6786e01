import type { RefusalTable } from '../kernel/refusal-table.ts'

/** Also the response for another customer's voucher. */
export const unknownVoucherRefusal = {
  'free-gifts.unknown-voucher': { status: 404, message: 'Vale-brinde não encontrado.' },
} as const satisfies RefusalTable

/** A voucher that can no longer be used, for customers and desks. */
export const endedVoucherRefusals = {
  'free-gifts.already-delivered': {
    status: 409,
    message: 'Este vale-brinde já foi utilizado em {date} às {time}.',
  },
  'free-gifts.voucher-expired': { status: 409, message: 'O prazo de retirada terminou em {date}.' },
  'free-gifts.voucher-cancelled': { status: 409, message: 'Este vale-brinde foi cancelado.' },
} as const satisfies RefusalTable

export const unknownGiftRefusals = {
  'free-gifts.unknown-gift': { status: 404, message: 'Brinde não encontrado nesta promoção.' },
  'free-gifts.unknown-pickup-point': {
    status: 404,
    message: 'Ponto de retirada não encontrado nesta promoção.',
  },
} as const satisfies RefusalTable

/** Refusals of choosing a gift; nothing is used. */
export const choiceRefusals = {
  ...unknownGiftRefusals,
  'free-gifts.sold-out': {
    status: 409,
    message: 'Os brindes acabaram. Sua nota continua válida para outras promoções.',
  },
  'free-gifts.gift-sold-out': { status: 409, message: 'Este brinde acabou. Escolha outro.' },
  'free-gifts.not-at-this-point': {
    status: 409,
    message: 'Este brinde acabou neste ponto de retirada. Ainda há em: {points}.',
  },
  'free-gifts.missing-receipts': { status: 409, message: 'Faltam {missing} para você ganhar este brinde.' },
  'free-gifts.daily-limit': {
    status: 409,
    message: 'Você já ganhou {n} {n|brinde|brindes} hoje, o limite por dia. Volte amanhã.',
  },
} as const satisfies RefusalTable

export const copyRefusals = {
  'free-gifts.no-copies-left': {
    status: 409,
    message: 'Você já imprimiu as 3 vias deste vale-brinde. Para outra, procure o balcão.',
  },
} as const satisfies RefusalTable
