import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import {
  readOpenRatingCall,
  readRatingLinkCall,
  saveRatingByLinkCall,
  saveRatingCall,
  type OpenRating,
  type OwnRating,
  type SavedRating,
  type unanswerableRefusals,
} from '@clube/contract/ratings/calls.ts'
import { bandOf, type RatingReason } from '@clube/contract/ratings/rating.ts'
import type { YesNo } from '@clube/contract/kernel/yes-no.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refuse } from '../../kernel/refusal.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import type { RatingDeps } from './deps.ts'
import { countRating } from './figures-store.ts'
import { insertFollowUp } from './follow-up-store.ts'
import { readRatingToken } from './rating-link.ts'
import { expiredRefusal, requestRefusal } from './rating-request.ts'
import {
  findRequest,
  insertRating,
  listOpen,
  listRatingsOf,
  listRequests,
  lockRequest,
  type RatingRequest,
} from './rating-store.ts'

const refuse = refusalsOf(saveRatingCall, readOpenRatingCall)
const refuseLink = refusalsOf(saveRatingByLinkCall, readRatingLinkCall)

/** An answer that the contract has checked. */
type Answer = {
  readonly rating: number
  readonly reasons: readonly RatingReason[]
  /** Empty without one. */
  readonly comment: string
  readonly allow_contact: YesNo
}

type Link = { readonly purchase_id: string; readonly token: string }

/**
 * Saves a customer's rating of a purchase, once; by a participation, that of the newest purchase it used that they were
 * asked about.
 * @throws {Refusal} ratings.unknown, already-rated, expired, withdrawn, session.password-required
 */
export const saveRating = (
  deps: RatingDeps,
  input: Actor & Answer & { purchase_id?: string | undefined; transaction_id?: string | undefined },
): Promise<SavedRating> =>
  inTransaction(deps.db, async (tx) => {
    const purchase_id = input.purchase_id ?? (await findPurchaseOf(deps, tx, input))
    const request = purchase_id === undefined ? undefined : await lockRequest(tx, purchase_id)
    requireOwn(request, input)
    return saveAnswer(deps, tx, { request, answer: input, answered_by: 'session', refuse })
  })

/**
 * Saves a rating by the link of an e-mail, once, without a session.
 * @throws {Refusal} ratings.unknown-link, already-rated, expired, withdrawn
 */
export const saveRatingByLink = (deps: RatingDeps, input: Link & Answer): Promise<SavedRating> => {
  requireToken(deps, input)
  return inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, input.purchase_id)
    if (!request) throw refuseLink('ratings.unknown-link')
    return saveAnswer(deps, tx, { request, answer: input, answered_by: 'link', refuse: refuseLink })
  })
}

/**
 * The purchase that a link can rate. Read-only: programs that check e-mails open links, too.
 * @throws {Refusal} ratings.unknown-link, already-rated, expired, withdrawn
 */
export const readRatingLink = async (deps: RatingDeps, input: Link): Promise<OpenRating> => {
  requireToken(deps, input)
  const request = await findRequest(deps.db, input.purchase_id)
  if (!request) throw refuseLink('ratings.unknown-link')
  requireOpen(deps, request, refuseLink)
  return openRatingOf(deps, request)
}

/**
 * A purchase that the customer can rate.
 * @throws {Refusal} ratings.unknown, already-rated, expired, withdrawn, session.password-required
 */
export const readOpenRating = async (
  deps: RatingDeps,
  input: Actor & { purchase_id: string },
): Promise<OpenRating> => {
  const request = await findRequest(deps.db, input.purchase_id)
  requireOwn(request, input)
  requireOpen(deps, request, refuse)
  return openRatingOf(deps, request)
}

/** The purchases that the actor was asked to rate and has not rated, in order of their deadlines. */
export const listOpenRatings = async (deps: RatingDeps, actor: Actor): Promise<OpenRating[]> => {
  const requests = await listOpen(deps.db, { ...actor, now: deps.clock() })
  return Promise.all(requests.map((request) => openRatingOf(deps, request)))
}

/** A customer's answers, newest first, for their own data. */
export const listOwnRatings = async (deps: RatingDeps, customer_id: string): Promise<OwnRating[]> => {
  const rows = await listRatingsOf(deps.db, customer_id)
  const purchases = await deps.describeReceipts(
    deps.db,
    rows.map(({ purchase_id }) => purchase_id),
  )
  return rows.map(({ allows_contact, rated_at, followed_up_at, ...answer }) => ({
    ...answer,
    ...namedPurchase(purchases.get(answer.purchase_id)),
    allow_contact: allows_contact ? 'yes' : 'no',
    rated_at: rated_at.toISOString(),
    followed_up_at: followed_up_at?.toISOString() ?? null,
  }))
}

const findPurchaseOf = async (
  deps: RatingDeps,
  tx: Tx,
  { transaction_id = '', customer_id }: Actor & { transaction_id?: string | undefined },
): Promise<string | undefined> => {
  const requests = await listRequests(tx, await deps.listPurchasesOf(tx, transaction_id))
  const own = requests.filter((request) => request.customer_id === customer_id)
  const now = deps.clock()
  return (own.findLast((request) => requestRefusal(request, now, deps.time_zone) === null) ?? own.at(-1))
    ?.purchase_id
}

function requireOwn(request: RatingRequest | undefined, actor: Actor): asserts request is RatingRequest {
  if (request?.customer_id !== actor.customer_id) throw refuse('ratings.unknown')
  requireAccess(request, actor)
}

const requireOpen = (
  { clock, time_zone }: RatingDeps,
  request: RatingRequest,
  refuseCall: Refuse<typeof unanswerableRefusals>,
): void => {
  const refused = requestRefusal(request, clock(), time_zone)
  if (refused) throw refuseCall(refused)
}

const requireToken = ({ vault, clock, time_zone }: RatingDeps, link: Link): void => {
  const expires_at = readRatingToken(vault, link)
  if (expires_at === null) throw refuseLink('ratings.unknown-link')
  if (expires_at <= clock()) throw refuseLink(expiredRefusal(expires_at, time_zone))
}

const saveAnswer = async (
  deps: RatingDeps,
  tx: Tx,
  input: {
    /** Locked. */
    request: RatingRequest
    answer: Answer
    answered_by: 'session' | 'link'
    refuse: Refuse<typeof unanswerableRefusals>
  },
): Promise<SavedRating> => {
  const { request, answer, answered_by } = input
  requireOpen(deps, request, input.refuse)
  const { purchase_id, customer_id, shop_id } = request
  const { rating } = answer
  const now = deps.clock()
  const band = bandOf(rating)
  const allows_contact = answer.allow_contact === 'yes'
  const day = clubDayOf(now, deps.time_zone)
  const rating_id = await insertRating(tx, {
    purchase_id,
    customer_id,
    shop_id,
    rating,
    reasons: [...answer.reasons],
    comment: answer.comment === '' ? null : answer.comment,
    allows_contact,
    answered_by,
    rated_on: day,
    rated_at: now,
  })
  if (rating_id === null) throw input.refuse('ratings.already-rated')
  if (band === 'detractor' && allows_contact) await insertFollowUp(tx, { rating_id, shop_id })
  await countRating(tx, { day, shop_id, band })
  return { purchase_id, ...(await describe(deps, tx, purchase_id)), rating }
}

const openRatingOf = async (
  deps: RatingDeps,
  { purchase_id, expires_at }: RatingRequest,
): Promise<OpenRating> => ({
  purchase_id,
  ...(await describe(deps, deps.db, purchase_id)),
  expires_at: expires_at.toISOString(),
})

const describe = async (deps: RatingDeps, db: Db, purchase_id: string) =>
  namedPurchase((await deps.describeReceipts(db, [purchase_id])).get(purchase_id))

const namedPurchase = (facts: { shop_name: string; issued_on: string } | undefined) => {
  if (!facts) throw new Error('The receipt of a rating was not found')
  const { shop_name, issued_on } = facts
  return { shop_name, issued_on }
}
