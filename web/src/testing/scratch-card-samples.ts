import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import type { CreditProgress } from '@clube/contract/campaigns/credit-calls.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import type { DrawnCard, listMyScratchCardsCall, WonPrize } from '@clube/contract/scratch-card/calls.ts'
import type { ScratchOffer } from '@clube/contract/scratch-card/offer-calls.ts'
import { withCheckCharacter } from '@clube/contract/scratch-card/scratch-code.ts'
import { sampleId, sampleNow, samples } from './samples.ts'

type OwnCards = DataOf<typeof listMyScratchCardsCall>
type OwnCard = OwnCards['drawn'][number]

/** A promotion whose scratch cards are earned with printed codes. */
export const scratchCampaign: CampaignPage = {
  ...samples.campaign,
  campaign_id: sampleId(60),
  cd_identificador: 31,
  slug: 'raspadinha-da-sorte',
  kind: 'scratch_card',
  title: 'Raspadinha da sorte',
  summary: 'Raspe o código impresso na sua embalagem e veja na hora se ganhou.',
  audience: { document_types: ['cpf'], minimum_age: 18 },
}

export const scratchOffer: ScratchOffer = {
  cards: 20_000,
  prizes: [
    { kind: 'card', title: 'Vale-compras de R$ 1.000', quantity: 5, value_cents: 100_000 },
    { kind: 'service', title: 'Par de ingressos de cinema', quantity: 200, value_cents: 7_200 },
    { kind: 'goods', title: 'Café com bolo', quantity: 1500, value_cents: 2_400 },
    { kind: 'points', title: '100 pontos', quantity: 2000, value_cents: 500 },
  ],
  earned_by: ['paper'],
  limit_per_day: 3,
  deck: 'sealed',
}

const pickup = {
  points: null,
  pickup_place: 'Balcão do Piso 1, ao lado da escada rolante',
  pickup_until: '2027-01-20T03:00:00.000Z',
} as const

/** A prize of each kind. */
export const scratchPrizes = {
  goods: { kind: 'goods', title: 'Café com bolo', value_cents: 2_400, ...pickup },
  service: { kind: 'service', title: 'Par de ingressos de cinema', value_cents: 7_200, ...pickup },
  card: { kind: 'card', title: 'Vale-compras de R$ 1.000', value_cents: 100_000, ...pickup },
  points: {
    kind: 'points',
    title: '100 pontos',
    value_cents: 500,
    points: 100,
    pickup_place: null,
    pickup_until: null,
  },
} as const satisfies Record<WonPrize['kind'], WonPrize>

/** A code with its check character. */
export const scratchCode = withCheckCharacter('K7QM2XPD9FHT3AC')

/** A drawn card. */
export const drawnCard = (prize: WonPrize | null, position = 1204): DrawnCard => ({
  campaign_id: scratchCampaign.campaign_id,
  position,
  prize,
  drawn_at: sampleNow,
  head: '5f0c1d8a93b7e4263c5d9e81f4a70b62d91c8e35fa7406bd28e1937c54a6f0b8',
})

/** A drawn card as listed for its owner. */
export const ownCard = (
  prize: WonPrize | null,
  position: number,
  state: 'pending' | 'delivered' | 'expired' = 'pending',
): OwnCard => ({
  ...drawnCard(prize, position),
  transaction_id: sampleId(8000 + position),
  drawn_at: '2026-11-20T18:30:00.000Z',
  campaign_title: scratchCampaign.title,
  code: null,
  award: prize && { award_id: sampleId(6000 + position), state },
})

/** No cards. */
export const noCards: OwnCards = { waiting: [], drawn: [] }

/** A card given at the desk. */
export const waitingCard: OwnCards['waiting'][number] = {
  campaign_id: scratchCampaign.campaign_id,
  campaign_title: scratchCampaign.title,
  cd_identificador: scratchCampaign.cd_identificador,
  code: scratchCode,
  given_at: sampleNow,
}

/** Cards given at the desk, and drawn ones with different results and states. */
export const myCards: OwnCards = {
  waiting: [waitingCard, { ...waitingCard, code: withCheckCharacter('222222222222222') }],
  drawn: [
    ownCard(scratchPrizes.service, 1190),
    ownCard(null, 1102),
    ownCard(scratchPrizes.points, 988, 'delivered'),
    ownCard(scratchPrizes.goods, 640, 'expired'),
    ownCard(null, 611),
  ],
}

/** Receipts that allow two cards. */
export const scratchCredit: CreditProgress = {
  ...samples.giftCredit,
  campaign_id: scratchCampaign.campaign_id,
  kind: 'scratch_card',
  slug: scratchCampaign.slug,
  title: scratchCampaign.title,
  spend_rule: spendRuleOf({ every_cents: 10_000, participations: 1 }),
  participations: 2,
  reached_cents: 4_250,
  missing_cents: 5_750,
}

/** The promotion with cards earned by receipts. */
export const receiptCampaign: CampaignPage = {
  ...scratchCampaign,
  spend_rule: spendRuleOf({ every_cents: 10_000, participations: 1 }),
}
