import * as batches from '@clube/contract/scratch-card/batch-calls.ts'
import { readBoardCall, type ScratchBoard } from '@clube/contract/scratch-card/board-calls.ts'
import {
  listScratchCampaignsCall,
  prepareDeckCall,
  readDeckCall,
  sealDeckCall,
  type DeckView,
} from '@clube/contract/scratch-card/deck-calls.ts'
import {
  findCardReceiverCall,
  giveScratchCardsCall,
  undoScratchGiftCall,
  type GivenCards,
  listGivingCampaignsCall,
} from '@clube/contract/scratch-card/gift-calls.ts'
import type { ScratchCardSettings } from '@clube/contract/scratch-card/settings.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { sampleId } from './samples.ts'

const pickup = { pickup_place: 'Balcão do Piso 1', pickup_days: 30 } as const

/** The settings of the campaign with scratch cards. */
export const scratchSettings: ScratchCardSettings = {
  cards: 5000,
  prizes: [
    { kind: 'service', title: 'Jantar para dois', quantity: 20, value_cents: 24_000, ...pickup },
    { kind: 'card', title: 'Vale-compras de R$ 1.000', quantity: 2, value_cents: 100_000, ...pickup },
    { kind: 'goods', title: 'Café com bolo', quantity: 400, value_cents: 2_400, ...pickup },
    { kind: 'points', title: '100 pontos', quantity: 800, value_cents: 500, points: 100 },
  ],
  earned_by: ['paper', 'desk'],
  limit_per_day: 3,
  signature_from_cents: 50_000,
  account_from_cents: null,
}

const campaign_id = sampleId(1500)

/** Approved campaigns: one with a deck that waits for its seal, one that runs, one without a deck. */
export const scratchCampaigns: DataOf<typeof listScratchCampaignsCall> = [
  {
    campaign_id,
    slug: 'raspou-ganhou',
    title: 'Raspou, ganhou',
    state: 'scheduled',
    starts_at: '2026-12-01T13:00:00.000Z',
    ends_at: '2026-12-25T01:00:00.000Z',
    cards: 5000,
    deck: { state: 'prepared', drawn: 0, codes: 0 },
  },
  {
    campaign_id: sampleId(1501),
    slug: 'semana-da-crianca',
    title: 'Semana da Criança',
    state: 'active',
    starts_at: '2026-11-10T13:00:00.000Z',
    ends_at: '2026-11-30T01:00:00.000Z',
    cards: 2000,
    deck: { state: 'sealed', drawn: 612, codes: 1500 },
  },
  {
    campaign_id: sampleId(1502),
    slug: 'volta-as-aulas',
    title: 'Volta às aulas',
    state: 'scheduled',
    starts_at: '2027-01-10T13:00:00.000Z',
    ends_at: '2027-02-10T01:00:00.000Z',
    cards: 1000,
    deck: null,
  },
]

/** A deck that another member prepared. */
export const preparedDeck: DeckView = {
  campaign_id,
  state: 'prepared',
  cards: 5000,
  days: 24,
  prizes: scratchSettings.prizes.map(({ title, quantity, value_cents }) => ({
    title,
    quantity,
    value_cents,
  })),
  commitment: '3fa94c01b27de85690ab12cd34ef56718293a4b5c6d7e8f9a0b1c2d37b20e94f',
  preparations: 1,
  prepared_at: '2026-11-21T13:40:00.000Z',
  prepared_by: 'Ana Souza',
  is_own: false,
  sealed_at: null,
  sealed_by: null,
}

export const sealedDeck: DeckView = {
  ...preparedDeck,
  state: 'sealed',
  sealed_at: '2026-11-21T14:10:00.000Z',
  sealed_by: 'Bruno Lima',
}

export const campaignDeck: DataOf<typeof readDeckCall> = {
  campaign_id,
  campaign_title: 'Raspou, ganhou',
  slug: 'raspou-ganhou',
  campaign_state: 'scheduled',
  deck: preparedDeck,
}

/** The board as an auditor sees it; the fourth day has no draws. */
export const scratchBoard: ScratchBoard = {
  campaign_id,
  campaign_title: 'Raspou, ganhou',
  deck_state: 'sealed',
  cards: 5000,
  drawn: 1_284,
  drawable: 380,
  wins_before: null,
  days: [
    { day: '2026-11-15', drawn: 410, won: 96 },
    { day: '2026-11-16', drawn: 322, won: 81 },
    { day: '2026-11-17', drawn: 205, won: 47 },
    { day: '2026-11-19', drawn: 347, won: 90 },
  ],
  kinds: [
    { kind: 'goods', quantity: 400, awarded: 104 },
    { kind: 'service', quantity: 20, awarded: 5 },
    { kind: 'card', quantity: 2, awarded: 0 },
    { kind: 'points', quantity: 800, awarded: 205 },
  ],
  prizes: scratchSettings.prizes.map(({ kind, title, quantity, value_cents }, index) => ({
    kind,
    title,
    quantity,
    value_cents,
    awarded: [5, 0, 104, 205][index] ?? 0,
  })),
  codes: { issued: 716, used: 1_284, void: 40 },
  awards: [
    { state: 'pending', count: 31, value_cents: 98_400 },
    { state: 'delivered', count: 280, value_cents: 401_500 },
    { state: 'expired', count: 3, value_cents: 7_200 },
  ],
}

/** The same board as marketing sees it: kinds without values, and no wins of the last day. */
export const marketingBoard: ScratchBoard = {
  ...scratchBoard,
  wins_before: '2026-11-19T03:00:00.000Z',
  days: scratchBoard.days.map((each) => (each.day === '2026-11-19' ? { ...each, won: 0 } : each)),
  prizes: null,
  awards: scratchBoard.awards.map((each) => ({ ...each, value_cents: null })),
}

/** A batch that another member requested. */
export const codeBatch: batches.CodeBatch = {
  batch_id: sampleId(1510),
  campaign_id,
  campaign_title: 'Raspou, ganhou',
  state: 'requested',
  count: 500,
  purpose: 'Caixas da Livraria',
  used: 0,
  voided: 0,
  requested_by: 'Ana Souza',
  requested_at: '2026-11-21T14:20:00.000Z',
  approved_by: null,
  approved_at: null,
  handed_out_by: null,
  handed_out_at: null,
  voided_by: null,
  voided_at: null,
  void_reason: null,
  is_own: false,
}

export const approvedBatch: batches.CodeBatch = {
  ...codeBatch,
  batch_id: sampleId(1511),
  state: 'approved',
  purpose: 'Quiosque da Praça',
  approved_by: 'Bruno Lima',
  approved_at: '2026-11-21T14:30:00.000Z',
}

const codeBatches: readonly batches.CodeBatch[] = [
  codeBatch,
  approvedBatch,
  {
    ...approvedBatch,
    batch_id: sampleId(1512),
    state: 'handed_out',
    purpose: 'Revista do shopping',
    count: 1500,
    used: 612,
    voided: 3,
    handed_out_by: 'Ana Souza',
    handed_out_at: '2026-11-21T14:35:00.000Z',
  },
  {
    ...codeBatch,
    batch_id: sampleId(1513),
    state: 'void',
    purpose: 'Folhas perdidas',
    voided_by: 'Ana Souza',
    voided_at: '2026-11-21T14:50:00.000Z',
    void_reason: 'A caixa molhou',
  },
]

export const listedBatches = { batches: [...codeBatches], free_cards: 2_460 }

/** A card that the person received today and did not draw yet. */
export const givenCards: GivenCards = {
  gift_id: sampleId(1521),
  cards: 1,
  waiting: 1,
  taken_back: 0,
  given_at: '2026-11-21T14:05:00.000Z',
  given_by: 'Duda Nogueira',
}

/** A person who may receive cards today. */
export const cardReceiver: NonNullable<DataOf<typeof findCardReceiverCall>['person']> = {
  customer_id: sampleId(1520),
  name: 'Ana Lúcia Pereira',
  document_end: '725',
  left_today: 4,
  reasons: [],
  gifts: [givenCards],
}

const givingCampaigns = [{ campaign_id, title: 'Raspou, ganhou', ends_at: '2026-12-25T01:00:00.000Z' }]

/** The responses that the desk of scratch cards needs to open. */
export const scratchDeskResponses: readonly DeclaredResponse[] = [
  respond(listScratchCampaignsCall, scratchCampaigns),
  respond(readDeckCall, campaignDeck),
  respond(prepareDeckCall, { ...preparedDeck, is_own: true }),
  respond(sealDeckCall, sealedDeck),
  respond(readBoardCall, scratchBoard),
  respond(batches.listCodeBatchesCall, listedBatches),
  respond(batches.reviewCodeBatchesCall, [codeBatch]),
  respond(batches.requestCodeBatchCall, { ...codeBatch, is_own: true }),
  respond(batches.approveCodeBatchCall, approvedBatch),
  respond(batches.voidCodeBatchCall, { ...codeBatch, state: 'void' }),
  respond(batches.voidScratchCodeCall, { batch: codeBatch, repeated: false }),
  respond(listGivingCampaignsCall, givingCampaigns),
  respond(findCardReceiverCall, { person: cardReceiver }),
  respond(giveScratchCardsCall, { cards: 2, left_today: 2, repeated: false }),
  respond(undoScratchGiftCall, { taken_back: 1, drawn: 0, repeated: false }),
]
