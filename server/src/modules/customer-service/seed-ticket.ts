import type { AnswerOutcome } from '@clube/contract/customer-service/action-calls.ts'
import { uploadRefusals } from '@clube/contract/customer-service/calls.ts'
import { nextTicketState } from '@clube/contract/customer-service/service-ticket-states.ts'
import {
  ticketCategories,
  type TicketCategory,
  type TicketPriority,
} from '@clube/contract/customer-service/service-ticket.ts'
import { clubYearOf } from '@clube/contract/kernel/club-time.ts'
import { randomUUID } from 'node:crypto'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { PhotoStorage } from '../photos/index.ts'
import { insertTemplate } from './answer-template-store.ts'
import { storeUpload } from './attachments.ts'
import { openingDayOf, targetsOf, type BusinessHours } from './business-hours.ts'
import { closeDuplicate } from './merge-tickets.ts'
import { insertMessage } from './service-message-store.ts'
import {
  changeTicket,
  insertTicket,
  saveRead,
  type TicketChange,
  type TicketRow,
} from './service-ticket-store.ts'
import { attachTo, contentHashOf, writeMessage } from './write-message.ts'

const hourMs = 3_600_000
const refuse = refusalsOf({ refusals: uploadRefusals })

/** What happened in a conversation of the demonstration after its first message. */
export type SeedStep = { readonly hours: number; readonly text: string } & (
  | { readonly by: 'customer' }
  | { readonly by: 'note'; readonly staff_id: string }
  | { readonly by: 'staff'; readonly staff_id: string; readonly outcome: AnswerOutcome }
)

/** A conversation of the demonstration, with the rating of its service if there is one. */
export type TicketSeed = {
  readonly category: TicketCategory
  readonly priority?: TicketPriority
  readonly subject: string
  readonly message: string
  /** The participation or the purchase that it is about. */
  readonly transaction_id?: string | undefined
  readonly purchase_id?: string | undefined
  /** A picture in the first message, if there is a store for it. */
  readonly picture?: { readonly name: string; readonly draw: () => Promise<Uint8Array> }
  /** A second conversation about the same, opened `hours` later and merged into this one. */
  readonly duplicate?: { readonly hours: number; readonly message: string }
  readonly steps: readonly SeedStep[]
  readonly rating?: { readonly rating: number; readonly comment: string | null }
  /** Whether the customer has read all answers. */
  readonly isRead?: true
}

type SeedInput = { customer_id: string; opened_at: Date; hours: BusinessHours; ticket: TicketSeed }

/** Opens a ticket in the past and replays its conversation. */
export const seedServiceTicket = async (
  db: Db,
  { photos, ...input }: SeedInput & { photos: PhotoStorage | null },
): Promise<void> => {
  const { customer_id, opened_at, ticket: seed } = input
  const uploads: string[] = []
  if (seed.picture && photos) {
    const { name, draw } = seed.picture
    const file = { type: 'image/jpeg' as const, bytes: await draw(), name }
    const { id } = await storeUpload({ db, photos }, { ...file, uploader: { customer_id }, now: opened_at })
    uploads.push(id)
  }
  await inTransaction(db, async (tx) => {
    let ticket = await openTicket(tx, input, uploads)
    if (seed.priority) ticket = await changeTicket(tx, ticket, { priority: seed.priority }, opened_at)
    for (const step of seed.steps) {
      const at = new Date(opened_at.getTime() + step.hours * hourMs)
      const { change } = await writeMessage(tx, {
        ticket,
        message: {
          author: step.by === 'customer' ? 'customer' : 'staff',
          staff_id: step.by === 'customer' ? null : step.staff_id,
          visibility: step.by === 'note' ? 'internal' : 'public',
          body: step.text,
          client_message_id: null,
          content_hash: null,
          attachments: [],
          isAnswer: step.by === 'staff',
        },
        now: at,
        refuse,
      })
      ticket = await changeTicket(tx, ticket, { ...change, ...changeOf(step, ticket, at) }, at)
    }
    const { rating } = seed
    if (rating)
      ticket = await changeTicket(
        tx,
        ticket,
        { rating: rating.rating, rating_comment: rating.comment, rated_at: ticket.resolved_at },
        ticket.changed_at,
      )
    if (seed.duplicate) {
      const at = new Date(opened_at.getTime() + seed.duplicate.hours * hourMs)
      const again = { ...input, opened_at: at, ticket: { ...seed, message: seed.duplicate.message } }
      const duplicate = await openTicket(tx, again, [])
      const now = new Date(at.getTime() + hourMs)
      const { change } = await closeDuplicate(tx, { ticket: duplicate, into: ticket, now })
      ticket = await changeTicket(tx, ticket, change, now)
    }
    if (seed.isRead) await saveRead(tx, { id: ticket.id, number: ticket.message_count })
  })
}

const openTicket = async (
  tx: Tx,
  { customer_id, opened_at, hours, ticket: seed }: SeedInput,
  uploads: readonly string[],
): Promise<TicketRow> => {
  const { category, subject, message } = seed
  const ticket = await insertTicket(tx, {
    ...targetsOf(hours, opened_at),
    protocol_year: clubYearOf(opened_at, hours.time_zone),
    customer_id,
    client_request_id: randomUUID(),
    request_hash: contentHashOf([subject]),
    area: ticketCategories[category].area,
    category,
    subject,
    transaction_id: seed.transaction_id ?? null,
    purchase_id: seed.purchase_id ?? null,
    campaign_id: null,
    created_at: opened_at,
    opened_on: openingDayOf(hours, opened_at),
  })
  if (!ticket) throw new Error('The ticket was not inserted')
  const first = await insertMessage(
    tx,
    {
      ticket_id: ticket.id,
      number: 1,
      author: 'customer',
      staff_id: null,
      visibility: 'public',
      body: message,
      client_message_id: null,
      content_hash: null,
      created_at: opened_at,
    },
    `${subject}\n${message}`,
  )
  const uploader = { customer_id }
  await attachTo(tx, { ids: uploads, message: first, uploader, now: opened_at, refuse })
  return ticket
}

const eventOf = { continue: 'staff_reply', ask: 'ask_customer', resolve: 'resolve' } as const

const changeOf = (
  step: SeedStep,
  ticket: {
    state: Parameters<typeof nextTicketState>[0]
    assignee_id: string | null
    first_answered_at: Date | null
  },
  at: Date,
): TicketChange => {
  if (step.by === 'note') return { assignee_id: ticket.assignee_id ?? step.staff_id }
  const event = step.by === 'customer' ? 'customer_reply' : eventOf[step.outcome]
  const state = nextTicketState(ticket.state, event)
  if (state === null) throw new Error(`The demonstration's ticket does not allow ${event}`)
  if (step.by === 'customer') return { state, resolved_at: null }
  return {
    state,
    resolved_at: state === 'resolved' ? at : null,
    assignee_id: ticket.assignee_id ?? step.staff_id,
    first_answered_at: ticket.first_answered_at ?? at,
  }
}

/** Templates of the demonstration. */
export const seedTemplates = (
  db: Db,
  {
    templates,
    staff_id,
    now,
  }: {
    templates: readonly { title: string; text: string; outcome: AnswerOutcome | null }[]
    staff_id: string
    now: Date
  },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const template of templates)
      await insertTemplate(tx, {
        ...template,
        template_id: randomUUID(),
        version: 1,
        category: null,
        priority: null,
        changed_by: staff_id,
        changed_at: now,
      })
  })
