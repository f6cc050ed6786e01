import { currentPasswordRefusals } from '../brazil/password-refusals.ts'
import type { RefusalTable } from '../kernel/refusal-table.ts'

export const unknownPartnerRefusal = {
  'partner-points.unknown-partner': { status: 404, message: 'Programa parceiro não encontrado.' },
} as const satisfies RefusalTable

/** The partner is switched off, or does not answer; nothing was done. */
export const unavailablePartnerRefusals = {
  'partner-points.switched-off': {
    status: 409,
    message: 'As trocas com o {partner} estão suspensas no momento.',
  },
  'partner-points.no-answer': {
    status: 409,
    message: 'O {partner} não respondeu. Nada foi feito: tente de novo em alguns minutos.',
  },
} as const satisfies RefusalTable

export const linkRefusals = {
  'partner-points.wrong-proof': {
    status: 422,
    message: 'O {partner} não confirmou esta conta. Confira o número e o código.',
    path: 'proof',
  },
  'partner-points.other-document': {
    status: 422,
    message: 'Esta conta do {partner} está em outro documento.',
    path: 'member_number',
  },
  'partner-points.member-linked': {
    status: 409,
    message: 'Esta conta do {partner} já está vinculada a outra pessoa no clube.',
  },
  'partner-points.already-linked': {
    status: 409,
    message: 'Você já tem uma conta do {partner} vinculada. Desvincule antes de vincular outra.',
  },
  'partner-points.consent-outdated': {
    status: 409,
    message: 'O texto da autorização mudou. Leia de novo antes de vincular.',
  },
} as const satisfies RefusalTable

export const unlinkRefusals = {
  'partner-points.redemption-processing': {
    status: 409,
    message: 'Há um resgate em processamento. Desvincule a conta quando ele terminar.',
  },
} as const satisfies RefusalTable

/** What a person must change before points are quoted or redeemed. */
export const amountRefusals = {
  'partner-points.not-linked': { status: 409, message: 'Vincule sua conta {partner} para continuar.' },
  'partner-points.amount': {
    status: 422,
    message: 'Escolha entre {min} e {max} pontos, de {step} em {step}.',
    path: 'points',
  },
  'partner-points.daily-limit': {
    status: 409,
    message: 'Você já fez {n} {n|resgate|resgates} hoje, o limite por dia. Volte amanhã.',
  },
} as const satisfies RefusalTable

/** Refusals by the partner; nothing was debited. */
export const partnerRefusals = {
  'partner-points.insufficient': { status: 409, message: 'Saldo insuficiente no {partner}.' },
  'partner-points.not-authorized': { status: 409, message: 'O {partner} não autorizou o resgate.' },
} as const satisfies RefusalTable

export const quoteExpiredRefusal = {
  'partner-points.quote-expired': {
    status: 409,
    message: 'A cotação expirou. Confira os novos valores.',
  },
} as const satisfies RefusalTable

/** The person confirms large redemptions with the password; nothing was done, and the quote remains valid. */
export const passwordRefusals = {
  'partner-points.password-needed': {
    status: 422,
    message: 'Confirme sua senha para resgatar estes pontos.',
    path: 'current_password',
  },
  ...currentPasswordRefusals,
} as const satisfies RefusalTable

export const differentTransactionRefusal = {
  'partner-points.different-transaction': {
    status: 422,
    message: 'A participação informada não é a do endereço. Comece novamente.',
    path: 'transaction_id',
  },
} as const satisfies RefusalTable
