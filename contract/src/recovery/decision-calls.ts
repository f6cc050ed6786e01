import * as z from 'zod/mini'
import { requiredRadioMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { recoveryMethods } from './code-calls.ts'
import {
  resubmissionReasons,
  recoveryStates,
  rejectReasons,
  reviewChecklistSchema,
  type ResubmissionReason,
  type RejectReason,
} from './review.ts'
import { changedRequestRefusals, requestParams, unknownRequestRefusal } from './staff-request.ts'

const decisionCall = {
  params: requestParams,
  data: z.object({ state: z.enum(recoveryStates), held_until: z.nullable(z.string()) }),
  session: 'staff',
} as const

const send_by = z.enum(recoveryMethods, { error: requiredRadioMessage })

const checklistFailed = {
  'recovery.checklist-failed': {
    status: 422,
    message: 'Só é possível aprovar quando todos os itens conferem.',
    path: 'checklist',
  },
} as const

const photosNotViewed = {
  'recovery.photos-not-viewed': {
    status: 409,
    message: 'Abra todas as fotos do pedido antes de aprovar. Quem aprova precisa ver cada uma.',
  },
} as const

/**
 * Approves a request; every item of the checklist must be confirmed, and every photo opened by this reviewer. When the
 * contact that gets the code is new, a second reviewer must approve; otherwise the one-time code is sent immediately.
 */
export const approveRecoveryCall = defineCall({
  ...decisionCall,
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/approve',
  summary: 'Aprova um pedido e envia o código de uso único ao contato conferido.',
  body: z.object({
    checklist: reviewChecklistSchema,
    /** The reviewed contact to which the code is sent. */
    send_by,
  }),
  refusals: {
    ...changedRequestRefusals,
    ...checklistFailed,
    ...photosNotViewed,
  },
  permission: 'recovery.review',
})

/** The second approval, by another reviewer. Starts the 24-hour hold. */
export const approveRecoverySecondCall = defineCall({
  ...decisionCall,
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/approve-second',
  summary: 'Dá a segunda aprovação; a troca vale depois de 24 horas.',
  body: z.object({ checklist: reviewChecklistSchema }),
  refusals: {
    ...changedRequestRefusals,
    'recovery.same-person': { status: 403, message: 'A segunda aprovação precisa ser de outra pessoa.' },
    ...checklistFailed,
    ...photosNotViewed,
  },
  permission: 'recovery.approve-second',
  second_signature: true,
})

const reasonOf = <const Reasons extends Readonly<Record<string, string>>>(reasons: Reasons) =>
  z.enum(Object.keys(reasons) as [keyof Reasons & string, ...(keyof Reasons & string)[]], {
    error: requiredRadioMessage,
  })

/** Requests a new submission from the customer; the reason is one of `resubmissionReasons`. */
export const requestResubmissionCall = defineCall({
  ...decisionCall,
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/ask-again',
  summary: 'Pede à pessoa que envie fotos ou dados de novo.',
  body: z.object({ reason: reasonOf<Record<ResubmissionReason, string>>(resubmissionReasons) }),
  refusals: changedRequestRefusals,
  permission: 'recovery.review',
})

/** Rejects a request, including one on hold to which the owner objects. The reason is one of `rejectReasons`. */
export const rejectRecoveryCall = defineCall({
  ...decisionCall,
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/reject',
  summary: 'Recusa um pedido com o motivo.',
  body: z.object({ reason: reasonOf<Record<RejectReason, string>>(rejectReasons) }),
  refusals: changedRequestRefusals,
  permission: 'recovery.review',
})

/** Sends a new code for an approved request by either channel and revokes the old one. At most three times. */
export const sendReviewCodeCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/send-code',
  summary: 'Envia um novo código de uso único a quem já foi aprovado.',
  params: requestParams,
  body: z.object({ send_by }),
  data: z.object({ expires_at: z.string() }),
  refusals: {
    ...unknownRequestRefusal,
    'recovery.not-approved': { status: 409, message: 'Este pedido não está aprovado.' },
    'recovery.hold-required': {
      status: 409,
      message:
        'Este contato é novo na conta, e o pedido não passou pela espera. Envie ao contato do cadastro.',
    },
    'recovery.code-used': { status: 409, message: 'A pessoa já usou o código deste pedido.' },
    'recovery.review-codes-exhausted': {
      status: 429,
      message: 'Já foram enviados todos os códigos deste pedido.',
    },
  },
  session: 'staff',
  permission: 'recovery.review',
})
