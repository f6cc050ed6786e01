import * as z from 'zod/mini'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { savedHoldOf } from '../../../platform/storage/saved-hold.ts'

const quoteSchema = z.object({
  quote_id: z.string(),
  partner_points: z.int(),
  club_points: z.int(),
  partner_balance: z.int(),
  expires_at: z.string(),
  needs_password: z.boolean(),
})
export type Quote = z.infer<typeof quoteSchema>

const sentSchema = z.object({ campaign_id: z.string(), quote: quoteSchema, created_at: z.string() })

const saved = savedHoldOf('partnerRedemption', sentSchema)

/**
 * The quote whose redemption was sent and got no response: it may have been done. Until a response arrives, only the same
 * request is sent again, also after a reload, so that nothing is exchanged twice.
 */
export const sentQuote = {
  read: (campaign_id: string): Quote | null => saved.read(campaign_id, serverNow())?.quote ?? null,
  save: (campaign_id: string, quote: Quote): void =>
    saved.save({ campaign_id, quote, created_at: new Date(serverNow()).toISOString() }),
  remove: (): void => saved.remove(),
}
