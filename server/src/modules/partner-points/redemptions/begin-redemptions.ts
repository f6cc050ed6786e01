import { redeemPartnerPointsCall } from '@clube/contract/partner-points/calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { createBatchQueue, type Settled } from '../../../db/batching.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { isRefusal, refusalsOf, refuseRequest, type Refusal } from '../../../kernel/refusal.ts'
import type { PartnerDebit } from '../../../ports/partner-programme.ts'
import { beginEachProcessing, type OutcomeSaga, type ProcessingStart } from '../../campaigns/index.ts'
import { lockUsable } from '../../identity/index.ts'
import type { PartnerDeps } from '../deps.ts'
import { requirePartner } from '../links/link-partner.ts'
import { consumeQuotes, lockLiveLinks, type LiveLink } from '../links/link-store.ts'
import { requireAllowed } from '../links/quote-points.ts'
import { findPartnerCampaign, type PartnerCampaign } from '../partner-campaign.ts'
import { shareIsOn } from '../partner-store.ts'
import { validUntil } from './redemption.ts'
import { insertRedemptions } from './redemption-store.ts'

const call = redeemPartnerPointsCall
const refuse = refusalsOf(call)

/** Redemptions that begin in one transaction. */
const begunAtOnce = 50

/** A redemption to begin; ids in lower case. */
export type Beginning = {
  readonly customer_id: string
  readonly transaction_id: string
  readonly campaign_id: string
  /** Points of the partner to exchange. */
  readonly points: number
  readonly quote_id: string
}

type Started = ProcessingStart<DataOf<typeof call>>

/**
 * Begins redemptions: uses the quote and marks the participation as waiting for the partner. Those that arrive together
 * begin by the same statements; a refusal concerns its own request only.
 * @returns a function of the partner's name in paths, which throws one of the call's refusals
 */
export const createBeginRedemption = (
  deps: PartnerDeps,
  saga: Pick<OutcomeSaga<PartnerDebit>, 'begin' | 'inTurn'>,
): ((partner: string, beginning: Beginning) => Promise<Started>) =>
  createBatchQueue<Beginning, Started>(
    (partner, beginnings) =>
      saga.inTurn(() =>
        inTransaction(deps.db, (tx) => beginInRounds(deps, saga, tx, { partner, beginnings })),
      ),
    { limit: begunAtOnce },
  )

type Batch = { readonly partner: string; readonly beginnings: readonly Beginning[] }

/** A customer's requests are decided one after the other: each sees what the earlier ones have stored. */
const beginInRounds = async (
  deps: PartnerDeps,
  saga: Pick<OutcomeSaga<PartnerDebit>, 'begin'>,
  tx: Tx,
  { partner, beginnings }: Batch,
): Promise<Settled<Started>[]> => {
  const settled = new Map<Beginning, Settled<Started>>()
  let rest = beginnings
  while (rest.length > 0) {
    const round = [
      ...new Map(rest.toReversed().map((beginning) => [beginning.customer_id, beginning])).values(),
    ]
    const results = await beginEach(deps, saga, tx, { partner, beginnings: round })
    for (const [index, beginning] of round.entries()) {
      const result = results[index]
      if (result) settled.set(beginning, result)
    }
    rest = rest.filter((beginning) => !settled.has(beginning))
  }
  return beginnings.map((beginning) => {
    const result = settled.get(beginning)
    if (!result) throw new Error('A redemption was not begun')
    return result
  })
}

/** Begins redemptions of different customers. */
const beginEach = async (
  deps: PartnerDeps,
  saga: Pick<OutcomeSaga<PartnerDebit>, 'begin'>,
  tx: Tx,
  { partner, beginnings }: Batch,
): Promise<Settled<Started>[]> => {
  const now = deps.clock()
  const usable = await lockUsable(
    tx,
    beginnings.map(({ customer_id }) => customer_id),
  )
  const allowed = beginnings.filter(({ customer_id }) => usable.has(customer_id))
  const byTransaction = new Map(allowed.map((beginning) => [beginning.transaction_id, beginning]))
  const begun = await beginEachProcessing<object, DataOf<typeof call>>({
    call,
    tx,
    kind: 'partner_points',
    now,
    time_zone: deps.time_zone,
    attempts: allowed.map(({ customer_id, transaction_id, campaign_id, points, quote_id }) => ({
      customer_id,
      transaction_id,
      campaign_id,
      identified_session_id: null,
      body: { partner, points, quote_id },
    })),
    reserve: (fresh) => {
      const owned = fresh.flatMap(({ id }) => byTransaction.get(id) ?? [])
      return reserveEach(deps, saga, tx, { partner, beginnings: owned, now })
    },
  })
  const results = new Map(allowed.map((beginning, index) => [beginning, begun[index]]))
  return beginnings.map(
    (beginning) => results.get(beginning) ?? { ok: false, error: refuseRequest('session.required') },
  )
}

/** Stores the redemptions of locked, open participations. @returns the refusals of the others, by participation */
const reserveEach = async (
  deps: PartnerDeps,
  saga: Pick<OutcomeSaga<PartnerDebit>, 'begin'>,
  tx: Tx,
  { partner, beginnings, now }: Batch & { readonly now: Date },
): Promise<ReadonlyMap<string, Refusal>> => {
  const refusals = new Map<string, Refusal>()
  const { name } = requirePartner(deps, partner, refuse)
  const campaigns = new Map<string, PartnerCampaign | undefined>()
  for (const id of new Set(beginnings.map(({ campaign_id }) => campaign_id)))
    campaigns.set(id, await findPartnerCampaign(tx, id))
  const isOn = await shareIsOn(tx, partner)
  const links = await lockLiveLinks(tx, {
    partner,
    customer_ids: beginnings.map(({ customer_id }) => customer_id),
  })

  const requireReservable = async (beginning: Beginning): Promise<LiveLink> => {
    const { customer_id, points } = beginning
    const campaign = campaigns.get(beginning.campaign_id)
    if (campaign?.settings.partner !== partner) throw refuse('partner-points.unknown-partner')
    if (!isOn) throw refuse('partner-points.switched-off', { partner: name })
    const link = links.get(customer_id)
    if (!link) throw refuse('partner-points.not-linked', { partner: name })
    await requireAllowed(deps, tx, { customer_id, campaign, points, now, refuse })
    return link
  }
  const reservable: (Beginning & { readonly link: LiveLink })[] = []
  for (const beginning of beginnings)
    try {
      reservable.push({ ...beginning, link: await requireReservable(beginning) })
    } catch (error) {
      if (!isRefusal(error)) throw error
      refusals.set(beginning.transaction_id, error)
    }
  if (reservable.length === 0) return refusals

  const quotes = await consumeQuotes(
    tx,
    reservable.map(({ quote_id, link, campaign_id, points, transaction_id }) => ({
      id: quote_id,
      link_id: link.id,
      campaign_id,
      partner_points: points,
      transaction_id,
    })),
    now,
  )
  const redemptions = reservable.flatMap(({ link, points: partner_points, ...beginning }) => {
    const quote = quotes.get(beginning.transaction_id)
    if (!quote) {
      refusals.set(beginning.transaction_id, refuse('partner-points.quote-expired'))
      return []
    }
    return {
      transaction_id: beginning.transaction_id,
      partner,
      customer_id: beginning.customer_id,
      campaign_id: beginning.campaign_id,
      link_id: link.id,
      quote_id: beginning.quote_id,
      quote_reference: quote.reference,
      member_sealed: link.member_sealed,
      member_end: link.member_end,
      partner_points,
      club_points: quote.club_points,
      requested_at: now,
      club_day: clubDayOf(now, deps.time_zone),
      valid_until: validUntil(quote.expires_at),
    }
  })
  if (redemptions.length === 0) return refusals
  await insertRedemptions(tx, redemptions)
  await saga.begin(
    tx,
    redemptions.map(({ transaction_id }) => transaction_id),
  )
  return refusals
}
