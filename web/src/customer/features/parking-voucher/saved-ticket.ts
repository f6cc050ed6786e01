import * as z from 'zod/mini'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { savedHoldOf } from '../../../platform/storage/saved-hold.ts'

const ticketSchema = z.object({
  campaign_id: z.string(),
  ticket_number: z.string(),
  created_at: z.string(),
})

const saved = savedHoldOf('parkingTicket', ticketSchema)

/** The ticket read last, for 15 minutes: people leave the page to register receipts, and come back. Empty without one. */
export const readTicket = (campaign_id: string): string =>
  saved.read(campaign_id, serverNow())?.ticket_number ?? ''

export const saveTicket = (campaign_id: string, ticket_number: string): void =>
  saved.save({ campaign_id, ticket_number, created_at: new Date(serverNow()).toISOString() })

/** Called once the ticket has a voucher. */
export const removeTicket = (): void => saved.remove()
