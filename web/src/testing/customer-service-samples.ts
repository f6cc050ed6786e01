import {
  conversationSchema,
  type newTicketOptionsCall,
  ownTicketSchema,
  type uploadAttachmentCall,
  type Conversation,
  type OwnMessage,
  type OwnTicket,
} from '@clube/contract/customer-service/calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import * as z from 'zod/mini'
import { sampleId, samples } from './samples.ts'

const { receipt } = samples

/** A ticket that waits for its first answer. */
export const ownTicket: OwnTicket = z.parse(ownTicketSchema, {
  ticket_id: sampleId(301),
  protocol: 'SAC-2026-000123-4',
  state: 'new',
  category: 'purchase',
  subject: 'A nota foi recusada por engano',
  is_unread: false,
  version: 1,
  created_at: '2026-11-20T19:12:00.000Z',
  last_message_at: '2026-11-20T19:12:00.000Z',
  first_answer_due_at: '2026-11-23T19:12:00.000Z',
  sla_due_at: '2026-11-27T19:12:00.000Z',
})

const question: OwnMessage = {
  message_id: sampleId(310),
  author: 'customer',
  author_name: null,
  text: 'Cadastrei a nota da livraria e ela foi recusada.\nA loja disse que participa da promoção.',
  attachments: [{ attachment_id: sampleId(320), type: 'image/jpeg', name: 'nota.jpg', bytes: 812_345 }],
  client_message_id: sampleId(330),
  created_at: '2026-11-20T19:12:00.000Z',
}

/** An answer of staff. */
export const answer: OwnMessage = {
  message_id: sampleId(311),
  author: 'staff',
  author_name: 'Gilberto',
  text: 'Olá, Ana! A foto ficou escura no fim da nota. Pode enviar outra, com o total visível?',
  attachments: [],
  client_message_id: null,
  created_at: '2026-11-21T14:20:00.000Z',
}

const resolution: OwnMessage = {
  message_id: sampleId(313),
  author: 'staff',
  author_name: 'Gilberto',
  text: 'Pronto: a nota foi aprovada e os 123 pontos já estão no seu saldo. Em anexo, o comprovante.',
  attachments: [
    { attachment_id: sampleId(321), type: 'application/pdf', name: 'comprovante.pdf', bytes: 48_210 },
  ],
  client_message_id: null,
  created_at: '2026-11-21T14:50:00.000Z',
}

/** An event of the ticket, as the conversation shows it. */
export const systemMessage = (number: number, text: string): OwnMessage => ({
  message_id: sampleId(number),
  author: 'system',
  author_name: null,
  text,
  attachments: [],
  client_message_id: null,
  created_at: '2026-11-21T14:51:00.000Z',
})

/** A conversation that waits for its first answer. */
export const conversation: Conversation = z.parse(conversationSchema, {
  ...ownTicket,
  links: {
    transaction: null,
    purchase: {
      purchase_id: receipt.purchase_id,
      shop_name: receipt.shop_name,
      amount_cents: receipt.amount_cents,
      issued_on: receipt.issued_on,
    },
    campaign: null,
  },
  messages: [question],
  can_reply: true,
  can_reopen: false,
  can_rate: false,
  closes_at: null,
  rating: null,
  continued_in: null,
})

/** Staff have asked something. */
export const waitingConversation: Conversation = {
  ...conversation,
  state: 'waiting_customer',
  version: 3,
  first_answer_due_at: null,
  last_message_at: answer.created_at,
  messages: [question, answer],
}

/** Staff have resolved it: it can be rated and reopened for seven days. */
export const resolvedConversation: Conversation = {
  ...waitingConversation,
  state: 'resolved',
  version: 5,
  sla_due_at: null,
  last_message_at: resolution.created_at,
  messages: [
    question,
    answer,
    resolution,
    systemMessage(314, 'A equipe marcou este atendimento como resolvido.'),
  ],
  can_reopen: true,
  can_rate: true,
  closes_at: '2026-11-28T14:51:00.000Z',
}

/** Closed seven days after its resolution. */
export const closedConversation: Conversation = {
  ...resolvedConversation,
  state: 'closed',
  version: 6,
  can_reply: false,
  can_reopen: false,
  can_rate: false,
  closes_at: null,
}

export const ticketOptions: DataOf<typeof newTicketOptionsCall> = {
  links: { transaction: null, purchase: null, campaign: null },
  terms_to_accept: null,
  first_answer_due_at: '2026-11-23T15:00:00.000Z',
  sla_due_at: '2026-11-30T15:00:00.000Z',
  business_hours: 'seg. a sáb., 10h às 22h',
}

/** The response to an upload of this name. */
export const uploaded = (number: number, name: string): DataOf<typeof uploadAttachmentCall> => ({
  upload_id: sampleId(number),
  attachment: { attachment_id: sampleId(number), type: 'application/pdf', name, bytes: 48_210 },
  expires_at: '2099-01-01T00:00:00.000Z',
})
