import type { RefusalTable } from '../kernel/refusal-table.ts'

/** Reasons for ineligibility. The campaign's page shows the same messages in advance. */
export const eligibilityRefusals = {
  'campaigns.not-started': { status: 409, message: 'Esta promoção começa em {date}.' },
  'campaigns.ended': { status: 409, message: 'Esta promoção terminou em {date}.' },
  'campaigns.paused': { status: 409, message: 'Esta promoção está pausada no momento.' },
  'campaigns.exhausted': { status: 409, message: 'Os benefícios desta promoção acabaram.' },
  'campaigns.document-type': { status: 409, message: 'Promoção exclusiva para {document}.' },
  'campaigns.birth-date-missing': {
    status: 409,
    message: 'Informe a sua data de nascimento no perfil para participar.',
  },
  'campaigns.under-age': { status: 409, message: 'Esta promoção é para maiores de {age} anos.' },
  'campaigns.account-not-active': { status: 409, message: 'Conclua o seu cadastro para participar.' },
  'campaigns.limit-reached': {
    status: 409,
    message: 'Você já atingiu o limite de {count} {count|participação|participações} nesta promoção.',
  },
  'campaigns.gift-limit-reached': {
    status: 409,
    message: 'Limite de {count} {count|brinde|brindes} por CPF atingido.',
  },
} as const satisfies RefusalTable

export const unknownCampaignRefusal = {
  'campaigns.unknown': { status: 404, message: 'Promoção não encontrada.' },
} as const satisfies RefusalTable

export const wrongStateRefusal = {
  'campaigns.wrong-state': {
    status: 409,
    message: 'A promoção mudou de situação. Atualize a página.',
  },
} as const satisfies RefusalTable

/** Refusals of every call that completes a participation; each promotion's calls include them. */
export const transactionRefusals = {
  // The campaign may be archived after the participation began.
  ...unknownCampaignRefusal,
  'campaigns.not-started': eligibilityRefusals['campaigns.not-started'],
  'campaigns.ended': eligibilityRefusals['campaigns.ended'],
  'campaigns.paused': eligibilityRefusals['campaigns.paused'],
  'campaigns.exhausted': eligibilityRefusals['campaigns.exhausted'],
  'campaigns.transaction-unknown': { status: 404, message: 'Participação não encontrada.' },
  'campaigns.transaction-reused': {
    status: 409,
    message: 'Esta participação já foi utilizada com outros dados.',
  },
  'campaigns.transaction-expired': {
    status: 409,
    message: 'Esta participação expirou. Comece novamente.',
  },
  'campaigns.transaction-cancelled': { status: 409, message: 'Esta participação foi cancelada.' },
  'campaigns.transaction-reversed': { status: 409, message: 'Esta participação foi estornada.' },
  'campaigns.transaction-failed': {
    status: 409,
    message: 'Esta participação não pôde ser concluída. Comece novamente.',
  },
  'campaigns.transaction-processing': {
    status: 409,
    message: 'Esta participação está em processamento. Aguarde um momento.',
  },
} as const satisfies RefusalTable

/** Refusals of spending points; the calls of promotions that cost points include them. */
export const pointsRefusals = {
  'points.insufficient': {
    status: 409,
    message: 'Saldo insuficiente. Você tem {balance} {balance|ponto|pontos}.',
  },
  'points.waiting': {
    status: 409,
    message:
      'Parte dos seus pontos ainda não está disponível. Agora você pode usar {balance} {balance|ponto|pontos}.',
  },
} as const satisfies RefusalTable
