import * as z from 'zod/mini'
import { campaignStates } from '../campaigns/campaign-states.ts'
import { unknownCampaignRefusal, wrongStateRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { deckRefusals } from './refusals.ts'

export const deckStates = ['prepared', 'sealed', 'revealed'] as const
export type DeckState = (typeof deckStates)[number]

/** What is known about a deck without its seed: nothing about individual cards. */
const deckSchema = z.object({
  campaign_id: z.string(),
  state: z.enum(deckStates),
  cards: z.int(),
  days: z.int(),
  prizes: z.array(z.object({ title: z.string(), quantity: z.int(), value_cents: z.int() })),
  /** SHA-256(seed ‖ deck) in hexadecimal. */
  commitment: z.string(),
  /** How often a deck was prepared for the campaign, this one included. */
  preparations: z.int(),
  prepared_at: z.string(),
  /** The name of the member who prepared it. */
  prepared_by: z.nullable(z.string()),
  /** Whether the caller prepared it: then another member must seal it. */
  is_own: z.boolean(),
  /** Null until the deck is sealed. */
  sealed_at: z.nullable(z.string()),
  sealed_by: z.nullable(z.string()),
})
export type DeckView = z.infer<typeof deckSchema>

/** The approved campaigns of the kind with their decks, latest end first. */
export const listScratchCampaignsCall = defineCall({
  method: 'GET',
  path: '/api/staff/scratch-card/campaigns',
  summary: 'Promoções com raspadinhas e os seus baralhos.',
  data: z.array(
    z.object({
      campaign_id: z.string(),
      slug: z.string(),
      title: z.string(),
      /** According to the server's clock. */
      state: z.enum(campaignStates),
      starts_at: z.string(),
      ends_at: z.string(),
      cards: z.int(),
      /** Null until the deck is prepared. */
      deck: z.nullable(z.object({ state: z.enum(deckStates), drawn: z.int(), codes: z.int() })),
    }),
  ),
  refusals: {},
  session: 'staff',
  permission: 'scratch.board',
})

/** The deck of an approved campaign; null until it is prepared. */
export const readDeckCall = defineCall({
  method: 'GET',
  path: '/api/staff/scratch-card/deck',
  summary: 'Baralho de uma raspadinha.',
  query: z.object({ campaign_id: z.uuid() }),
  data: z.object({
    campaign_id: z.string(),
    campaign_title: z.string(),
    slug: z.string(),
    campaign_state: z.enum(campaignStates),
    deck: z.nullable(deckSchema),
  }),
  refusals: unknownCampaignRefusal,
  session: 'staff',
  permission: 'scratch.board',
})

/** Builds the deck of an approved campaign from a new seed; replaces one that is not sealed yet. */
export const prepareDeckCall = defineCall({
  method: 'POST',
  path: '/api/staff/scratch-card/deck/prepare',
  summary: 'Prepara o baralho de uma raspadinha.',
  body: z.object({ campaign_id: z.uuid() }),
  data: deckSchema,
  refusals: { ...unknownCampaignRefusal, ...wrongStateRefusal, ...deckRefusals },
  session: 'staff',
  permission: 'campaigns.edit',
})

/** Seals the deck whose commitment was shown. Repeats return the sealed deck. */
export const sealDeckCall = defineCall({
  method: 'POST',
  path: '/api/staff/scratch-card/deck/seal',
  summary: 'Lacra o baralho de uma raspadinha.',
  body: z.object({
    campaign_id: z.uuid(),
    commitment: z.string().check(z.regex(/^[\da-f]{64}$/, 'Confira o resumo do baralho')),
  }),
  data: deckSchema,
  refusals: {
    ...unknownCampaignRefusal,
    ...wrongStateRefusal,
    ...deckRefusals,
    'scratch-card.unknown-deck': {
      status: 404,
      message: 'O baralho desta promoção ainda não foi preparado.',
    },
    'scratch-card.other-deck': {
      status: 409,
      message: 'O baralho foi preparado de novo. Atualize a página e confira o resumo.',
    },
    'scratch-card.own-deck': {
      status: 403,
      message: 'Quem preparou o baralho não pode lacrá-lo. Peça a outra pessoa.',
    },
  },
  session: 'staff',
  permission: 'scratch.approve',
  second_signature: true,
})
