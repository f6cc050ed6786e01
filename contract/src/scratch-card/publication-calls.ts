import * as z from 'zod/mini'
import { unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'
import { deckPublicationSchema } from './deck-publication.ts'

/** What is public about a sealed deck: the commitment from the seal on, heads of the chain daily, the seed at the end. */
export const readDeckPublicationCall = defineCall({
  method: 'GET',
  path: '/api/marketing/promotion/scratch-card/deck',
  summary: 'O que é público do baralho lacrado de uma raspadinha.',
  query: z.object({ campaign_id: z.uuid() }),
  data: deckPublicationSchema,
  refusals: unknownCampaignRefusal,
  shared: 'everyone',
})

const campaignParams = z.object({ campaign_id: z.uuid().check(z.toLowerCase()) })

/** The same as a file: a copy to keep from the seal on, and the input of the stand-alone verifier at the end. */
export const deckFile = defineFile({
  path: '/api/marketing/promotion/scratch-card/decks/:campaign_id/deck.json',
  summary: 'O que é público do baralho lacrado de uma raspadinha, para guardar e conferir.',
  params: campaignParams,
  type: 'application/json; charset=utf-8',
  disposition: 'attachment',
  filename: 'deck.json',
  refusals: {},
  session: 'public',
  mayChange: true,
})

/** The draws of a revealed deck, one per line, in order. */
export const drawsFile = defineFile({
  path: '/api/marketing/promotion/scratch-card/decks/:campaign_id/draws.txt',
  summary: 'Os sorteios de uma raspadinha encerrada, para conferir.',
  params: campaignParams,
  type: 'text/plain; charset=utf-8',
  disposition: 'attachment',
  filename: 'draws.txt',
  refusals: {},
  session: 'public',
})
