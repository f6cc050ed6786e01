import type { DataOf } from '@clube/contract/kernel/call.ts'
import { rolesAllow, type Role } from '@clube/contract/kernel/permissions.ts'
import { followUpOutcomes, type FollowUpOutcome } from '@clube/contract/ratings/rating.ts'
import {
  readDetractorContactCall,
  recordFollowUpCall,
  type Detractor,
  type DetractorQueue,
} from '@clube/contract/ratings/staff-calls.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { pageOf } from '../../kernel/page.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { findById, type Customer } from '../identity/index.ts'
import type { RatingDeps } from './deps.ts'
import { filteredShopIds, type ShopFilter } from './figures.ts'
import {
  findDetractor,
  listDetractors as listRows,
  saveFollowUp,
  type DetractorRow,
} from './follow-up-store.ts'

const refuse = refusalsOf(readDetractorContactCall, recordFollowUpCall)
const refuseFollowUp = refusalsOf(recordFollowUpCall)

const pageSize = 20

/** The calling member. */
type Member = { readonly staff_id: string; readonly roles: readonly Role[] }

/** A page of a queue of detractors, without the persons. */
export const listDetractors = async (
  deps: RatingDeps,
  input: ShopFilter & { queue: DetractorQueue; cursor: string | null; member: Member },
): Promise<{ page: Detractor[]; next_cursor: string | null }> => {
  const { queue, cursor, member, ...filter } = input
  const shop_ids = filteredShopIds(await deps.listShops(deps.db), filter)
  const rows = await listRows(deps.db, { queue, cursor, shop_ids, limit: pageSize + 1 })
  const { page, next_cursor } = pageOf(rows, pageSize, ({ id }) => id)
  return { page: await viewsOf(deps, deps.db, page, member), next_cursor }
}

/**
 * The contact of a person who allowed it. The view is audited, and the person sees it.
 * @throws {Refusal} ratings.answer-unknown, ratings.no-consent
 */
export const readDetractorContact = (
  deps: RatingDeps,
  { rating_id, staff_id }: { rating_id: string; staff_id: string },
): Promise<DataOf<typeof readDetractorContactCall>> =>
  inTransaction(deps.db, async (tx) => {
    const { answer, person } = await requireContactable(tx, rating_id)
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'ratings.view-contact',
      subject: { kind: 'customer', id: answer.customer_id },
      sentence: `Viu o contato de quem deu nota ${answer.rating} a uma compra e autorizou contato.`,
    })
    const { name, email, cellphone } = person
    return { customer_id: answer.customer_id, name: name ?? '', email, cellphone }
  })

/**
 * Records a follow-up, once per answer.
 * @throws {Refusal} ratings.answer-unknown, ratings.no-consent, ratings.followed-up
 */
export const recordFollowUp = (
  deps: RatingDeps,
  input: { rating_id: string; outcome: FollowUpOutcome; note: string; member: Member },
): Promise<Detractor> =>
  inTransaction(deps.db, async (tx) => {
    const { rating_id, outcome, member } = input
    const { staff_id } = member
    const { answer } = await requireContactable(tx, rating_id)
    const note = input.note === '' ? null : input.note
    const now = deps.clock()
    if (!(await saveFollowUp(tx, { rating_id, outcome, note, staff_id, now }))) {
      const by = (await findDetractor(tx, rating_id))?.followed_up_by ?? ''
      const name = (await deps.namesOfStaff(tx, [by])).get(by)?.name ?? 'Outra pessoa da equipe'
      throw refuseFollowUp('ratings.followed-up', { name })
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'ratings.follow-up',
      subject: { kind: 'customer', id: answer.customer_id },
      sentence: `Registrou o acompanhamento da avaliação de uma compra: ${followUpOutcomes[outcome]}.`,
    })
    const saved = await findDetractor(tx, rating_id)
    const [view] = saved ? await viewsOf(deps, tx, [saved], member) : []
    if (!view) throw new Error('The answer was not found')
    return view
  })

/**
 * An answer from 0 to 6 whose person allowed contact and has not requested the deletion of their account.
 * @throws {Refusal} ratings.answer-unknown, ratings.no-consent
 */
const requireContactable = async (
  tx: Tx,
  rating_id: string,
): Promise<{ answer: DetractorRow; person: Customer }> => {
  const answer = await findDetractor(tx, rating_id)
  if (!answer) throw refuse('ratings.answer-unknown')
  const person = await findById(tx, answer.customer_id)
  const isBeingDeleted = person?.account_status === 'deletion_pending'
  if (!person || isBeingDeleted || !answer.allows_contact) throw refuse('ratings.no-consent')
  return { answer, person }
}

const viewsOf = async (
  deps: RatingDeps,
  db: Db,
  rows: readonly DetractorRow[],
  { roles }: Member,
): Promise<Detractor[]> => {
  const purchases = await deps.describeReceipts(
    db,
    rows.map(({ purchase_id }) => purchase_id),
  )
  const names = await deps.namesOfStaff(
    db,
    rows.flatMap(({ followed_up_by }) => followed_up_by ?? []),
  )
  // A ticket has the person's name, so it is linked only to ratings whose person allows contact.
  const linkable = rolesAllow(roles, 'tickets.answer') ? rows.filter((row) => row.allows_contact) : []
  const tickets = await deps.findTickets(db, linkable)
  return rows.map((row) => {
    const { outcome, note, followed_up_by, followed_up_at } = row
    return {
      rating_id: row.id,
      ticket: (row.allows_contact ? tickets.get(row.purchase_id) : undefined) ?? null,
      shop_name: purchases.get(row.purchase_id)?.shop_name ?? '',
      issued_on: purchases.get(row.purchase_id)?.issued_on ?? '',
      rating: row.rating,
      reasons: row.reasons,
      comment: row.comment,
      rated_at: row.rated_at.toISOString(),
      follow_up:
        outcome === null || followed_up_by === null || followed_up_at === null
          ? null
          : { outcome, note, by: names.get(followed_up_by)?.name ?? '', at: followed_up_at.toISOString() },
    }
  })
}
