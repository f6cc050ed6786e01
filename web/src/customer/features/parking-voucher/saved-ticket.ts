import * as z from 'zod/mini'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { savedHoldOf } from '../../../platform/storage/saved-hold.ts'

const ticketSchema = z.object({
  campaign_id: z.string(),
  ticket_number: z.string(),
  created_at: z.string(),
})

const saved = savedHoldOf('parkingTicket', ticketSchema)

/** The number of the last ticket, for 15 minutes: people leave the page to register receipts, and return. Empty without one. */
export const readSavedTicket = (campaign_id: string): string =>
  saved.read(campaign_id, serverNow())?.ticket_number ?? ''

/** Stores the number of a ticket that was read. */
export const saveTicket = (campaign_id: string, ticket_number: string): void =>
  saved.save({ campaign_id, ticket_number, created_at: new Date(serverNow()).toISOString() })

/** Called once the ticket has a voucher. */
export const removeSavedTicket = (): void => saved.remove()
