import type { RefusalTable } from '../kernel/refusal-table.ts'

/** Refusals of a draw; after one for a limit or a day without cards, code and receipts remain valid. */
export const drawRefusals = {
  /** For typing errors and unknown codes alike. */
  'scratch-card.invalid-code': {
    status: 422,
    message: 'Código inválido. Confira as letras e números impressos.',
    path: 'alphanumero',
  },
  'scratch-card.code-used': { status: 409, message: 'Este código já foi utilizado.' },
  'scratch-card.other-campaign': { status: 409, message: 'Este código não é desta promoção.' },
  'scratch-card.daily-limit': {
    status: 409,
    message: 'Você já usou {n} {n|raspadinha|raspadinhas} hoje, o limite por dia. Volte amanhã.',
  },
  'scratch-card.none-today': {
    status: 409,
    message: 'As raspadinhas de hoje acabaram. Volte amanhã: seu código ou suas notas continuam valendo.',
  },
  'scratch-card.not-sealed': {
    status: 409,
    message:
      'As raspadinhas desta promoção ainda não foram liberadas. Seu código ou suas notas continuam valendo.',
  },
} as const satisfies RefusalTable

/** Refusals of cards earned by receipts, which are drawn without a code. */
export const earnedRefusals = {
  'scratch-card.missing-receipts': {
    status: 409,
    message: 'Faltam {missing} para você ganhar uma raspadinha.',
  },
  'scratch-card.receipts-daily-limit': {
    status: 409,
    message: 'Você já ganhou {n} {n|raspadinha|raspadinhas} hoje, o limite por dia. Volte amanhã.',
  },
  'scratch-card.no-cards-for-receipts': {
    status: 409,
    message: 'As raspadinhas desta promoção acabaram. Suas notas continuam válidas para outras promoções.',
  },
} as const satisfies RefusalTable

/** Too many wrong codes from the person, the device or the network; typing errors do not count. */
export const guessRefusals = {
  'scratch-card.too-many-attempts': {
    status: 429,
    message: 'Muitas tentativas. Tente de novo em {m} {m|minuto|minutos}.',
  },
} as const satisfies RefusalTable

export const deckRefusals = {
  'scratch-card.already-sealed': { status: 409, message: 'O baralho desta promoção já foi lacrado.' },
} as const satisfies RefusalTable

/** Also the response for another customer's award. */
export const unknownAwardRefusal = {
  'scratch-card.unknown-award': { status: 404, message: 'Prêmio não encontrado.' },
} as const satisfies RefusalTable

/** An award that can no longer be delivered. */
export const endedAwardRefusals = {
  'scratch-card.already-delivered': {
    status: 409,
    message: 'Este prêmio já foi entregue em {date} às {time}.',
  },
  'scratch-card.award-expired': { status: 409, message: 'O prazo de retirada terminou em {date}.' },
  'scratch-card.award-cancelled': { status: 409, message: 'Este prêmio foi cancelado.' },
} as const satisfies RefusalTable

/** Reasons why a prize is not handed to the person at the desk; the award is unchanged. */
export const recipientRefusals = {
  'scratch-card.birth-date-differs': {
    status: 422,
    message: 'Esta data não é a do cadastro. Confira o documento apresentado.',
    path: 'birth_date',
  },
  /** Too many wrong birth dates for the award, or from the staff member: correct ones are then refused, too. */
  'scratch-card.too-many-birth-dates': {
    status: 429,
    message:
      'Foram digitadas muitas datas que não são a do cadastro. Chame a supervisão ou tente de novo amanhã.',
    path: 'birth_date',
  },
  'scratch-card.under-age': {
    status: 409,
    message: 'Prêmios são entregues só a pessoas de {age} anos ou mais.',
    path: 'birth_date',
  },
  'scratch-card.account-missing': {
    status: 409,
    message:
      'Este prêmio é entregue só a quem tem cadastro com senha. Peça à pessoa para completar o cadastro.',
  },
  'scratch-card.signature-missing': {
    status: 422,
    message: 'Peça a assinatura antes de entregar.',
    path: 'signature',
  },
} as const satisfies RefusalTable
