import * as z from 'zod/mini'
import { invalidFilterMessage, opaqueCursor } from '../kernel/cursor.ts'
import { defineCall } from '../kernel/call.ts'
import { defineEventStream } from '../kernel/event-stream.ts'
import { defineFile } from '../kernel/served-file.ts'
import {
  areaSchema,
  attachmentSchema,
  categorySchema,
  prioritySchema,
  ticketLinksSchema,
  ticketStateSchema,
  ticketVersionSchema,
} from './service-ticket.ts'

const access = { session: 'staff', permission: 'tickets.answer' } as const

const memberSchema = z.object({ staff_id: z.string(), name: z.string() })
export type ServiceMember = z.infer<typeof memberSchema>

/** A ticket as a row of the desk: no personal data but the customer's given name. */
export const queuedTicketSchema = z.object({
  ticket_id: z.string(),
  protocol: z.string(),
  state: ticketStateSchema,
  area: areaSchema,
  category: categorySchema,
  priority: prioritySchema,
  subject: z.string(),
  /** Given name; null after the account was erased. */
  customer_name: z.nullable(z.string()),
  assignee: z.nullable(memberSchema),
  version: ticketVersionSchema,
  created_at: z.string(),
  last_message_at: z.string(),
  /** Who wrote the last message that the customer can read. */
  last_author: z.enum(['customer', 'staff', 'system']),
  /** Until when to answer for the first time; null after that. */
  first_answer_due_at: z.nullable(z.string()),
  /** Until when to solve it. */
  due_at: z.string(),
  /** The next deadline: that of the first answer, then that of the solution; null for resolved and closed tickets. */
  next_due_at: z.nullable(z.string()),
})
export type QueuedTicket = z.infer<typeof queuedTicketSchema>

/** Parts of the queue. `active` waits for staff; `waiting` for customers; `done` is resolved or closed, newest first. */
export const ticketQueues = ['active', 'waiting', 'done'] as const
export type TicketQueue = (typeof ticketQueues)[number]

/** The overview counts at most this many waiting tickets, in order of the queue. */
export const maxCountedTickets = 50_000

/** `mine`, `nobody` or the id of a member. */
const assigneeFilter = z.optional(
  z.union([z.enum(['mine', 'nobody']), z.uuid()], { error: invalidFilterMessage }),
)

const filterFields = {
  queue: z._default(z.enum(ticketQueues, { error: invalidFilterMessage }), 'active'),
  area: z.optional(areaSchema),
  category: z.optional(categorySchema),
  priority: z.optional(prioritySchema),
  assignee: assigneeFilter,
  /** Only tickets whose next deadline has passed. */
  overdue: z.optional(z.enum(['yes'], { error: invalidFilterMessage })),
} as const

/** The queue in order of priority `urgent` first, then of the next deadline; 50 per page. */
export const ticketQueueCall = defineCall({
  method: 'GET',
  path: '/api/staff/customer-service/queue',
  summary: 'Atendimentos em ordem de prazo.',
  query: z.object({ ...filterFields, cursor: opaqueCursor }),
  data: z.array(queuedTicketSchema),
  refusals: {},
  paged: true,
  ...access,
})

const countSchema = z.object({ active: z.int(), unassigned: z.int(), mine: z.int(), overdue: z.int() })

/** Numbers for the tabs of the desk and the members who can be assigned; at most a second old. */
export const deskOverviewCall = defineCall({
  method: 'GET',
  path: '/api/staff/customer-service/overview',
  summary: 'Quantos atendimentos esperam, e quem atende.',
  data: z.object({
    counts: countSchema,
    areas: z.array(z.object({ area: areaSchema, active: z.int(), overdue: z.int() })),
    members: z.array(memberSchema),
    me: z.string(),
  }),
  refusals: {},
  ...access,
})
export type DeskOverview = z.infer<(typeof deskOverviewCall)['data']>

/** A message as staff see it. */
export const deskMessageSchema = z.object({
  message_id: z.string(),
  author: z.enum(['customer', 'staff', 'system']),
  /** Full name of the staff member; null for other authors. */
  author_name: z.nullable(z.string()),
  /** `internal` is never shown to customers. */
  visibility: z.enum(['public', 'internal']),
  text: z.string(),
  attachments: z.array(attachmentSchema),
  client_message_id: z.nullable(z.string()),
  created_at: z.string(),
  /** Whether the customer has read it; always true for messages of the customer. */
  is_read: z.boolean(),
})
export type DeskMessage = z.infer<typeof deskMessageSchema>

/** A ticket with its conversation, oldest message first. */
export const deskTicketSchema = z.extend(queuedTicketSchema, {
  customer: z.object({
    customer_id: z.string(),
    /** Null after the account was erased. */
    name: z.nullable(z.string()),
    /** Masked. */
    document: z.string(),
    /** Whether the caller may open the customer's page. */
    can_open_page: z.boolean(),
    open_tickets: z.int(),
    tickets: z.int(),
  }),
  links: ticketLinksSchema,
  messages: z.array(deskMessageSchema),
  resolved_at: z.nullable(z.string()),
  closes_at: z.nullable(z.string()),
  first_answered_at: z.nullable(z.string()),
  rating: z.nullable(z.object({ rating: z.int(), comment: z.nullable(z.string()), rated_at: z.string() })),
  merged_into: z.nullable(z.object({ ticket_id: z.string(), protocol: z.string() })),
  merged_from: z.array(z.object({ ticket_id: z.string(), protocol: z.string(), subject: z.string() })),
  /** Other members who have announced that they are answering. */
  replying: z.array(memberSchema),
})
export type DeskTicket = z.infer<typeof deskTicketSchema>

export const deskUnknownRefusal = {
  'customer-service.unknown': { status: 404, message: 'Atendimento não encontrado.' },
} as const

/** Opens a ticket; each opening has an audit line. A POST because of that line. */
export const openTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/open',
  summary: 'Abre um atendimento com a conversa.',
  body: z.object({ ticket_id: z.uuid() }),
  data: deskTicketSchema,
  refusals: deskUnknownRefusal,
  ...access,
})

/** Reads an open ticket again after a change, without a further audit line: only within 30 minutes of opening it. */
export const refreshTicketCall = defineCall({
  method: 'GET',
  path: '/api/staff/customer-service/ticket/:ticket_id',
  summary: 'Atualiza um atendimento que a pessoa abriu.',
  params: z.object({ ticket_id: z.uuid() }),
  data: deskTicketSchema,
  refusals: {
    ...deskUnknownRefusal,
    'customer-service.not-open': { status: 409, message: 'Abra o atendimento de novo.' },
  },
  ...access,
})

/** The other tickets of the customer of a ticket, newest first. */
export const listTicketsOfCustomerCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/of-customer',
  summary: 'Os outros atendimentos da mesma pessoa.',
  body: z.object({ ticket_id: z.uuid() }),
  data: z.array(queuedTicketSchema),
  refusals: deskUnknownRefusal,
  ...access,
})

export const searchResultLimit = 50
export const searchTextMaxLength = 120
export const searchMessage = 'Digite um protocolo, um documento ou palavras com pelo menos 2 letras.'

const hitSchema = z.object({
  ticket: queuedTicketSchema,
  /** Text around the words that were found, and when it was written; null where the ticket itself matches. */
  excerpt: z.nullable(z.string()),
  found_at: z.nullable(z.string()),
})
export type TicketHit = z.infer<typeof hitSchema>

/**
 * Finds tickets by protocol, by the customer's CPF or CNPJ, or by words of subject and messages, ignoring accents and endings:
 * the newest 50 hits. A POST, so that no personal data appears in a URL.
 */
export const searchTicketsCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/search',
  summary: 'Procura atendimentos por protocolo, documento ou palavras.',
  body: z.object({
    text: z
      .string({ error: searchMessage })
      .check(z.trim(), z.minLength(2, searchMessage), z.maxLength(searchTextMaxLength, searchMessage)),
  }),
  data: z.object({
    by: z.enum(['protocol', 'document', 'words']),
    hits: z.array(hitSchema),
    /** Whether older hits exist that are not shown. */
    has_more: z.boolean(),
  }),
  refusals: {
    'customer-service.too-many-searches': {
      status: 429,
      message: 'Você fez muitas buscas. Tente de novo em {minutes} {minutes|minuto|minutos}.',
    },
  },
  ...access,
})

const attachmentParams = z.object({ attachment_id: z.uuid() })
const attachmentGone = {
  'customer-service.attachment-unknown': { status: 404, message: 'Anexo não encontrado.' },
} as const

/** A picture of a conversation or of the member's own upload; each look has an audit line. */
export const deskPictureFile = defineFile({
  path: '/api/staff/customer-service/attachment/:attachment_id/anexo.jpg',
  summary: 'Uma foto de um atendimento.',
  params: attachmentParams,
  type: 'image/jpeg',
  disposition: 'attachment',
  filename: 'anexo.jpg',
  isSandboxed: true,
  refusals: attachmentGone,
  ...access,
})

/** A PDF of a conversation or of the member's own upload; each look has an audit line. */
export const deskDocumentFile = defineFile({
  path: '/api/staff/customer-service/attachment/:attachment_id/anexo.pdf',
  summary: 'Um PDF de um atendimento.',
  params: attachmentParams,
  type: 'application/pdf',
  disposition: 'attachment',
  filename: 'anexo.pdf',
  isSandboxed: true,
  refusals: attachmentGone,
  ...access,
})

/** What arrives live at the desk; texts are read by calls. `replying` lists everyone who is answering the ticket. */
const deskEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ticket'), ticket_id: z.string(), version: ticketVersionSchema }),
  z.object({ kind: z.literal('presence'), ticket_id: z.string(), replying: z.array(memberSchema) }),
])

/** Live changes of all tickets and who is answering. It ends with the session, which it does not extend. */
export const deskStream = defineEventStream({
  path: '/api/staff/customer-service/events',
  summary: 'Mudanças nos atendimentos, ao vivo.',
  event: deskEventSchema,
  ...access,
})

/** Announces that the member is answering a ticket (repeated every 10 seconds, valid for 25), or no longer is. */
export const announceReplyCall = defineCall({
  method: 'POST',
  path: '/api/staff/customer-service/replying',
  summary: 'Mostra às outras pessoas quem está respondendo.',
  body: z.object({ ticket_id: z.uuid(), is_replying: z.boolean() }),
  data: z.object({ replying: z.array(memberSchema) }),
  refusals: deskUnknownRefusal,
  ...access,
})
/** How often to repeat an announcement, and how long it is valid. */
export const announcementEverySeconds = 10
export const announcementSeconds = 25

/** Whether the queue or a ticket changed, for polling where the stream is not available. */
export const deskChangesCall = defineCall({
  method: 'GET',
  path: '/api/staff/customer-service/changes',
  summary: 'O que mudou nos atendimentos.',
  query: z.object({
    ticket_id: z.optional(z.uuid()),
    /** `revision` of the previous answer. */
    since: z.optional(z.string().check(z.maxLength(80))),
  }),
  data: z.object({
    revision: z.string(),
    has_changed: z.boolean(),
    /** The version of the ticket that was asked for; null without one. */
    version: z.nullable(ticketVersionSchema),
    replying: z.array(memberSchema),
  }),
  refusals: {},
  ...access,
})
