import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { defineCall } from '../kernel/call.ts'
import { idCursor } from '../kernel/cursor.ts'
import type { RefusalTable } from '../kernel/refusal-table.ts'
import { partnerSlugSchema } from './partner.ts'
import { unknownPartnerRefusal } from './refusals.ts'
import { reconciliationAccess } from './settlement-calls.ts'

const deskPartnerSchema = z.object({
  partner: z.string(),
  name: z.string(),
  is_on: z.boolean(),
  /** The last switch by staff; null if never. */
  switched: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), reason: z.string() })),
  linked_customers: z.int(),
  /** What waits for a decision. */
  waiting: z.object({ cases: z.int(), differences: z.int(), refunds: z.int() }),
})
export type DeskPartner = z.infer<typeof deskPartnerSchema>

/** All partners, for the desk. */
export const listDeskPartnersCall = defineCall({
  method: 'GET',
  path: '/api/staff/partner-points/partners',
  summary: 'Programas parceiros e o que espera decisão.',
  data: z.array(deskPartnerSchema),
  refusals: {},
  ...reconciliationAccess,
})

/** Switches a partner on or off, at once and with a reason. Redemptions in processing are still settled. */
export const switchPartnerCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/switch',
  summary: 'Suspende ou retoma as trocas com um parceiro, com o motivo.',
  body: z.object({ partner: partnerSlugSchema, is_on: z.boolean(), reason: quotedText(300) }),
  data: deskPartnerSchema,
  refusals: unknownPartnerRefusal,
  ...reconciliationAccess,
})

/** Why a redemption waits for staff. */
export const caseCauses = {
  'no-answer': 'O parceiro não deu uma resposta útil em várias horas.',
  'other-member': 'O parceiro diz que debitou outra conta.',
  'other-points': 'O parceiro diz que debitou outro número de pontos.',
  'refused-debit': 'O parceiro negou o débito, mas diz que o fez.',
  'reused-reference': 'O parceiro repetiu o número de outro débito.',
} as const
export type CaseCause = keyof typeof caseCauses

const caseSchema = z.object({
  transaction_id: z.string(),
  protocol: z.string(),
  partner: z.string(),
  partner_points: z.int(),
  club_points: z.int(),
  cause: z.enum(Object.keys(caseCauses) as [CaseCause, ...CaseCause[]]),
  /** Number of requests so far. */
  attempts: z.int(),
  started_at: z.string(),
  /** The partner's settled line about the redemption: evidence of the debit; null without one. */
  line: z.nullable(z.object({ reference: z.string(), points: z.int(), occurred_at: z.string() })),
})
export type ReconciliationCase = z.infer<typeof caseSchema>

/** Redemptions that the partner did not settle or answered with a contradiction, oldest first. */
export const listCasesCall = defineCall({
  method: 'GET',
  path: '/api/staff/partner-points/cases',
  summary: 'Resgates que esperam decisão da equipe.',
  query: z.object({ partner: partnerSlugSchema }),
  data: z.array(caseSchema),
  refusals: unknownPartnerRefusal,
  ...reconciliationAccess,
})

/** The partners that a campaign can name. */
export const listPartnerChoicesCall = defineCall({
  method: 'GET',
  path: '/api/staff/partner-points/choices',
  summary: 'Programas parceiros que uma promoção pode usar.',
  data: z.array(z.object({ partner: z.string(), name: z.string() })),
  refusals: {},
  session: 'staff',
  permission: 'campaigns.edit',
})

const unknownCaseRefusal = {
  'partner-points.unknown-case': {
    status: 404,
    message: 'Este resgate não espera mais decisão. Atualize a página.',
  },
} as const satisfies RefusalTable

/** Asks the partner about a redemption again. A repeat has no further effect. */
export const askAgainCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/cases/ask-again',
  summary: 'Pergunta de novo ao parceiro por um resgate.',
  body: z.object({ transaction_id: z.uuid(), reason: quotedText(300) }),
  data: z.object({}),
  refusals: unknownCaseRefusal,
  ...reconciliationAccess,
})

/** `credit`: the points are credited; requires the partner's line about the debit. `fail`: nothing is credited. */
export const caseOutcomes = ['credit', 'fail'] as const

/** Decides a redemption, with the reason. */
export const decideCaseCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/cases/decide',
  summary: 'Decide um resgate que o parceiro não resolveu, com o motivo.',
  body: z.object({ transaction_id: z.uuid(), outcome: z.enum(caseOutcomes), reason: quotedText(300) }),
  data: z.object({ state: z.enum(['completed', 'failed']) }),
  refusals: {
    ...unknownCaseRefusal,
    'partner-points.no-evidence': {
      status: 409,
      message:
        'O arquivo do parceiro não tem um débito igual a este resgate. Sem ele, os pontos não são creditados.',
    },
    'partner-points.debit-in-file': {
      status: 409,
      message:
        'O arquivo do parceiro tem o débito deste resgate. Credite os pontos ou devolva os do parceiro depois.',
    },
  },
  ...reconciliationAccess,
})

/**
 * `sending`: approved, the partner has not confirmed it. `no_debit`: the partner has nothing to return; the club's points
 * were taken back. `desk`: the partner did not answer for hours.
 */
export const refundStates = ['proposed', 'sending', 'done', 'no_debit', 'desk', 'withdrawn'] as const
export type RefundState = (typeof refundStates)[number]

/** Labels of the states. */
export const refundStateTitles = {
  proposed: 'Espera outra pessoa',
  sending: 'Em andamento',
  done: 'Devolvido',
  no_debit: 'Nada a devolver no parceiro',
  desk: 'Sem resposta do parceiro',
  withdrawn: 'Retirado',
} as const satisfies Record<RefundState, string>

const refundSchema = z.object({
  refund_id: z.string(),
  transaction_id: z.string(),
  protocol: z.string(),
  state: z.enum(refundStates),
  partner_points: z.int(),
  /** Points of the club that are taken back; 0 if none were credited. */
  club_points: z.int(),
  reason: z.string(),
  proposed_by: z.nullable(z.string()),
  proposed_at: z.string(),
  confirmed_by: z.nullable(z.string()),
  confirmed_at: z.nullable(z.string()),
  finished_at: z.nullable(z.string()),
  /** Whether the caller proposed it, and so cannot confirm it. */
  is_own: z.boolean(),
})
export type PartnerRefund = z.infer<typeof refundSchema>

/** Refunds of a partner: first those that wait for a person, then the others, newest first. */
export const listRefundsCall = defineCall({
  method: 'GET',
  path: '/api/staff/partner-points/refunds',
  summary: 'Devoluções de um parceiro.',
  query: z.object({ partner: partnerSlugSchema, cursor: idCursor }),
  data: z.array(refundSchema),
  refusals: unknownPartnerRefusal,
  paged: true,
  ...reconciliationAccess,
})

const unknownRefundRefusal = {
  'partner-points.unknown-refund': { status: 404, message: 'Devolução não encontrada.' },
} as const satisfies RefusalTable

const refundStateRefusal = {
  'partner-points.refund-state': {
    status: 409,
    message: 'A devolução mudou de situação. Atualize a página.',
  },
} as const satisfies RefusalTable

/** Proposes to return the partner's points and take the club's back. A repeat with the same id returns it. */
export const proposeRefundCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/refunds/propose',
  summary: 'Propõe devolver os pontos de um resgate, com o motivo.',
  body: z.object({
    /** Generated by the desk for each proposal. */
    refund_id: z.uuid(),
    transaction_id: z.uuid(),
    reason: quotedText(300),
  }),
  data: refundSchema,
  refusals: {
    'partner-points.unknown-redemption': { status: 404, message: 'Resgate não encontrado.' },
    'partner-points.not-refundable': {
      status: 409,
      message: 'Este resgate não tem pontos a devolver.',
    },
    'partner-points.refund-exists': {
      status: 409,
      message: 'Este resgate já tem uma devolução.',
    },
    'partner-points.refund-reused': {
      status: 409,
      message: 'Este pedido já foi registrado com outros dados. Atualize a página.',
    },
  },
  ...reconciliationAccess,
})

/**
 * The second signature on a refund: the club's points are taken back, and the partner is asked to return its own. A repeat by
 * the same member returns it.
 */
export const confirmRefundCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/refunds/confirm',
  summary: 'Confirma uma devolução proposta por outra pessoa.',
  body: z.object({ refund_id: z.uuid() }),
  data: refundSchema,
  refusals: {
    ...unknownRefundRefusal,
    ...refundStateRefusal,
    'partner-points.own-refund': {
      status: 403,
      message: 'Quem propôs a devolução não pode confirmá-la. Peça a outra pessoa.',
    },
  },
  second_signature: true,
  ...reconciliationAccess,
})

/** Withdraws a proposed refund, with the reason. A repeat changes nothing. */
export const withdrawRefundCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/refunds/withdraw',
  summary: 'Retira uma devolução proposta, com o motivo.',
  body: z.object({ refund_id: z.uuid(), reason: quotedText(300) }),
  data: refundSchema,
  refusals: { ...unknownRefundRefusal, ...refundStateRefusal },
  ...reconciliationAccess,
})

/** Asks the partner again for a refund that it did not answer. A repeat has no further effect. */
export const resumeRefundCall = defineCall({
  method: 'POST',
  path: '/api/staff/partner-points/refunds/resume',
  summary: 'Pede de novo ao parceiro uma devolução que ficou sem resposta.',
  body: z.object({ refund_id: z.uuid() }),
  data: refundSchema,
  refusals: { ...unknownRefundRefusal, ...refundStateRefusal },
  ...reconciliationAccess,
})
