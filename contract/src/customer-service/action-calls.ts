import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { fileSchema } from '../kernel/file.ts'
import { attachmentRefusals, closedRefusal, uploadAttachmentCall, uploadRefusals } from './calls.ts'
import {
  areaSchema,
  categorySchema,
  messageTextSchema,
  prioritySchema,
  ticketVersionSchema,
  uploadIdsSchema,
} from './service-ticket.ts'
import { deskTicketSchema, deskUnknownRefusal, type DeskTicket } from './staff-calls.ts'

const access = { session: 'staff', permission: 'tickets.answer' } as const

/**
 * Actions carry the version that the member saw. If another person has changed the ticket since then, nothing is stored: the
 * failure envelope of this refusal carries the present ticket as `present`, which `presentTicketOf` reads. It carries none if the
 * member has not opened the ticket within 30 minutes: they open it again, which leaves an audit line.
 */
const changedRefusal = {
  'customer-service.changed': {
    status: 409,
    message: 'Este atendimento mudou enquanto você trabalhava nele. Confira o que chegou antes de continuar.',
  },
} as const

/** The present ticket of the refusal `customer-service.changed`; null for anything else. */
export const presentTicketOf = (present: unknown): DeskTicket | null =>
  z.safeParse(deskTicketSchema, present).data ?? null

/** An action that the ticket's state does not allow. */
const stateRefusals = {
  ...deskUnknownRefusal,
  ...changedRefusal,
  ...closedRefusal,
  'customer-service.not-allowed': {
    status: 409,
    message: 'Isto não é possível: o atendimento está “{state}”.',
  },
} as const

const target = { ticket_id: z.uuid(), version: ticketVersionSchema } as const

/** What follows an answer: the work continues, the customer is asked something, or it is solved. */
export const answerOutcomes = ['continue', 'ask', 'resolve'] as const
export type AnswerOutcome = (typeof answerOutcomes)[number]

/**
 * Answers the customer, who gets an e-mail with a link. The same `client_message_id` returns the first result. A ticket without
 * an assignee becomes the member's.
 */
export const answerTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/reply',
  summary: 'Responde ao cliente.',
  body: z.object({
    ...target,
    message: messageTextSchema,
    outcome: z.enum(answerOutcomes),
    /** The template that the member inserted, even if the text was changed afterwards. */
    template_id: z.optional(z.uuid()),
    attachments: uploadIdsSchema,
    client_message_id: z.uuid(),
  }),
  data: deskTicketSchema,
  refusals: {
    ...stateRefusals,
    ...uploadRefusals,
    'customer-service.message-reused': {
      status: 409,
      message: 'Esta mensagem já foi enviada com outro conteúdo. Atualize a página.',
    },
    'customer-service.template-unknown': {
      status: 409,
      message: 'O modelo desta resposta não existe. Use outro, ou envie de novo sem modelo.',
    },
    'customer-service.placeholder': {
      status: 409,
      message: 'Troque {placeholder} pelo que deve aparecer na resposta.',
      path: 'message',
    },
  },
  ...access,
})

/** Adds an internal note; also to closed tickets, and without a conflict, since notes overwrite nothing. */
export const addNoteCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/note',
  summary: 'Anota algo que só a equipe vê.',
  body: z.object({
    ticket_id: z.uuid(),
    message: messageTextSchema,
    attachments: uploadIdsSchema,
    client_message_id: z.uuid(),
  }),
  data: deskTicketSchema,
  refusals: {
    ...deskUnknownRefusal,
    ...uploadRefusals,
    'customer-service.message-reused': {
      status: 409,
      message: 'Esta mensagem já foi enviada com outro conteúdo. Atualize a página.',
    },
  },
  ...access,
})

/** Assigns a ticket to a member who answers tickets, by default to the caller; null returns it to the queue. */
export const assignTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/assign',
  summary: 'Assume um atendimento ou o passa a outra pessoa.',
  body: z.object({ ...target, staff_id: z.nullable(z.uuid()) }),
  data: deskTicketSchema,
  refusals: {
    ...stateRefusals,
    'customer-service.member-unknown': {
      status: 409,
      message: 'Esta pessoa não atende o SAC.',
      path: 'staff_id',
    },
  },
  ...access,
})

/** Assigns the next unassigned ticket of the area to the caller: urgent ones first, then by deadline. Two callers never get the same. */
export const nextTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/next',
  summary: 'Assume o próximo atendimento da fila.',
  body: z.object({ area: z._default(z.nullable(areaSchema), null) }),
  data: z.object({ ticket: z.nullable(deskTicketSchema) }),
  refusals: {},
  ...access,
})

/** Changes category or priority. */
export const editTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/edit',
  summary: 'Muda categoria ou prioridade.',
  body: z.object({ ...target, category: categorySchema, priority: prioritySchema }),
  data: deskTicketSchema,
  refusals: stateRefusals,
  ...access,
})

/** Moves a ticket to another area, without an assignee, with a reason as an internal note. */
export const transferTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/transfer',
  summary: 'Transfere um atendimento para outra área.',
  body: z.object({ ...target, area: areaSchema, reason: messageTextSchema }),
  data: deskTicketSchema,
  refusals: {
    ...stateRefusals,
    'customer-service.same-area': {
      status: 409,
      message: 'O atendimento já está nesta área.',
      path: 'area',
    },
  },
  ...access,
})

/** Closes a duplicate: the customer is told in which ticket the conversation continues. */
export const mergeTicketsCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/merge',
  summary: 'Une um atendimento repetido a outro da mesma pessoa.',
  body: z.object({
    /** The duplicate, which is closed. */
    ...target,
    /** Protocol of the ticket that continues. */
    into_protocol: z.string({ error: requiredTextMessage }).check(z.trim(), z.maxLength(40)),
  }),
  /** The ticket that continues. */
  data: deskTicketSchema,
  refusals: {
    ...stateRefusals,
    'customer-service.merge-unknown': {
      status: 409,
      message: 'Não encontramos outro atendimento aberto desta pessoa com este protocolo.',
      path: 'into_protocol',
    },
  },
  ...access,
})

/** Uploads a file that the member's next answer or note includes. */
export const uploadDeskAttachmentCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/attachment/upload',
  summary: 'Envia um anexo para uma resposta.',
  multipart: ['file'],
  file_limits: uploadAttachmentCall.file_limits,
  body: z.object({
    name: z._default(z.string().check(z.maxLength(255)), 'anexo'),
    file: fileSchema(requiredTextMessage),
  }),
  data: uploadAttachmentCall.data,
  refusals: attachmentRefusals,
  ...access,
})

/** Deletes an upload of the member that no message includes; idempotent. */
export const discardDeskUploadCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/attachment/discard',
  summary: 'Descarta um anexo que ainda não foi enviado.',
  body: z.object({ upload_id: z.uuid() }),
  data: z.object({}),
  refusals: {},
  ...access,
})
