import type { FreeGiftSettings, GiftPlan, GiftPrice } from '@clube/contract/free-gifts/settings.ts'
import { inTransaction } from '../../src/db/database.ts'
import { startTransaction, type CampaignDeps, type PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { seedGifts, seedPicture, type GiftSeed } from '../../src/modules/free-gifts/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import { earnPoints } from '../../src/modules/points/index.ts'
import { drawGiftPicture } from './gift-pictures.ts'
import type { Guest } from './guests.ts'
import { personas } from './personas.ts'
import { lifetime_days, seedApprovedReceipt } from './receipts.ts'
import { shops } from './shops.ts'
import { staffEmail, staffPersonas } from './staff.ts'

const giftOf = (
  number: number,
  gift: Pick<GiftPlan, 'title' | 'variant' | 'description' | 'value_cents'>,
  price: GiftPrice,
  alternative_text: string,
) => ({
  gift_id: `0197f0a0-0000-7000-8000-00000000010${number}`,
  ...gift,
  picture: { picture_id: `0197f0a0-0000-7000-8000-00000000012${number}`, alternative_text },
  price,
})

const panetone = { title: 'Panetone artesanal', value_cents: 5_990 }
const fruit = giftOf(
  1,
  { ...panetone, variant: 'Frutas', description: 'Fermentação natural, com frutas e amêndoas. 750 g.' },
  { kind: 'receipts' },
  'Panetone com frutas cristalizadas por cima e laço vermelho',
)
const chocolate = giftOf(
  2,
  { ...panetone, variant: 'Chocolate', description: 'Com gotas de chocolate meio amargo. 750 g.' },
  { kind: 'receipts' },
  'Panetone coberto de gotas de chocolate, com laço vermelho',
)
const bag = giftOf(
  3,
  {
    title: 'Sacola de algodão',
    variant: '',
    description: 'Estampa de ipê-amarelo, para o ano inteiro.',
    value_cents: 2_490,
  },
  { kind: 'points', points: 300 },
  'Sacola de algodão cru com um ipê-amarelo florido',
)
const basket = giftOf(
  4,
  {
    title: 'Cesta de Natal',
    variant: '',
    description: 'Panetone, geleia, castanhas e café da serra.',
    value_cents: 14_990,
  },
  { kind: 'receipts-and-points', points: 500 },
  'Cesta de vime com panetone, geleia, café e laço vermelho',
)

const desk = {
  pickup_point_id: '0197f0a0-0000-7000-8000-000000000111',
  name: 'Balcão do Térreo',
  location: 'Térreo, ao lado da Praça central',
  opening_hours: 'Todos os dias, das 10h às 22h',
}
const kiosk = {
  pickup_point_id: '0197f0a0-0000-7000-8000-000000000112',
  name: 'Quiosque do 2º piso',
  location: '2º piso, em frente ao Cine Ipê',
  opening_hours: 'Segunda a sábado, das 12h às 20h',
}

export const giftSettings: FreeGiftSettings = {
  gifts: [fruit, chocolate, bag, basket],
  pickup_points: [desk, kiosk],
  valid_days: 7,
  needs_signature: false,
}

const staff_id = 'demonstration-writer'

/** Stores the pictures that the settings refer to, which is necessary before the campaign is approved. */
export const seedGiftPictures = async (deps: Parameters<typeof seedPicture>[0]): Promise<void> => {
  const subjects = [
    [fruit, 'fruit-panettone'],
    [chocolate, 'chocolate-panettone'],
    [bag, 'bag'],
    [basket, 'basket'],
  ] as const
  for (const [{ picture }, subject] of subjects)
    await seedPicture(deps, {
      picture_id: picture.picture_id,
      uploaded_by: staff_id,
      draw: () => drawGiftPicture(subject),
    })
}

const dayMs = 24 * 3_600_000

/**
 * Stock at two pickup points, almost used up for one gift, and customers at every stage: still collecting receipts, with
 * a voucher issued today, with one about to expire, with an expired, a cancelled and a delivered one, and in the queue.
 */
export const seedDemonstrationGifts = async (
  deps: PromotionDeps,
  campaigns: CampaignDeps,
  guests: readonly Guest[],
): Promise<void> => {
  const { db, vault, time_zone } = deps
  const now = deps.clock()
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  const { id: campaign_id } = await db
    .selectFrom('campaign')
    .select('id')
    .where('slug', '=', 'panetone-da-casa')
    .executeTakeFirstOrThrow()
  const { document_id } = personas.beatriz
  const beatriz = await findByDocument(db, documentIndexOf({ vault }, { document_id }))
  const [expiringSoon, expired, collecting, ...others] = guests
  const queue = others.slice(0, 3)
  const [served] = others.slice(3)
  if (!beatriz || !expiringSoon || !expired || !collecting || !served)
    throw new Error('The demonstration needs at least seven guests')

  // A series of its own, so that receipts registered by visitors are not compared with these.
  let number = 500
  const receipt = (customer_id: string, amount_cents: number, created_at: Date) => {
    number += 1
    const shop = shops[number % shops.length] ?? shops[0]
    return seedApprovedReceipt(db, {
      customer_id,
      shop,
      series: '009',
      number,
      amount_cents,
      created_at,
      time_zone,
    })
  }
  await receipt(beatriz.id, 52_000, daysAgo(3))
  await receipt(beatriz.id, 19_250, daysAgo(1))
  await receipt(expiringSoon.customer_id, 43_000, daysAgo(7))
  await receipt(expired.customer_id, 40_000, daysAgo(9.5))
  await receipt(collecting.customer_id, 31_250, daysAgo(2))
  for (const { customer_id } of [...queue, served]) await receipt(customer_id, 41_900, daysAgo(2))
  await inTransaction(db, (tx) =>
    earnPoints(tx, {
      customer_id: beatriz.id,
      points: 900,
      source: { kind: 'demonstration', id: 'beatriz' },
      about: 'Boas-vindas ao clube',
      lifetime_days,
      now: daysAgo(3),
    }),
  )

  const voucher = async (
    customer_id: string,
    gift: GiftPlan,
    issued_at: Date,
    stage: GiftSeed['vouchers'][number]['stage'] = 'issued',
  ): Promise<GiftSeed['vouchers'][number]> => {
    const { id: transaction_id } = await startTransaction(
      { ...campaigns, clock: () => issued_at },
      {
        customer_id,
        identified_session_id: null,
        campaign_id,
        kind: 'free_gifts',
        purchase_ids: [],
        service_channel: 'site',
      },
    )
    const { gift_id } = gift
    const { pickup_point_id } = desk
    return { customer_id, transaction_id, campaign_id, gift_id, pickup_point_id, issued_at, stage }
  }
  const stockOf = ({ gift_id }: GiftPlan, { pickup_point_id }: typeof desk, units: number) => ({
    campaign_id,
    gift_id,
    pickup_point_id,
    units,
  })
  await seedGifts(deps, {
    stock: [
      stockOf(fruit, desk, 400),
      stockOf(fruit, kiosk, 200),
      stockOf(chocolate, desk, 4),
      stockOf(bag, desk, 300),
      stockOf(bag, kiosk, 80),
      stockOf(basket, desk, 40),
    ],
    transfers: [
      {
        ...stockOf(fruit, desk, 20),
        to_pickup_point_id: kiosk.pickup_point_id,
        reason: 'Reforço para o fim de semana',
      },
    ],
    losses: [{ ...stockOf(bag, kiosk, 2), reason: 'Sacolas rasgadas na abertura da caixa' }],
    vouchers: [
      await voucher(expired.customer_id, fruit, daysAgo(9)),
      await voucher(expiringSoon.customer_id, fruit, daysAgo(6)),
    ],
    staff_id,
  })
  // Each participation of a person begins after the previous one was completed.
  await seedGifts(deps, {
    stock: [],
    vouchers: [await voucher(beatriz.id, bag, daysAgo(2), 'cancelled')],
    staff_id,
  })
  await seedGifts(deps, { stock: [], vouchers: [await voucher(beatriz.id, chocolate, now)], staff_id })
  const attendant = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', staffEmail(staffPersonas.attendant))
    .executeTakeFirstOrThrow()
  const deskVouchers = [await voucher(served.customer_id, fruit, daysAgo(1), 'delivered')]
  for (const { customer_id } of queue)
    deskVouchers.push(await voucher(customer_id, fruit, daysAgo(1), 'in-queue'))
  await seedGifts(deps, { stock: [], vouchers: deskVouchers, staff_id: attendant.id })
}
