import { drawScratchCardCall, listMyScratchCardsCall } from '@clube/contract/scratch-card/calls.ts'
import { findCampaignFacts } from '../campaigns/index.ts'
import { promotionConformance } from '../campaigns/promotion-conformance.testing.ts'
import { adults, dataOf, useScratchClub, winningSettings } from './scratch-club.testing.ts'

const club = useScratchClub()

const [dinner] = winningSettings.prizes
if (!dinner) throw new Error('The settings have no prizes')

type Opened = { transaction_id: string; campaign_id: string }

/** A request with a new code. */
const otherRequest = async ({ transaction_id: transacao_id, campaign_id }: Opened) => {
  const facts = (await findCampaignFacts(club.database.db, [campaign_id])).get(campaign_id)
  const [alphanumero] = await club.codes(campaign_id, 1)
  return { body: { alphanumero, cd_identificador: facts?.cd_identificador, transacao_id } }
}

const requests = new Map<string, ReturnType<typeof otherRequest>>()

/** The same request for the same participation. */
const request = (opened: Opened) => {
  const { transaction_id } = opened
  const made = requests.get(transaction_id) ?? otherRequest(opened)
  requests.set(transaction_id, made)
  return made
}

const countPending = async (customer_id: string): Promise<number> => {
  const { count } = await club.database.db
    .selectFrom('scratch_award')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customer_id)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return count
}

promotionConformance({
  kind: 'scratch_card',
  club,
  call: drawScratchCardCall,
  // Every card wins a prize to pick up, whose award is pending.
  campaign: () => club.sealedCampaign({ prizes: [{ ...dinner, quantity: 240 }] }),
  request,
  otherRequest,
  effects: countPending,
  visibleEffects: async (browser) => dataOf(await browser.send(listMyScratchCardsCall)).drawn.length,
  storedData: async (customer_id) => {
    const { db } = club.database
    const draws = await db
      .selectFrom('scratch_draw')
      .selectAll()
      .where('customer_id', '=', customer_id)
      .execute()
    return JSON.stringify(draws)
  },
  personalData: [],
  settings: winningSettings,
  plan: { audience: adults },
  invalidSettings: [
    { settings: {}, paths: ['cards', 'prizes', 'earned_by', 'limit_per_day'] },
    { settings: { ...winningSettings, every: 1 }, paths: [''] },
    { settings: { ...winningSettings, cards: 10 }, paths: ['cards'] },
  ],
  effectsAfterDeletion: { requested: 1, final: 0 },
  ownData: async ({ campaign_id }) => ({
    scratch_gifts: [],
    scratch_cards: { waiting: [], drawn: [{ campaign_id, position: 1, award: { state: 'pending' } }] },
  }),
  refusals: {
    'scratch-card.invalid-code': async () => {
      const campaign = await club.sealedCampaign()
      return club.play(await club.join(), campaign, '2222-2222-2222-2222')
    },
    'scratch-card.code-used': async () => {
      const campaign = await club.sealedCampaign()
      const [code = ''] = await club.codes(campaign.id, 1)
      dataOf(await club.play(await club.join(), campaign, code))
      return club.play(await club.join(), campaign, code)
    },
    'scratch-card.other-campaign': async () => {
      const [campaign, other] = [await club.sealedCampaign(), await club.sealedCampaign()]
      const [code = ''] = await club.codes(other.id, 1)
      return club.play(await club.join(), campaign, code)
    },
    'scratch-card.daily-limit': async () => {
      const campaign = await club.sealedCampaign({ limit_per_day: 1 })
      const person = await club.join()
      const [first = '', second = ''] = await club.codes(campaign.id, 2)
      dataOf(await club.play(person, campaign, first))
      return club.play(person, campaign, second)
    },
    'scratch-card.none-today': async () => {
      // 24 club days, of which ten have begun: ten cards.
      const campaign = await club.sealedCampaign({ cards: 24, prizes: [{ ...dinner, quantity: 24 }] })
      const codes = await club.codes(campaign.id, 11)
      const responses = []
      for (const code of codes) responses.push(await club.play(await club.join(), campaign, code))
      const last = responses.pop()
      if (!last || responses.some(({ ok }) => !ok)) throw new Error('Too few cards could be drawn')
      return last
    },
    'scratch-card.missing-receipts': async () => {
      const campaign = await club.receiptsCampaign()
      return club.play(await club.join(), campaign, '')
    },
    'scratch-card.receipts-daily-limit': async () => {
      const campaign = await club.receiptsCampaign({}, { limit_per_day: 1 })
      const person = await club.join()
      await club.receipt(person.customer_id, 80_000)
      dataOf(await club.play(person, campaign, ''))
      return club.play(person, campaign, '')
    },
    'scratch-card.no-cards-for-receipts': async () => {
      const campaign = await club.receiptsCampaign({ earned_by: ['receipts', 'paper'] })
      await club.codes(campaign.id, 240)
      const person = await club.join()
      await club.receipt(person.customer_id, 40_000)
      return club.play(person, campaign, '')
    },
    'scratch-card.too-many-attempts': async () => {
      const campaign = await club.sealedCampaign()
      const person = await club.join()
      for (let n = 0; n < 10; n += 1) await club.play(person, campaign, '2222-2222-2222-2222')
      return club.play(person, campaign, '2222-2222-2222-2222')
    },
    'scratch-card.not-sealed': async () => {
      const campaign = await club.newCampaign()
      dataOf(await club.prepare(campaign.id))
      return club.play(await club.join(), campaign, '2222-2222-2222-2222')
    },
  },
})
