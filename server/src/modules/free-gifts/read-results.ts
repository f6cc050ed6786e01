import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { KindResults } from '../campaigns/index.ts'
import type { FreeGiftDeps } from './deps.ts'
import { findGiftCampaign } from './gift-campaign.ts'
import { countGiftResults, countUnfulfilled } from './results-store.ts'
import { listStock } from './stock/stock-store.ts'

/** The results of a campaign: how many units of each gift are left, issued, delivered or returned. */
export const readResults = async (
  { db, clock }: Pick<FreeGiftDeps, 'db' | 'clock'>,
  campaign_id: string,
): Promise<KindResults> => {
  const campaign = await findGiftCampaign(db, campaign_id)
  const counted = await countGiftResults(db, campaign_id, clock())
  const stock = await listStock(db, campaign_id)
  const given = stock.reduce((sum, { reserved, delivered }) => sum + reserved + delivered, 0)
  const total = given + stock.reduce((sum, { on_hand }) => sum + on_hand, 0)
  const waiting = counted.reduce((sum, { issued }) => sum + issued, 0)
  const toPickUp =
    waiting === 0 ? [] : [`Vales-brinde para retirar: ${waiting}. Eles continuam valendo até o prazo.`]
  return {
    steps: [{ title: 'Com vale-brinde', count: counted.reduce((sum, { vouchers }) => sum + vouchers, 0) }],
    unfulfilled: await countUnfulfilled(db, campaign_id, clock()),
    given: { title: 'Brindes reservados e entregues', given, total },
    interruption: { pause: toPickUp, end: toPickUp },
    tables: [
      {
        title: 'Brindes',
        columns: ['Brinde', 'Livres', 'Para retirar', 'Entregues', 'Prazo encerrado', 'Cancelados'],
        rows: (campaign?.settings.gifts ?? []).map((gift) => {
          const own = counted.find(({ gift_id }) => gift_id === gift.gift_id)
          const free = stock
            .filter(({ gift_id }) => gift_id === gift.gift_id)
            .reduce((sum, { on_hand }) => sum + on_hand, 0)
          return {
            title: giftName(gift),
            values: [free, own?.issued ?? 0, own?.delivered ?? 0, own?.expired ?? 0, own?.cancelled ?? 0],
          }
        }),
      },
    ],
  }
}
