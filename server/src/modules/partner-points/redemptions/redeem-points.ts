import { redeemPartnerPointsCall } from '@clube/contract/partner-points/calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { createMicroBatch } from '../../../db/batching.ts'
import type { Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { PartnerDebit } from '../../../ports/partner-programme.ts'
import {
  createOutcomeSaga,
  failureRefusal,
  findTransactions,
  protocolOf,
  type OutcomeSaga,
  type Transaction,
} from '../../campaigns/index.ts'
import type { PartnerDeps } from '../deps.ts'
import { requirePartner } from '../links/link-partner.ts'
import { findQuote } from '../links/link-store.ts'
import { needsPassword } from '../links/quote-points.ts'
import { findPartnerCampaign, type PartnerCampaign } from '../partner-campaign.ts'
import { notifyOfRedemption } from '../partner-messages.ts'
import { addToDays, insertEntries, pairEntries } from '../settlement/entry-store.ts'
import { createAskPartner } from './ask-partner.ts'
import { createBeginRedemption } from './begin-redemptions.ts'
import {
  findRedemption,
  findRedemptions,
  saveCompletedRedemptions,
  saveRedemptionState,
  type PartnerRedemption,
} from './redemption-store.ts'

const call = redeemPartnerPointsCall
const refuse = refusalsOf(call)

export type Redeemed = DataOf<typeof call>
export type RedemptionSaga = OutcomeSaga<PartnerDebit> & {
  readonly beginRedemption: ReturnType<typeof createBeginRedemption>
  /** A campaign as `findPartnerCampaign` finds it; requests that arrive together share the statements. */
  readonly findCampaign: (campaign_id: string) => Promise<PartnerCampaign | undefined>
}

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

/** Redemptions: begun, asked about at the partner, and credited once or failed. */
export const createRedemptionSaga = (deps: PartnerDeps): RedemptionSaga => {
  const saga = createSettlingSaga(deps)
  const findCampaign = createMicroBatch<string, PartnerCampaign>(async (ids) => {
    const found = new Map<string, PartnerCampaign>()
    for (const id of ids) {
      const campaign = await findPartnerCampaign(deps.db, id)
      if (campaign) found.set(id, campaign)
    }
    return found
  })
  return { ...saga, findCampaign, beginRedemption: createBeginRedemption(deps, saga) }
}

/** Redemptions from the partner's answer on. */
const createSettlingSaga = (deps: PartnerDeps): OutcomeSaga<PartnerDebit> =>
  createOutcomeSaga<PartnerDebit>(deps, {
    kind: 'partner_points',
    ask: createAskPartner(deps),
    complete: async (tx, settled) => {
      const ids = settled.map(({ transaction }) => transaction.id)
      const redemptions = await findRedemptions(tx, ids)
      const debits = settled.map(({ result, ...settling }) => {
        const redemption = redemptions.get(settling.transaction.id)
        if (!redemption) throw new Error('A participation in processing has no redemption')
        return { ...settling, ...result, redemption, transaction_id: settling.transaction.id }
      })
      const now = deps.clock()
      if ((await saveCompletedRedemptions(tx, debits, now)) !== debits.length)
        throw new Error('A redemption in processing has ended')
      await deps.points.grant(
        tx,
        debits.map(({ transaction, redemption }) => ({
          customer_id: redemption.customer_id,
          transaction_id: transaction.id,
          points: redemption.club_points,
          about: transaction.campaign_title,
        })),
        now,
      )
      for (const { transaction, redemption, is_late } of debits)
        if (is_late)
          await notifyOfRedemption(deps, tx, {
            template: 'partner-redeemed',
            redemption,
            protocol: protocolOf(transaction),
          })
      const entries = debits.map(({ transaction_id, redemption, reference, debited_at }) => ({
        partner: redemption.partner,
        transaction_id,
        kind: 'debit' as const,
        points: redemption.partner_points,
        reference,
        occurred_at: debited_at,
      }))
      if ((await insertEntries(tx, entries)).length !== entries.length)
        throw new Error('The debit of a redemption in processing was recorded')
      await pairEntries(tx, { transaction_ids: ids })
      await addToDays(tx, { transaction_ids: ids, kind: 'debit', time_zone: deps.time_zone })
      return debits.map(({ transaction, redemption }) => viewOf(transaction, redemption, 'completed'))
    },
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
  const partner = requirePartner(deps, input.partner, refuse)
  // Checking a password takes long, and uses no connection.
  if (await mustConfirmPassword(deps, saga, input)) await confirmPassword(deps, input)
  const { customer_id, campaign_id, points, quote_id } = input
  const begun = await saga.beginRedemption(partner.slug, {
    customer_id,
    transaction_id,
    campaign_id,
    points,
    quote_id,
  })
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
const mustConfirmPassword = async (
  deps: PartnerDeps,
  saga: Pick<RedemptionSaga, 'findCampaign' | 'inTurn'>,
  { customer_id, campaign_id, quote_id }: RedeemInput,
): Promise<boolean> => {
  const campaign = await saga.findCampaign(campaign_id)
  if (!campaign || campaign.settings.password_from_points === null) return false
  const quote = await saga.inTurn(() => findQuote(deps.db, { id: quote_id, customer_id }))
  return quote?.used_by === null && needsPassword(campaign.settings, quote.club_points)
}

const confirmPassword = async (
  deps: PartnerDeps,
  { customer_id, current_password }: RedeemInput,
): Promise<void> => {
  if (current_password === undefined) throw refuse('partner-points.password-needed')
  await deps.confirmPassword({ customer_id, password: current_password, refuse })
}

const readProcessing = async (deps: Pick<PartnerDeps, 'db'>, transaction_id: string): Promise<Redeemed> => {
  const transaction = (await findTransactions(deps.db, [transaction_id])).get(transaction_id)
  const redemption = await findRedemption(deps.db, transaction_id)
  if (!transaction || !redemption) throw new Error('A participation in processing has no redemption')
  return viewOf(transaction, redemption, 'processing')
}
