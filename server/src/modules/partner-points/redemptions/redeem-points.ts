import { redeemPartnerPointsCall } from '@clube/contract/partner-points/calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { refusalsOf, refuseRequest } from '../../../kernel/refusal.ts'
import type { PartnerDebit } from '../../../ports/partner-programme.ts'
import {
  beginProcessing,
  createOutcomeSaga,
  failureRefusal,
  findTransactions,
  protocolOf,
  type OutcomeSaga,
  type Transaction,
} from '../../campaigns/index.ts'
import { lockUsable } from '../../identity/index.ts'
import type { PartnerDeps } from '../deps.ts'
import { requirePartner } from '../links/link-partner.ts'
import { consumeQuote, findQuote, lockLiveLink } from '../links/link-store.ts'
import { needsPassword, requireAllowed } from '../links/quote-points.ts'
import { findPartnerCampaign } from '../partner-campaign.ts'
import { notifyOfRedemption } from '../partner-messages.ts'
import { shareIsOn } from '../partner-store.ts'
import { addToDay, insertEntry, pairEntries } from '../settlement/entry-store.ts'
import { createAskPartner } from './ask-partner.ts'
import { validUntil } from './redemption.ts'
import {
  findRedemption,
  insertRedemption,
  saveRedemptionState,
  type PartnerRedemption,
} from './redemption-store.ts'

const call = redeemPartnerPointsCall
const refuse = refusalsOf(call)

export type Redeemed = DataOf<typeof call>
export type RedemptionSaga = OutcomeSaga<PartnerDebit>

export type RedeemInput = {
  readonly customer_id: string
  /** The partner in the path. */
  readonly partner: string
  readonly transaction_id: string
  /** The participation in the body. */
  readonly named_transaction_id: string | undefined
  readonly campaign_id: string
  readonly points: number
  readonly quote_id: string
  readonly current_password: string | undefined
}

/** Redemptions from the partner's answer on: credited once, or failed. */
export const createRedemptionSaga = (deps: PartnerDeps): RedemptionSaga =>
  createOutcomeSaga<PartnerDebit>(deps, {
    kind: 'partner_points',
    ask: createAskPartner(deps),
    complete: async (tx, { transaction, now, is_late, result }) => {
      const redemption = await requireRedemption(tx, transaction.id)
      const { partner, partner_points, club_points, customer_id } = redemption
      const { reference, debited_at } = result
      const isSaved = await saveRedemptionState(tx, transaction.id, {
        state: 'completed',
        debit_reference: reference,
        debited_at,
        finished_at: now,
      })
      if (!isSaved) throw new Error('A redemption in processing has ended')
      await deps.points.grant(tx, {
        customer_id,
        transaction_id: transaction.id,
        points: club_points,
        about: transaction.campaign_title,
        now,
      })
      if (is_late)
        await notifyOfRedemption(deps, tx, {
          template: 'partner-redeemed',
          redemption,
          protocol: protocolOf(transaction),
        })
      const entry = { partner, transaction_id: transaction.id, points: partner_points, reference }
      if (!(await insertEntry(tx, { ...entry, kind: 'debit', occurred_at: debited_at })))
        throw new Error('The debit of a redemption in processing was recorded')
      await pairEntries(tx, { partner, transaction_id: transaction.id })
      return viewOf(transaction, redemption, 'completed')
    },
    addToSums: (tx, { transaction_id }) =>
      addToDay(tx, { transaction_id, kind: 'debit', time_zone: deps.time_zone }),
    fail: async (tx, { transaction, now, is_late, failure }) => {
      const redemption = await requireRedemption(tx, transaction.id)
      await saveRedemptionState(tx, transaction.id, {
        state: 'failed',
        failure: failure.code,
        finished_at: now,
      })
      if (is_late)
        await notifyOfRedemption(deps, tx, {
          template: 'partner-refused',
          redemption,
          protocol: protocolOf(transaction),
        })
    },
  })

const requireRedemption = async (tx: Tx, transaction_id: string): Promise<PartnerRedemption> => {
  const redemption = await findRedemption(tx, transaction_id)
  if (!redemption) throw new Error('A participation in processing has no redemption')
  return redemption
}

const viewOf = (
  transaction: Transaction,
  { partner_points, club_points }: Pick<PartnerRedemption, 'partner_points' | 'club_points'>,
  status: Redeemed['status'],
): Redeemed => ({
  status,
  transaction_id: transaction.id,
  protocol: protocolOf(transaction),
  partner_points,
  club_points,
})

/**
 * Exchanges quoted points: the partner debits its own, then the club credits, each once, whichever process ends in between.
 * A repeat with the same body gets the current state.
 * @throws {Refusal} one of the call's refusals
 */
export const redeemPoints = async (
  deps: PartnerDeps,
  saga: RedemptionSaga,
  requested: RedeemInput,
): Promise<Redeemed> => {
  const input = {
    ...requested,
    transaction_id: requested.transaction_id.toLowerCase(),
    campaign_id: requested.campaign_id.toLowerCase(),
    quote_id: requested.quote_id.toLowerCase(),
  }
  const { transaction_id } = input
  if ((input.named_transaction_id ?? transaction_id).toLowerCase() !== transaction_id)
    throw refuse('partner-points.different-transaction')
  requirePartner(deps, input.partner, refuse)
  await confirmPassword(deps, input)
  const begun = await inTransaction(deps.db, (tx) => begin(deps, saga, tx, input))
  if (begun.kind === 'completed') return begun.response
  // A repeat waits for the request of this process that is in flight.
  const outcome = await (begun.kind === 'started'
    ? saga.pursue(transaction_id)
    : saga.waitFor(transaction_id))
  switch (outcome.kind) {
    case 'completed':
      // The response of `complete`.
      return outcome.response as Redeemed
    case 'failed':
      throw failureRefusal(call, outcome.failure)
    case 'waiting':
      return readProcessing(deps, transaction_id)
    default:
      return outcome satisfies never
  }
}

/** A repeat, whose quote is used, needs no password: it changes nothing. */
const confirmPassword = async (
  deps: PartnerDeps,
  { customer_id, campaign_id, quote_id, current_password }: RedeemInput,
): Promise<void> => {
  const quote = await findQuote(deps.db, { id: quote_id, customer_id })
  const campaign = await findPartnerCampaign(deps.db, campaign_id)
  if (!quote || quote.used_by !== null || !campaign) return
  if (!needsPassword(campaign.settings, quote.club_points)) return
  if (current_password === undefined) throw refuse('partner-points.password-needed')
  await deps.confirmPassword({ customer_id, password: current_password, refuse })
}

const begin = async (deps: PartnerDeps, saga: RedemptionSaga, tx: Tx, input: RedeemInput) => {
  const { customer_id, partner, transaction_id, campaign_id, points, quote_id } = input
  const now = deps.clock()
  if (!(await lockUsable(tx, [customer_id])).has(customer_id)) throw refuseRequest('session.required')
  const begun = await beginProcessing<object, Redeemed>({
    call,
    tx,
    transaction_id,
    campaign_id,
    customer_id,
    identified_session_id: null,
    kind: 'partner_points',
    now,
    time_zone: deps.time_zone,
    body: { partner, points, quote_id },
  })
  if (begun.kind !== 'started') return begun
  const campaign = await findPartnerCampaign(tx, campaign_id)
  if (campaign?.settings.partner !== partner) throw refuse('partner-points.unknown-partner')
  const name = requirePartner(deps, partner, refuse).name
  if (!(await shareIsOn(tx, partner))) throw refuse('partner-points.switched-off', { partner: name })
  const link = await lockLiveLink(tx, { customer_id, partner })
  if (!link) throw refuse('partner-points.not-linked', { partner: name })
  await requireAllowed(deps, tx, { customer_id, campaign, points, now, refuse })
  const quote = await consumeQuote(tx, {
    id: quote_id,
    link_id: link.id,
    campaign_id,
    partner_points: points,
    transaction_id,
    now,
  })
  if (!quote) throw refuse('partner-points.quote-expired')
  await insertRedemption(tx, {
    transaction_id,
    partner,
    customer_id,
    campaign_id,
    link_id: link.id,
    quote_id,
    quote_reference: quote.reference,
    member_sealed: link.member_sealed,
    member_end: link.member_end,
    partner_points: quote.partner_points,
    club_points: quote.club_points,
    requested_at: now,
    club_day: clubDayOf(now, deps.time_zone),
    valid_until: validUntil(quote.expires_at),
  })
  await saga.begin(tx, transaction_id)
  return begun
}

const readProcessing = async (deps: Pick<PartnerDeps, 'db'>, transaction_id: string): Promise<Redeemed> => {
  const transaction = (await findTransactions(deps.db, [transaction_id])).get(transaction_id)
  const redemption = await findRedemption(deps.db, transaction_id)
  if (!transaction || !redemption) throw new Error('A participation in processing has no redemption')
  return viewOf(transaction, redemption, 'processing')
}
