import { createHash } from 'node:crypto'
import type { uploadRefusals } from '@clube/contract/customer-service/calls.ts'
import type { Tx } from '../../db/database.ts'
import type { Refuse } from '../../kernel/refusal.ts'
import { attachUploads, type Uploader } from './attachment-store.ts'
import { insertMessage, type MessageRow } from './service-message-store.ts'
import type { TicketChange, TicketRow } from './service-ticket-store.ts'

const hourMs = 3_600_000

/** Whole minutes until the windows of hourly limits end. */
export const minutesToNextHour = (now: Date): number =>
  Math.max(1, Math.ceil((hourMs - (now.getTime() % hourMs)) / 60_000))

/** Identifies the content of a request, so that a repetition with other content is refused. */
export const contentHashOf = (content: readonly unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(content)).digest()

export type NewMessage = {
  readonly author: 'customer' | 'staff' | 'system'
  readonly staff_id: string | null
  readonly visibility: 'public' | 'internal'
  readonly body: string
  readonly client_message_id: string | null
  readonly content_hash: Buffer | null
  readonly attachments: readonly string[]
  /** The template with which staff wrote an answer. */
  readonly template_id?: string | null
  /** Whether the customer is told about it, and it counts as unread. */
  readonly isAnswer: boolean
}

/** A message of the system to the customer about what happened to the ticket. */
export const systemMessage = (body: string, { isAnswer = false } = {}): NewMessage => ({
  author: 'system',
  staff_id: null,
  visibility: 'public',
  body,
  client_message_id: null,
  content_hash: null,
  attachments: [],
  isAnswer,
})

/** An internal note of a member. */
export const noteOf = (
  { staff_id }: { readonly staff_id: string },
  content: {
    body: string
    client_message_id?: string
    content_hash?: Buffer
    attachments?: readonly string[]
  },
): NewMessage => ({
  author: 'staff',
  staff_id,
  visibility: 'internal',
  body: content.body,
  client_message_id: content.client_message_id ?? null,
  content_hash: content.content_hash ?? null,
  attachments: content.attachments ?? [],
  isAnswer: false,
})

/**
 * Adds a message to a locked ticket.
 * @param change what the message changes, and messages of the same transaction before it changed
 * @throws {Refusal} customer-service.upload-unknown
 */
export const writeMessage = async (
  tx: Tx,
  input: {
    ticket: Pick<TicketRow, 'id' | 'message_count' | 'customer_id'>
    message: NewMessage
    now: Date
    refuse: Refuse<typeof uploadRefusals>
    change?: TicketChange
  },
): Promise<{ message: MessageRow; change: TicketChange }> => {
  const { ticket, message, now, refuse, change = {} } = input
  const number = (change.message_count ?? ticket.message_count) + 1
  const { attachments, isAnswer, ...stored } = message
  const row = await insertMessage(tx, { ...stored, ticket_id: ticket.id, number, created_at: now })
  await attachTo(tx, { ids: attachments, message: row, uploader: uploaderOf(message, ticket), now, refuse })
  const isPublic = message.visibility === 'public'
  return {
    message: row,
    change: {
      ...change,
      message_count: number,
      ...(isPublic ? { last_message_at: now, last_author: message.author } : {}),
      ...(isAnswer ? { last_sent_number: number } : {}),
    },
  }
}

const uploaderOf = (
  { author, staff_id }: Pick<NewMessage, 'author' | 'staff_id'>,
  ticket: { customer_id: string },
): Uploader => (author === 'customer' ? { customer_id: ticket.customer_id } : { staff_id: staff_id ?? '' })

/**
 * Attaches uploads to a message.
 * @throws {Refusal} customer-service.upload-unknown
 */
export const attachTo = async (
  tx: Tx,
  input: {
    ids: readonly string[]
    message: MessageRow
    uploader: Uploader
    now: Date
    refuse: Refuse<typeof uploadRefusals>
  },
): Promise<void> => {
  const { ids, message, uploader, now, refuse } = input
  const attached = await attachUploads(tx, { ids, message_id: message.id, uploader, now })
  if (attached !== ids.length) throw refuse('customer-service.upload-unknown')
}
