import { invalidTicketMessage } from '../kernel/ticket-number.ts'
import type { RefusalTable } from '../kernel/refusal-table.ts'

/** Refusals of reading a ticket. */
export const ticketRefusals = {
  'parking-voucher.invalid-ticket': {
    status: 422,
    message: invalidTicketMessage,
    path: 'ticket_number',
  },
  'parking-voucher.unknown-ticket': {
    status: 404,
    message: 'Ticket não encontrado. Confira o número.',
    path: 'ticket_number',
  },
  'parking-voucher.no-answer': {
    status: 409,
    message: 'O estacionamento não respondeu. Nada foi feito: tente de novo em alguns minutos.',
  },
} as const satisfies RefusalTable

/** Why no voucher can be applied to a ticket. */
export const stayRefusals = {
  'parking-voucher.left': { status: 409, message: 'Este ticket já saiu do estacionamento.' },
  'parking-voucher.nothing-due': { status: 409, message: 'Este ticket não tem valor a pagar.' },
  'parking-voucher.already-applied': {
    status: 409,
    message: 'Este ticket já recebeu um vale nesta permanência.',
  },
  'parking-voucher.other-garage': {
    status: 409,
    message: 'Este ticket é de um estacionamento que não participa da promoção.',
  },
  'parking-voucher.other-vehicle': {
    status: 409,
    message: 'Nesta promoção, o vale não é para este tipo de veículo: {vehicle}.',
  },
  'parking-voucher.not-accepted': {
    status: 409,
    message: 'O estacionamento não aceita o vale desta promoção neste ticket.',
  },
} as const satisfies RefusalTable

/** What a person lacks for a voucher, in addition to points. */
export const rightRefusals = {
  'parking-voucher.missing-receipts': {
    status: 409,
    message: 'Cadastre {missing} em notas de hoje para ganhar o vale.',
  },
  'parking-voucher.daily-limit': {
    status: 409,
    message: 'Você já ganhou {n} {n|vale-estacionamento|vales-estacionamento} hoje, o limite por dia.',
  },
} as const satisfies RefusalTable

/** Why staff ended a participation that the car park did not settle. */
export const decidedRefusal = {
  'parking-voucher.not-confirmed': {
    status: 409,
    message: 'O estacionamento não confirmou este vale. O que você usou voltou para você.',
  },
} as const satisfies RefusalTable

/** Also the response for another customer's voucher. */
export const unknownParkingVoucherRefusal = {
  'parking-voucher.unknown-voucher': { status: 404, message: 'Vale-estacionamento não encontrado.' },
} as const satisfies RefusalTable
