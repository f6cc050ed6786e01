import { clubYearOf } from '@clube/contract/kernel/club-time.ts'
import {
  type findSimilarTicketsCall,
  newTicketCall,
  type newTicketOptionsCall,
  type SimilarTicket,
} from '@clube/contract/customer-service/calls.ts'
import { ticketStateAt } from '@clube/contract/customer-service/service-ticket-states.ts'
import { ticketCategories, type TicketCategory } from '@clube/contract/customer-service/service-ticket.ts'
import type { DataOf, ParsedBodyOf, ParsedQueryOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { describeHours, openingDayOf, targetsOf } from './business-hours.ts'
import type { CustomerServiceDeps, LinkedIds } from './deps.ts'
import { currentHours } from './edit-hours.ts'
import type { ServiceEvents } from './service-events.ts'
import { insertMessage } from './service-message-store.ts'
import { findTicketByRequest, insertTicket, listSimilar, type TicketRow } from './service-ticket-store.ts'
import { protocolOf } from './ticket-views.ts'
import { attachTo, contentHashOf, minutesToNextHour } from './write-message.ts'

const refuse = refusalsOf(newTicketCall)

type NewTicketRequest = ParsedBodyOf<typeof newTicketCall> & { readonly customer_id: string }

/**
 * Opens a ticket with its first message. A repeated request returns the first answer.
 * @throws {Refusal} customer-service.terms-required, link-unknown, too-many, upload-unknown, message-reused
 */
export const openServiceTicket = async (
  deps: CustomerServiceDeps & { readonly events: ServiceEvents },
  input: NewTicketRequest,
): Promise<DataOf<typeof newTicketCall>> => {
  const { customer_id, client_request_id, category, subject } = input
  const links = linkedIdsOf(input)
  const request_hash = contentHashOf([category, subject, input.message, links, input.attachments])
  const repeated = await findTicketByRequest(deps.db, { customer_id, client_request_id })
  if (repeated) return answerOf(deps, repeated, request_hash)
  if ((await deps.findTermsToAccept(deps.db, customer_id)) !== null)
    throw refuse('customer-service.terms-required')
  if (!(await deps.areOwn(deps.db, { ...links, customer_id }))) throw refuse('customer-service.link-unknown')
  const now = deps.clock()
  const ticket = await inTransaction(deps.db, async (tx) => {
    const hours = await currentHours(deps, tx)
    const inserted = await insertTicket(tx, {
      ...links,
      ...targetsOf(hours, now),
      protocol_year: clubYearOf(now, hours.time_zone),
      customer_id,
      client_request_id,
      request_hash,
      area: ticketCategories[category].area,
      category,
      subject,
      created_at: now,
      opened_on: openingDayOf(hours, now),
    })
    // The same request arrived twice at the same time.
    if (!inserted) return null
    if (!(await deps.limits.within(tx).spend('service-tickets', customer_id, now)))
      throw refuse('customer-service.too-many', { minutes: minutesToNextHour(now) })
    const message = await insertMessage(
      tx,
      {
        ticket_id: inserted.id,
        number: 1,
        author: 'customer',
        staff_id: null,
        visibility: 'public',
        body: input.message,
        client_message_id: client_request_id,
        content_hash: request_hash,
        created_at: now,
      },
      `${subject}\n${input.message}`,
    )
    await attachTo(tx, { ids: input.attachments, message, uploader: { customer_id }, now, refuse })
    await deps.events.publish(tx, { ticket_id: inserted.id, customer_id, version: 1, is_public: true })
    return inserted
  })
  const stored = ticket ?? (await findTicketByRequest(deps.db, { customer_id, client_request_id }))
  if (!stored) throw new Error('The ticket of the request was not found')
  return answerOf(deps, stored, request_hash)
}

const linkedIdsOf = (input: {
  transaction_id?: string | undefined
  purchase_id?: string | undefined
  campaign_id?: string | undefined
}): LinkedIds => ({
  transaction_id: input.transaction_id ?? null,
  purchase_id: input.purchase_id ?? null,
  campaign_id: input.campaign_id ?? null,
})

const answerOf = async (
  deps: CustomerServiceDeps,
  ticket: TicketRow,
  request_hash: Buffer,
): Promise<DataOf<typeof newTicketCall>> => {
  if (!ticket.request_hash.equals(request_hash)) throw refuse('customer-service.message-reused')
  return {
    ticket_id: ticket.id,
    protocol: protocolOf(ticket),
    state: ticketStateAt(ticket, deps.clock()),
    sla_due_at: ticket.due_at.toISOString(),
    first_answer_due_at: ticket.first_answer_due_at.toISOString(),
    similar: await findSimilar(deps, deps.db, { ...ticket, except: ticket.id }),
  }
}

const findSimilar = async (
  deps: CustomerServiceDeps,
  db: Db,
  input: LinkedIds & {
    customer_id: string
    category: TicketCategory
    subject: string
    except: string | null
  },
): Promise<SimilarTicket[]> => {
  const now = deps.clock()
  return (await listSimilar(db, input)).map((ticket) => ({
    ticket_id: ticket.id,
    protocol: protocolOf(ticket),
    subject: ticket.subject,
    state: ticketStateAt(ticket, now),
  }))
}

/** Open tickets of the customer about the same, as a warning. */
export const findSimilarTickets = (
  deps: CustomerServiceDeps,
  input: ParsedBodyOf<typeof findSimilarTicketsCall> & { customer_id: string },
): Promise<SimilarTicket[]> => findSimilar(deps, deps.db, { ...input, ...linkedIdsOf(input), except: null })

/** What the form of a new ticket shows. Other people's receipts and participations are not described. */
export const readNewTicketOptions = async (
  deps: CustomerServiceDeps,
  input: ParsedQueryOf<typeof newTicketOptionsCall> & { customer_id: string },
): Promise<DataOf<typeof newTicketOptionsCall>> => {
  const { customer_id } = input
  const ids = linkedIdsOf(input)
  const areOwn = await deps.areOwn(deps.db, { ...ids, customer_id })
  const version = await deps.findTermsToAccept(deps.db, customer_id)
  const hours = await currentHours(deps, deps.db)
  const { first_answer_due_at, due_at } = targetsOf(hours, deps.clock())
  return {
    links: await deps.describeLinks(deps.db, areOwn ? ids : linkedIdsOf({})),
    terms_to_accept: version === null ? null : { version },
    first_answer_due_at: first_answer_due_at.toISOString(),
    sla_due_at: due_at.toISOString(),
    business_hours: describeHours(hours),
  }
}
