import * as z from 'zod/mini'
import { campaignStates } from '../campaigns/campaign-states.ts'
import { unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { deckStates } from './deck-calls.ts'
import { scratchPrizeKinds, scratchSources } from './settings.ts'

/** A campaign's prizes and how its cards are earned, from its settings; nothing about individual cards. */
const scratchOfferSchema = z.object({
  /** Number of cards in the deck. */
  cards: z.int(),
  /** Units are those of the whole deck, not what is left. */
  prizes: z.array(
    z.object({
      kind: z.enum(scratchPrizeKinds),
      title: z.string(),
      quantity: z.int(),
      value_cents: z.int(),
    }),
  ),
  earned_by: z.array(z.enum(scratchSources)),
  /** Draws per person and club day; null for no limit. */
  limit_per_day: z.nullable(z.int()),
  /** Null until the deck is sealed; nothing can be drawn before. */
  deck: z.nullable(z.enum(deckStates).check(z.refine((state) => state !== 'prepared'))),
})
export type ScratchOffer = z.infer<typeof scratchOfferSchema>

/** The campaign of a printed link, by its public number, also before its start and after its end. */
export const findScratchCampaignCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/scratch-card/campaign',
  summary: 'A promoção de um endereço impresso, pelo número.',
  query: z.object({ cd_identificador: z.string().check(z.regex(/^[1-9]\d{0,8}$/)) }),
  data: z.object({
    slug: z.string(),
    /** According to the server's clock. */
    state: z.enum(campaignStates),
    starts_at: z.string(),
    ends_at: z.string(),
  }),
  refusals: unknownCampaignRefusal,
  shared: 'everyone',
})

/** The prizes and the rules of a scratch-card campaign, for everyone. */
export const readScratchOfferCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/scratch-card/offer',
  summary: 'Prêmios e regras de uma raspadinha.',
  query: z.object({ campaign_id: z.uuid() }),
  data: scratchOfferSchema,
  refusals: unknownCampaignRefusal,
  shared: 'everyone',
})
