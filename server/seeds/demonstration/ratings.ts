import type { PromotionDeps } from '../../src/modules/campaigns/index.ts'
import { documentIndexOf, findByDocument } from '../../src/modules/identity/index.ts'
import { seedRating, type RatingSeed } from '../../src/modules/ratings/index.ts'
import type { Guest } from './guests.ts'
import { personas } from './personas.ts'
import { seedApprovedReceipt } from './receipts.ts'
import { shops } from './shops.ts'
import { staffEmail, staffPersonas } from './staff.ts'

const [bookshop, cafe, shoes] = shops
type ShopSeed = (typeof shops)[number]

const promoter = (
  rating: 9 | 10,
  reasons: RatingSeed['reasons'],
  comment: string | null = null,
): RatingSeed => ({
  rating,
  reasons,
  comment,
  allows_contact: false,
})
const passive = (rating: 7 | 8, reasons: RatingSeed['reasons']): RatingSeed => ({
  rating,
  reasons,
  comment: null,
  allows_contact: false,
})

/** What guest and shop, days ago; guests are asked at most once in 30 days. */
const answersOf = (
  service_agent: string,
): readonly (readonly [guest: number, shop: ShopSeed, daysAgo: number, answer: RatingSeed])[] => [
  [0, bookshop, 118, promoter(10, ['service', 'variety'], 'Acharam o livro que eu procurava há meses.')],
  [0, cafe, 84, passive(8, ['price'])],
  [0, bookshop, 50, promoter(9, ['variety'])],
  [
    1,
    bookshop,
    112,
    {
      rating: 4,
      reasons: ['waiting', 'service'],
      comment: 'Só um caixa aberto no sábado.',
      allows_contact: true,
      follow_up: {
        outcome: 'resolved',
        note: 'A loja abriu mais um caixa aos sábados. A pessoa agradeceu o retorno.',
        staff_id: service_agent,
      },
    },
  ],
  [1, bookshop, 76, promoter(9, ['price'])],
  [1, cafe, 44, passive(7, ['waiting'])],
  [2, bookshop, 100, passive(8, ['variety'])],
  [2, shoes, 62, promoter(10, ['service', 'quality'], 'Atendimento nota dez.')],
  [3, bookshop, 90, promoter(10, ['store'])],
  [
    3,
    shoes,
    55,
    {
      rating: 2,
      reasons: ['exchange', 'service'],
      comment: 'O sapato descolou em uma semana e não quiseram trocar.',
      allows_contact: true,
    },
  ],
  [4, cafe, 96, promoter(9, ['quality'])],
  [4, bookshop, 60, passive(7, ['price'])],
  [5, cafe, 82, promoter(10, ['service'])],
  [
    5,
    bookshop,
    48,
    {
      rating: 5,
      reasons: ['missing'],
      comment: 'Não tinham o lançamento que anunciaram.',
      allows_contact: true,
    },
  ],
  [6, bookshop, 70, promoter(9, ['service', 'store'])],
  [6, cafe, 40, { rating: 6, reasons: ['waiting'], comment: null, allows_contact: false }],
]

/** Ratings of the last months, detractors who wait for a contact, and a purchase that Beatriz was asked to rate. */
export const seedDemonstrationRatings = async (
  { db, vault, clock, time_zone }: PromotionDeps,
  guests: readonly Guest[],
): Promise<void> => {
  const now = clock()
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * 24 * 3_600_000)
  // A series of its own, so that receipts registered by visitors are not compared with these.
  let number = 700
  const buy = async (customer_id: string, shop: ShopSeed, created_at: Date) => {
    number += 1
    const receipt = { shop, series: '008', number, amount_cents: 4_000 + number, created_at, time_zone }
    return { customer_id, ...(await seedApprovedReceipt(db, { customer_id, ...receipt })) }
  }
  const service_agent = await findStaffId(db)
  for (const [index, shop, daysAgo, answer] of answersOf(service_agent)) {
    const guest = guests[index]
    if (!guest) throw new Error('The demonstration needs at least seven guests')
    const asked_at = at(daysAgo)
    await seedRating(db, {
      ...(await buy(guest.customer_id, shop, asked_at)),
      asked_at,
      time_zone,
      answer,
    })
  }
  const beatriz = await findByDocument(db, documentIndexOf({ vault }, personas.beatriz))
  if (!beatriz) throw new Error('Beatriz was not found')
  const { id: purchase_id, shop_id } = await db
    .selectFrom('purchase')
    .select(['id', 'shop_id'])
    .where('customer_id', '=', beatriz.id)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const request = { purchase_id, customer_id: beatriz.id, shop_id, asked_at: at(3) }
  await seedRating(db, { ...request, time_zone, answer: null })
}

const findStaffId = async (db: PromotionDeps['db']): Promise<string> => {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', staffEmail(staffPersonas.service_agent))
    .executeTakeFirstOrThrow()
  return id
}
