import * as z from 'zod/mini'
import { idCursor } from '../kernel/cursor.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { defineEventStream } from '../kernel/event-stream.ts'
import { fileSchema, infectedFileMessage } from '../kernel/file.ts'
import { defineFile } from '../kernel/served-file.ts'
import {
  attachmentMaxBytes,
  attachmentSchema,
  categorySchema,
  firstMessageSchema,
  messageTextSchema,
  ratingOfServiceMaxLength,
  serviceRatingSchema,
  subjectSchema,
  ticketLinksSchema,
  ticketStateSchema,
  ticketVersionSchema,
  uploadIdsSchema,
} from './service-ticket.ts'

/** Customers use customer service with their password only: conversations contain personal data. */
const session = 'customer'

/** A ticket in the customer's list *Meus atendimentos*. */
export const ownTicketSchema = z.object({
  ticket_id: z.string(),
  protocol: z.string(),
  state: ticketStateSchema,
  category: categorySchema,
  subject: z.string(),
  /** Whether there is an answer that the customer has not read. */
  is_unread: z.boolean(),
  version: ticketVersionSchema,
  created_at: z.string(),
  /** When the last message arrived that the customer can read. */
  last_message_at: z.string(),
  /** Until when staff answer for the first time; null after they did. */
  first_answer_due_at: z.nullable(z.string()),
  /** Until when it is to be solved; null once it is resolved or closed. */
  sla_due_at: z.nullable(z.string()),
})
export type OwnTicket = z.infer<typeof ownTicketSchema>

/** A message that the customer can read. Internal notes never appear here. */
export const ownMessageSchema = z.object({
  message_id: z.string(),
  /** `system` describes an event, such as a resolution. */
  author: z.enum(['customer', 'staff', 'system']),
  /** Given name of the staff member; null for other authors. */
  author_name: z.nullable(z.string()),
  text: z.string(),
  attachments: z.array(attachmentSchema),
  /** The id that the browser chose for its own message; null for those of others. */
  client_message_id: z.nullable(z.string()),
  created_at: z.string(),
})
export type OwnMessage = z.infer<typeof ownMessageSchema>

/** A whole conversation as its customer sees it, oldest message first. */
export const conversationSchema = z.extend(ownTicketSchema, {
  links: ticketLinksSchema,
  messages: z.array(ownMessageSchema),
  can_reply: z.boolean(),
  can_reopen: z.boolean(),
  can_rate: z.boolean(),
  /** When a resolved ticket closes; null in other states. */
  closes_at: z.nullable(z.string()),
  /** The rating of the service that was given; null without one. */
  rating: z.nullable(z.int()),
  /** Protocol of the ticket that continues this duplicate; null unless staff merged it. */
  continued_in: z.nullable(z.object({ ticket_id: z.string(), protocol: z.string() })),
})
export type Conversation = z.infer<typeof conversationSchema>

const unknownTicket = {
  'customer-service.unknown': { status: 404, message: 'Atendimento não encontrado.' },
} as const

/** A reply, a reopening or an action on a ticket that has been closed. */
export const closedRefusal = {
  'customer-service.closed': { status: 409, message: 'Este atendimento foi encerrado. Abra um novo.' },
} as const

const floodRefusal = {
  'customer-service.too-many': {
    status: 429,
    message: 'Você enviou muitas mensagens. Tente de novo em {minutes} {minutes|minuto|minutos}.',
  },
} as const

/** Uploads that cannot be attached. */
export const uploadRefusals = {
  'customer-service.upload-unknown': {
    status: 409,
    message: 'Um dos anexos não está mais disponível. Envie o anexo de novo.',
    path: 'attachments',
  },
} as const

const reusedRefusal = {
  'customer-service.message-reused': {
    status: 409,
    message: 'Esta mensagem já foi enviada com outro conteúdo. Atualize a página.',
  },
} as const

/** The customer's tickets, most recent message first. */
export const listOwnTicketsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/customer-service/ticket',
  summary: 'Meus atendimentos.',
  query: z.object({ cursor: idCursor }),
  data: z.array(ownTicketSchema),
  refusals: {},
  session,
  paged: true,
})

const linkFields = {
  campaign_id: z.optional(z.uuid()),
  transaction_id: z.optional(z.uuid()),
  purchase_id: z.optional(z.uuid()),
} as const

/** What the form of a new ticket shows before it is sent: also what it would be about, if that is the person's own. */
export const newTicketOptionsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/customer-service/ticket/options',
  summary: 'Prazos e termos de um novo atendimento, e sobre o que ele é.',
  query: z.object(linkFields),
  data: z.object({
    /** What the given ids name; null for what does not exist or is another person's. */
    links: ticketLinksSchema,
    /** The current version of the terms (kind `sac`) that must be accepted before the first ticket; null when accepted. */
    terms_to_accept: z.nullable(z.object({ version: z.string() })),
    /** If the ticket were sent now. */
    first_answer_due_at: z.string(),
    sla_due_at: z.string(),
    /** Business hours, such as "seg. a sex., 10h às 22h". */
    business_hours: z.string(),
  }),
  refusals: {},
  session,
})

const similarTicketSchema = z.object({
  ticket_id: z.string(),
  protocol: z.string(),
  subject: z.string(),
  state: ticketStateSchema,
})
export type SimilarTicket = z.infer<typeof similarTicketSchema>

/** Open tickets of the customer about the same subject or the same purchase or participation: a warning, not a refusal. */
export const findSimilarTicketsCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/ticket/similar',
  summary: 'Atendimentos abertos da pessoa sobre o mesmo assunto.',
  body: z.object({ category: categorySchema, subject: subjectSchema, ...linkFields }),
  data: z.array(similarTicketSchema),
  refusals: {},
  session,
})

/** Opens a ticket (spec §7). The same `client_request_id` with the same body returns the first answer. */
export const newTicketCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/ticket/new',
  summary: 'Abre um atendimento.',
  body: z.object({
    category: categorySchema,
    subject: subjectSchema,
    message: firstMessageSchema,
    ...linkFields,
    attachments: uploadIdsSchema,
    client_request_id: z.uuid(),
  }),
  data: z.object({
    ticket_id: z.string(),
    protocol: z.string(),
    state: ticketStateSchema,
    sla_due_at: z.string(),
    first_answer_due_at: z.string(),
    /** Other open tickets about the same. */
    similar: z.array(similarTicketSchema),
  }),
  refusals: {
    'customer-service.terms-required': {
      status: 409,
      message: 'Leia e aceite os termos do atendimento para continuar.',
    },
    'customer-service.link-unknown': {
      status: 404,
      message: 'Não encontramos a nota, a participação ou a promoção deste atendimento.',
    },
    ...floodRefusal,
    ...uploadRefusals,
    ...reusedRefusal,
  },
  session,
})

export const readConversationCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/customer-service/ticket/:ticket_id',
  summary: 'A conversa de um atendimento.',
  params: z.object({ ticket_id: z.uuid() }),
  data: conversationSchema,
  refusals: unknownTicket,
  session,
})

/** Adds a customer's message (spec §7). The same `client_message_id` with the same body returns the conversation. */
export const replyCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/ticket/reply',
  summary: 'Responde em um atendimento.',
  body: z.object({
    ticket_id: z.uuid(),
    message: messageTextSchema,
    attachments: uploadIdsSchema,
    client_message_id: z.uuid(),
  }),
  data: conversationSchema,
  refusals: { ...unknownTicket, ...closedRefusal, ...floodRefusal, ...uploadRefusals, ...reusedRefusal },
  session,
})

/** Marks a conversation as read up to a message, never back. */
export const markTicketReadCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/ticket/read',
  summary: 'Marca as respostas de um atendimento como lidas.',
  body: z.object({ ticket_id: z.uuid(), message_id: z.uuid() }),
  data: z.object({ is_unread: z.boolean() }),
  refusals: unknownTicket,
  session,
})

/** Reopens a resolved ticket within 7 days; of one that is open already it returns the conversation. */
export const reopenTicketCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/ticket/reopen',
  summary: 'Reabre um atendimento resolvido.',
  body: z.object({ ticket_id: z.uuid() }),
  data: conversationSchema,
  refusals: { ...unknownTicket, ...closedRefusal, ...floodRefusal },
  session,
})

/** Rates the service of a resolved ticket, once. */
export const rateServiceCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/ticket/rate',
  summary: 'Avalia o atendimento resolvido, uma vez.',
  body: z.object({
    ticket_id: z.uuid(),
    rating: serviceRatingSchema,
    comment: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(ratingOfServiceMaxLength, `Escreva até ${ratingOfServiceMaxLength} caracteres.`),
        ),
      '',
    ),
  }),
  data: conversationSchema,
  refusals: {
    ...unknownTicket,
    'customer-service.already-rated': { status: 409, message: 'Você já avaliou este atendimento.' },
    'customer-service.not-ratable': {
      status: 409,
      message: 'Este atendimento não pode ser avaliado agora.',
    },
  },
  session,
})

const fileLimits = { file_bytes: attachmentMaxBytes, body_bytes: attachmentMaxBytes + 64 * 1024 } as const

/** Refusals of an uploaded file by its content. */
export const attachmentRefusals = {
  'customer-service.file-format': {
    status: 409,
    message: 'Envie uma foto (JPEG ou PNG) ou um PDF de até 10 MB.',
    path: 'file',
  },
  'customer-service.file-broken': {
    status: 409,
    message: 'Não foi possível ler este arquivo. Envie outro.',
    path: 'file',
  },
  'customer-service.file-active': {
    status: 409,
    message: 'Este PDF tem programas, formulários ou arquivos dentro dele. Envie um PDF simples ou uma foto.',
    path: 'file',
  },
  'customer-service.file-encrypted': {
    status: 409,
    message: 'Este PDF tem senha. Envie uma cópia sem senha ou uma foto.',
    path: 'file',
  },
  'customer-service.file-infected': {
    status: 409,
    message: infectedFileMessage,
    path: 'file',
  },
  'customer-service.too-many-uploads': {
    status: 429,
    message: 'Você enviou muitos anexos. Tente de novo em {minutes} {minutes|minuto|minutos}.',
  },
} as const

/** Uploads one file, which a message of the customer then attaches by its `upload_id`. */
export const uploadAttachmentCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/attachment/upload',
  summary: 'Envia um anexo, que uma mensagem depois inclui.',
  multipart: ['file'],
  file_limits: fileLimits,
  body: z.object({
    /** The file's name on the device. */
    name: z._default(z.string().check(z.maxLength(255)), 'anexo'),
    file: fileSchema(requiredTextMessage),
  }),
  data: z.object({
    upload_id: z.string(),
    attachment: attachmentSchema,
    /** When it is deleted if no message includes it. */
    expires_at: z.string(),
  }),
  refusals: attachmentRefusals,
  session,
})

/** Deletes an upload that no message includes; idempotent. */
export const discardUploadCall = defineCall({
  method: 'POST',
  path: '/api/marketing/promotion/customer-service/attachment/discard',
  summary: 'Descarta um anexo que ainda não foi enviado em uma mensagem.',
  body: z.object({ upload_id: z.uuid() }),
  data: z.object({}),
  refusals: {},
  session,
})

const attachmentParams = z.object({ attachment_id: z.uuid() })
const attachmentGone = {
  'customer-service.attachment-unknown': { status: 404, message: 'Anexo não encontrado.' },
} as const

/** A picture of the customer's own conversation or of an upload that waits for its message. */
export const ownPictureFile = defineFile({
  path: '/api/marketing/promotion/customer-service/attachment/:attachment_id/anexo.jpg',
  summary: 'Uma foto de um atendimento da pessoa.',
  params: attachmentParams,
  type: 'image/jpeg',
  disposition: 'attachment',
  filename: 'anexo.jpg',
  isSandboxed: true,
  refusals: attachmentGone,
  session,
})

/** A PDF of the customer's own conversation or of an upload that waits for its message. */
export const ownDocumentFile = defineFile({
  path: '/api/marketing/promotion/customer-service/attachment/:attachment_id/anexo.pdf',
  summary: 'Um PDF de um atendimento da pessoa.',
  params: attachmentParams,
  type: 'application/pdf',
  disposition: 'attachment',
  filename: 'anexo.pdf',
  isSandboxed: true,
  refusals: attachmentGone,
  session,
})

/** A change of a ticket that the customer can see. Texts are read by calls, never sent in the stream. */
const ticketChangeSchema = z.object({
  kind: z.literal('ticket'),
  ticket_id: z.string(),
  version: ticketVersionSchema,
})

/**
 * Live changes of the customer's tickets. It ends with the session, which it does not extend, and refuses further streams of
 * one person; then `ticketChangesCall` is polled.
 */
export const ownTicketStream = defineEventStream({
  path: '/api/marketing/promotion/customer-service/events',
  summary: 'Mudanças nos atendimentos da pessoa, ao vivo.',
  event: ticketChangeSchema,
  session,
})

/** The versions of the customer's most recent tickets, for polling: without `since`, or when something changed since then. */
export const ticketChangesCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/customer-service/changes',
  summary: 'O que mudou nos atendimentos da pessoa.',
  query: z.object({
    /** `revision` of the previous answer. */
    since: z.optional(z.string().check(z.maxLength(80))),
  }),
  data: z.object({
    revision: z.string(),
    /** Empty when nothing changed. */
    tickets: z.array(
      z.object({ ticket_id: z.string(), version: ticketVersionSchema, is_unread: z.boolean() }),
    ),
  }),
  refusals: {},
  session,
})
