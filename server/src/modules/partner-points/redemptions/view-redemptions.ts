import {
  readRedemptionCall,
  redeemPartnerPointsCall,
  type Redemption,
} from '@clube/contract/partner-points/calls.ts'
import { processingMessage } from '@clube/contract/partner-points/partner.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { fillMessage } from '@clube/contract/kernel/refusals.ts'
import type { Db } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import {
  findTransactions,
  protocolOf,
  type ParticipationOutcome,
  type Transaction,
} from '../../campaigns/index.ts'
import { nameOf, type PartnerDeps } from '../deps.ts'
import {
  findRedemption,
  findRedemptions,
  listRedemptionsOf,
  type PartnerRedemption,
} from './redemption-store.ts'

const pageSize = 20

/** Why a redemption failed, as a sentence. */
const failureNote = (
  deps: Pick<PartnerDeps, 'partners'>,
  { failure, partner }: PartnerRedemption,
): string => {
  const refusals: Readonly<Record<string, { readonly message: string }>> = redeemPartnerPointsCall.refusals
  const message = refusals[failure ?? '']?.message ?? refusals['campaigns.transaction-failed']?.message ?? ''
  return fillMessage(message, { partner: nameOf(deps, partner) })
}

const noteOf = (deps: Pick<PartnerDeps, 'partners'>, redemption: PartnerRedemption): string | null => {
  const { state } = redemption
  switch (state) {
    case 'processing':
      return processingMessage
    case 'completed':
      return null
    case 'failed':
      return failureNote(deps, redemption)
    case 'refunded':
      return `Os pontos do clube foram retirados do seu saldo, e os do ${nameOf(deps, redemption.partner)} voltam para a sua conta.`
    default:
      return state satisfies never
  }
}

const viewRedemptions = async (
  deps: Pick<PartnerDeps, 'db' | 'partners'>,
  redemptions: readonly PartnerRedemption[],
): Promise<Redemption[]> => {
  const transactions = await findTransactions(
    deps.db,
    redemptions.map(({ transaction_id }) => transaction_id),
  )
  return redemptions.map((redemption) => {
    const transaction = transactions.get(redemption.transaction_id)
    if (!transaction) throw new Error('A redemption has no participation')
    return {
      transaction_id: redemption.transaction_id,
      protocol: protocolOf(transaction),
      partner: redemption.partner,
      partner_name: nameOf(deps, redemption.partner),
      campaign_slug: transaction.campaign_slug,
      campaign_title: transaction.campaign_title,
      state: redemption.state,
      partner_points: redemption.partner_points,
      club_points: redemption.club_points,
      reference: redemption.debit_reference,
      requested_at: redemption.requested_at.toISOString(),
      finished_at: redemption.finished_at?.toISOString() ?? null,
      note: noteOf(deps, redemption),
    }
  })
}

/** @throws {Refusal} campaigns.transaction-unknown, also for another customer's */
export const readRedemption = async (
  deps: Pick<PartnerDeps, 'db' | 'partners'>,
  { customer_id, transaction_id }: { customer_id: string; transaction_id: string },
): Promise<Redemption> => {
  const redemption = await findRedemption(deps.db, transaction_id.toLowerCase())
  const [view] = redemption?.customer_id === customer_id ? await viewRedemptions(deps, [redemption]) : []
  if (!view) throw refusalsOf(readRedemptionCall)('campaigns.transaction-unknown')
  return view
}

/** A customer's redemptions, newest first; all of them without a page. */
export const listRedemptions = async (
  deps: Pick<PartnerDeps, 'db' | 'partners'>,
  customer_id: string,
  page: { cursor: string | undefined } | null,
): Promise<{ data: Redemption[]; next_cursor: string | null }> => {
  const limit = page && pageSize
  const redemptions = await listRedemptionsOf(deps.db, customer_id, { before: page?.cursor ?? null, limit })
  const last = redemptions.at(-1)
  return {
    data: await viewRedemptions(deps, redemptions),
    next_cursor: last && redemptions.length === limit ? last.transaction_id : null,
  }
}

const statusOf = {
  processing: 'processing',
  completed: 'completed',
  failed: 'refused',
  refunded: 'reversed',
} as const satisfies Record<PartnerRedemption['state'], ParticipationOutcome['status']>

/** The redemptions of participations, as their customers see them in *Minhas participações*. */
export const describeOutcomes = async (
  deps: Pick<PartnerDeps, 'partners'>,
  db: Db,
  transactions: readonly Pick<Transaction, 'id'>[],
): Promise<ReadonlyMap<string, ParticipationOutcome>> => {
  const redemptions = await findRedemptions(
    db,
    transactions.map(({ id }) => id),
  )
  return new Map(
    [...redemptions].map(([id, redemption]) => [
      id,
      {
        status: statusOf[redemption.state],
        subject: {
          title: `${formatPoints(redemption.partner_points)} do ${nameOf(deps, redemption.partner)}`,
          starts_at: null,
        },
        note: noteOf(deps, redemption),
      },
    ]),
  )
}
