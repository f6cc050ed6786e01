import * as z from 'zod/mini'
import { unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { awardStates } from './calls.ts'
import { deckStates } from './deck-calls.ts'
import { scratchPrizeKinds } from './settings.ts'

const countsSchema = z.object({
  /** Units in the deck. */
  quantity: z.int(),
  /** Units that were won. */
  awarded: z.int(),
})

const boardSchema = z.object({
  campaign_id: z.string(),
  campaign_title: z.string(),
  /** Null until the deck is prepared. */
  deck_state: z.nullable(z.enum(deckStates)),
  cards: z.int(),
  drawn: z.int(),
  /** Cards whose day has begun and that were not drawn; 0 unless the deck is sealed. */
  drawable: z.int(),
  /**
   * Only prizes won before this instant are counted, in all lists; null if all are. Live counts of wins would tell people
   * with unused codes when to use them.
   */
  wins_before: z._default(z.nullable(z.string()), null),
  /** Cards drawn per club day, oldest first, omitting days that have none. */
  days: z.array(z.object({ day: z.string(), drawn: z.int(), won: z.int() })),
  /** Kinds in the order of the settings. */
  kinds: z.array(z.extend(countsSchema, { kind: z.enum(scratchPrizeKinds) })),
  /** Every prize, in the order of the deck's list; null for members who see only the kinds. */
  prizes: z.nullable(
    z.array(
      z.extend(countsSchema, { kind: z.enum(scratchPrizeKinds), title: z.string(), value_cents: z.int() }),
    ),
  ),
  codes: z.object({ issued: z.int(), used: z.int(), void: z.int() }),
  /** Omits states that no award has; values are null for members who see only the kinds. */
  awards: z.array(z.object({ state: z.enum(awardStates), count: z.int(), value_cents: z.nullable(z.int()) })),
})
export type ScratchBoard = z.infer<typeof boardSchema>

/**
 * The live board of a campaign: counts of drawn cards, prizes, codes and awards, without personal data. It never shows
 * the prize of a card that has not been drawn. Before the deck is revealed, only the Auditor sees every prize, and wins of
 * the current day.
 */
export const readBoardCall = defineCall({
  method: 'GET',
  path: '/api/staff/scratch-card/board',
  summary: 'Painel de uma raspadinha: cartões, prêmios, códigos e entregas.',
  query: z.object({ campaign_id: z.uuid() }),
  data: boardSchema,
  refusals: unknownCampaignRefusal,
  session: 'staff',
  permission: 'scratch.board',
})
