import * as z from 'zod/mini'
import { documentMaxLength } from '../brazil/document.ts'
import { documentTypeSchema } from '../brazil/document-type.ts'
import { requiredRadioMessage, requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { recoveryMethods } from './code-calls.ts'
import {
  askAgainReasons,
  deskChecklistSchema,
  recoveryStates,
  rejectReasons,
  reviewChecklistSchema,
  type AskAgainReason,
  type RejectReason,
} from './review.ts'
import { contactStatuses, extraInformationAnswers, identityPhotos } from './support-form.ts'

/** Lists of the desk: what waits for a reviewer, for a second one, for its hold to end, and what is decided. */
export const recoveryQueues = ['waiting', 'second', 'held', 'decided'] as const
export type RecoveryQueue = (typeof recoveryQueues)[number]

const id = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/))
const oneRequest = z.object({ id })

const unknown = {
  'recovery.unknown-request': { status: 404, message: 'Pedido não encontrado.' },
} as const
const moved = {
  ...unknown,
  'recovery.already-decided': { status: 409, message: 'Este pedido já foi decidido ou mudou de etapa.' },
  'recovery.taken': { status: 409, message: 'Outra pessoa está analisando este pedido.' },
} as const

const checklistFailed = {
  'recovery.checklist-failed': {
    status: 422,
    message: 'Só é possível aprovar quando todos os itens conferem.',
    path: 'checklist',
  },
} as const

/** One line of the queue, oldest first. */
export const recoveryLineSchema = z.object({
  id: z.string(),
  protocol: z.string(),
  state: z.enum(recoveryStates),
  /** ISO instants. */
  submitted_at: z.string(),
  answer_by: z.string(),
  /** Masked. */
  document: z.string(),
  /** Both contacts differ from those of the account: two people and a day's wait. */
  changes_both_contacts: z.boolean(),
  /** Whether it is in the caller's own hands. */
  is_mine: z.boolean(),
})
export type RecoveryLine = z.infer<typeof recoveryLineSchema>

export const listRecoveryRequestsCall = defineCall({
  method: 'GET',
  path: '/api/staff/recovery/requests',
  summary: 'Fila de pedidos de recuperação, do mais antigo ao mais novo.',
  query: z.object({
    queue: z._default(z.enum(recoveryQueues), 'waiting'),
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  data: z.array(recoveryLineSchema),
  refusals: {},
  paged: true,
  session: 'staff',
  permission: 'recovery.review',
})

const contactSchema = z.object({
  status: z.enum(contactStatuses),
  /** In full: the reviewer compares it. */
  given: z.string(),
  previous: z.nullable(z.string()),
  /** The account's own, masked. */
  on_file: z.nullable(z.string()),
  /** Whether `given` is the account's own. */
  is_on_file: z.boolean(),
  /** Whether `previous` is the account's own; null when none was given. */
  is_previous_on_file: z.nullable(z.boolean()),
})

/** Everything a reviewer sees of a request. */
export const recoveryRequestSchema = z.object({
  ...recoveryLineSchema.shape,
  document_type: documentTypeSchema,
  name: z.object({ given: z.string(), on_file: z.nullable(z.string()) }),
  birth_date: z.object({ given: z.nullable(z.string()), is_on_file: z.boolean() }),
  cellphone: contactSchema,
  email: contactSchema,
  extra_information: z.enum(extraInformationAnswers),
  extra_information_description: z.nullable(z.string()),
  photos: z.array(z.object({ id: z.string(), purpose: z.enum(identityPhotos), is_purged: z.boolean() })),
  /** The calendar day in the club's time zone that the paper should show, yyyy-MM-dd. */
  submission_day: z.string(),
  /** Who holds or decided it. */
  reviewer_name: z.nullable(z.string()),
  /** ISO instant at which the hold ends. */
  held_until: z.nullable(z.string()),
  decided_at: z.nullable(z.string()),
  /** The sentence that went to the person, when asked again or rejected. */
  reason: z.nullable(z.string()),
  /** Whether this request answers one that was asked again. */
  follows_protocol: z.nullable(z.string()),
})
export type RecoveryRequest = z.infer<typeof recoveryRequestSchema>

export const readRecoveryRequestCall = defineCall({
  method: 'GET',
  path: '/api/staff/recovery/requests/:id',
  summary: 'Um pedido de recuperação, com tudo o que a análise precisa.',
  params: oneRequest,
  data: recoveryRequestSchema,
  refusals: unknown,
  session: 'staff',
  permission: 'recovery.review',
})

/** Takes the request into one's own hands; it falls back to the queue after half an hour. */
export const startReviewCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/start',
  summary: 'Assume a análise de um pedido.',
  params: oneRequest,
  data: recoveryRequestSchema,
  refusals: moved,
  session: 'staff',
  permission: 'recovery.review',
})

/** Where the picture of a view is fetched: `GET` with the staff cookie, once, as watermarked JPEG. */
export const photoViewPath = '/api/staff/recovery/photo-views/:view_token'

/** A right to see one photo once, within a minute. The look itself is what the audit line is written for. */
export const openPhotoViewCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/photos/:photo_id/view',
  summary: 'Libera uma única visualização de uma foto, com marca-d’água.',
  params: z.object({ id, photo_id: id }),
  data: z.object({
    /** Address of the picture; good for one view. */
    url: z.string(),
    expires_at: z.string(),
  }),
  refusals: {
    ...unknown,
    'recovery.photo-gone': { status: 404, message: 'Esta foto já foi apagada.' },
  },
  session: 'staff',
  permission: 'recovery.review',
})

const decision = z.object({ state: z.enum(recoveryStates), held_until: z.nullable(z.string()) })

/**
 * Approves: one yes on every line of the checklist. When both contacts change it goes to a second person; otherwise the
 * one-time code goes out at once.
 */
export const approveRecoveryCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/approve',
  summary: 'Aprova um pedido e envia o código de uso único ao contato conferido.',
  params: oneRequest,
  body: z.object({
    checklist: reviewChecklistSchema,
    /** The reviewed contact that gets the code. */
    send_by: z.enum(recoveryMethods, { error: requiredRadioMessage }),
  }),
  data: decision,
  refusals: {
    ...moved,
    ...checklistFailed,
  },
  session: 'staff',
  permission: 'recovery.review',
})

/** The second signature: never by the person who gave the first. Begins the hold of 24 hours. */
export const approveRecoverySecondCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/approve-second',
  summary: 'Dá a segunda aprovação; a troca vale depois de 24 horas.',
  params: oneRequest,
  body: z.object({ checklist: reviewChecklistSchema }),
  data: decision,
  refusals: {
    ...moved,
    'recovery.same-person': { status: 403, message: 'A segunda aprovação precisa ser de outra pessoa.' },
    ...checklistFailed,
  },
  session: 'staff',
  permission: 'recovery.approve-second',
})

const reasonOf = <const Reasons extends Readonly<Record<string, string>>>(reasons: Reasons) =>
  z.enum(Object.keys(reasons) as [keyof Reasons & string, ...(keyof Reasons & string)[]], {
    error: requiredRadioMessage,
  })

/** Asks the person to send again; the reason is one of `askAgainReasons`. */
export const askAgainCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/ask-again',
  summary: 'Pede à pessoa que envie fotos ou dados de novo.',
  params: oneRequest,
  body: z.object({ reason: reasonOf<Record<AskAgainReason, string>>(askAgainReasons) }),
  data: decision,
  refusals: moved,
  session: 'staff',
  permission: 'recovery.review',
})

/** Refuses a request; also ends one that is held, when its owner objects. The reason is one of `rejectReasons`. */
export const rejectRecoveryCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/reject',
  summary: 'Recusa um pedido com o motivo.',
  params: oneRequest,
  body: z.object({ reason: reasonOf<Record<RejectReason, string>>(rejectReasons) }),
  data: decision,
  refusals: moved,
  session: 'staff',
  permission: 'recovery.review',
})

/** Sends an approved request a fresh code, by either way; the old one ends. Three times at most. */
export const sendReviewCodeCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/requests/:id/send-code',
  summary: 'Envia um novo código de uso único a quem já foi aprovado.',
  params: oneRequest,
  body: z.object({ send_by: z.enum(recoveryMethods, { error: requiredRadioMessage }) }),
  data: z.object({ expires_at: z.string() }),
  refusals: {
    ...unknown,
    'recovery.not-approved': { status: 409, message: 'Este pedido não está aprovado.' },
    'recovery.code-used': { status: 409, message: 'A pessoa já usou o código deste pedido.' },
    'recovery.codes-spent': { status: 429, message: 'Já foram enviados todos os códigos deste pedido.' },
  },
  session: 'staff',
  permission: 'recovery.review',
})

/** A customer as the desk sees one: enough to recognise, too little to use. */
export const deskCustomerSchema = z.object({
  customer_id: z.string(),
  document_type: documentTypeSchema,
  /** Masked. */
  document: z.string(),
  name: z.nullable(z.string()),
  /** dd/MM/yyyy, to be compared with the document on the desk. */
  birth_date: z.nullable(z.string()),
  /** Masked. */
  cellphone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  account_status: z.enum(['incomplete', 'active', 'blocked', 'deletion_pending']),
  /** The state of the request of remote support that is open, if any. */
  open_request: z.nullable(z.object({ protocol: z.string(), state: z.enum(recoveryStates) })),
})
export type DeskCustomer = z.infer<typeof deskCustomerSchema>

/** Posted, so that no document number stands in an address. */
export const findCustomerCall = defineCall({
  method: 'POST',
  path: '/api/staff/customers/find',
  summary: 'Procura uma pessoa pelo documento; os dados vêm mascarados.',
  body: z.object({
    document_id: z
      .string({ error: requiredTextMessage })
      .check(z.minLength(1, requiredTextMessage), z.maxLength(documentMaxLength)),
  }),
  data: z.object({ customer: z.nullable(deskCustomerSchema) }),
  refusals: {},
  session: 'staff',
  permission: 'customers.find',
})

/** Gives a one-time code for the person at the desk. It is shown in this answer and nowhere else. */
export const issueDeskCodeCall = defineCall({
  method: 'POST',
  path: '/api/staff/recovery/desk-codes',
  summary: 'Emite, no balcão, um código de uso único mostrado uma só vez.',
  body: z.object({ customer_id: id, checklist: deskChecklistSchema }),
  data: z.object({ code: z.string(), expires_at: z.string() }),
  refusals: {
    'recovery.unknown-customer': { status: 404, message: 'Cadastro não encontrado.' },
    'recovery.checklist-failed': {
      status: 422,
      message: 'Só é possível emitir o código quando todos os itens conferem.',
      path: 'checklist',
    },
    'recovery.account-incomplete': {
      status: 409,
      message: 'Este cadastro está incompleto: a pessoa termina o cadastro pelo site, com o documento.',
    },
    'recovery.account-blocked': { status: 403, message: 'Esta conta está bloqueada.' },
    'recovery.desk-codes-exhausted': {
      status: 429,
      message: 'Já foram emitidos todos os códigos de hoje para este cadastro.',
    },
  },
  session: 'staff',
  permission: 'recovery.desk',
})
