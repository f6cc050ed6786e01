import { clubDayOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { bandOf, type FollowUpOutcome, type RatingReason } from '@clube/contract/ratings/rating.ts'
import { inTransaction, type Db } from '../../db/database.ts'
import { askForRating, type RateablePurchase } from './ask-for-rating.ts'
import { countRating } from './figures-store.ts'
import { insertFollowUp, saveFollowUp } from './follow-up-store.ts'
import { insertRating, saveEmail } from './rating-store.ts'

/** An answer of the demonstration. */
export type RatingSeed = {
  readonly rating: number
  readonly reasons: readonly RatingReason[]
  readonly comment: string | null
  readonly allows_contact: boolean
  readonly follow_up?: { readonly outcome: FollowUpOutcome; readonly note: string; readonly staff_id: string }
}

/** Asks about a purchase at `asked_at`, and saves its answer a day later, if there is one. */
export const seedRating = (
  db: Db,
  input: Omit<RateablePurchase, 'identified_session_id'> & {
    asked_at: Date
    time_zone: TimeZone
    answer: RatingSeed | null
  },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { purchase_id, customer_id, shop_id, asked_at, time_zone, answer } = input
    const purchase = { purchase_id, customer_id, shop_id, identified_session_id: null }
    await askForRating(tx, { ...purchase, replaces: null, now: asked_at })
    if (answer === null) return
    await saveEmail(tx, { purchase_id, email: 'skipped' })
    const { rating, reasons, comment, allows_contact, follow_up } = answer
    const rated_at = new Date(asked_at.getTime() + 24 * 3_600_000)
    const day = clubDayOf(rated_at, time_zone)
    const rating_id = await insertRating(tx, {
      purchase_id,
      customer_id,
      shop_id,
      rating,
      reasons: [...reasons],
      comment,
      allows_contact,
      answered_by: 'session',
      rated_on: day,
      rated_at,
    })
    if (rating_id === null) throw new Error('The purchase is already rated')
    const band = bandOf(rating)
    await countRating(tx, { day, shop_id, band })
    if (band !== 'detractor' || !allows_contact) return
    await insertFollowUp(tx, { rating_id, shop_id })
    if (follow_up) await saveFollowUp(tx, { rating_id, ...follow_up, now: rated_at })
  })
