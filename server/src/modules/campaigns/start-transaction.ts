import { startAtDeskCall } from '@clube/contract/campaigns/desk-calls.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { clubYearOf, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { transactionLifetimeSeconds } from '@clube/contract/campaigns/transaction-states.ts'
import { promotionKindProperties, type PromotionKind } from '@clube/contract/kernel/promotion-kinds.ts'
import { createBatchQueue, type Settled } from '../../db/batching.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refusal } from '../../kernel/refusal.ts'
import type { Random } from '../../ports/random.ts'
import { findById as findCustomer, findPeople } from '../identity/index.ts'
import { requireAccess, type Actor } from '../sessions/index.ts'
import type { Campaign } from './campaign.ts'
import { findCampaign } from './campaign-store.ts'
import type { CampaignDeps } from './deps.ts'
import { ineligibilityReasons } from './eligibility.ts'
import { transactionStateAt, type Transaction } from './transaction.ts'
import {
  deleteOpened,
  insertOpen,
  insertOpenEach,
  saveTransactionState,
} from './transaction-outcome-store.ts'
import {
  countParticipations,
  countParticipationsOf,
  findTransaction,
  findTransactions,
  lockOpen,
} from './transaction-store.ts'

const refuse = refusalsOf(startTransactionCall, startAtDeskCall)

export type StartInput = Actor & {
  readonly campaign_id: string
  readonly kind: PromotionKind
  readonly purchase_ids: readonly string[]
  readonly service_channel: string
}

/**
 * Opens a participation for an eligible customer, or returns the one still open for the same receipts.
 * A passwordless session neither gets nor replaces one opened in another session.
 * @throws {Refusal} campaigns.unknown, one of `eligibilityRefusals`, campaigns.purchase-unusable, or
 *   session.password-required
 */
export const startTransaction = (deps: CampaignDeps, input: StartInput): Promise<Transaction> =>
  inTransaction(deps.db, (tx) => startTransactionIn(deps, tx, input))

/** The same in the caller's transaction, for instance when staff open a participation at the desk. */
export const startTransactionIn = async (
  deps: Pick<CampaignDeps, 'clock' | 'time_zone' | 'purchases' | 'random'>,
  tx: Tx,
  input: StartInput,
): Promise<Transaction> => {
  const now = deps.clock()
  const campaign = await findCampaign(tx, input.campaign_id)
  if (!campaign || campaign.kind !== input.kind) throw refuse('campaigns.unknown')
  const person = await findCustomer(tx, input.customer_id)
  if (!person) throw refuse('session.required')
  const [reason] = ineligibilityReasons({ campaign, person, counted: 0, now, time_zone: deps.time_zone })
  if (reason) throw refuse(reason)

  const existing = await findOrOpen(deps, tx, input, now)
  if (existing.isReused) return existing.transaction
  const { transaction } = existing
  // Counted after the insert: no other can be opened concurrently, so the number is exact.
  const limit = campaign.limit_per_customer
  if (limit !== null && (await countParticipations(tx, { ...input, now })) > limit)
    throw limitRefusal(campaign, limit)
  if (input.purchase_ids.length > 0 && !(await deps.purchases.hasUnused(tx, { ...input, now })))
    throw refuse('campaigns.purchase-unusable')
  return transaction
}

/**
 * Opens participations like `startTransaction`. Requests for one campaign that arrive at the same time share a database
 * transaction, except those with receipts, with a random protocol, of a customer who already has an open participation, and a
 * customer's second request in a batch.
 */
export const createStartTransaction = (deps: CampaignDeps): ((input: StartInput) => Promise<Transaction>) => {
  const enqueue = createBatchQueue<StartInput, Transaction | null>((_campaign, inputs) =>
    startBatch(deps, inputs),
  )
  return async (input) => {
    const isAlone = input.purchase_ids.length > 0 || promotionKindProperties[input.kind].has_random_protocols
    const started = isAlone ? null : await enqueue(`${input.kind} ${input.campaign_id}`, input)
    return started ?? startTransaction(deps, input)
  }
}

/** Participations of one campaign and kind, all or none; null for those to be started alone. */
const startBatch = (
  deps: CampaignDeps,
  inputs: readonly StartInput[],
): Promise<Settled<Transaction | null>[]> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const { time_zone } = deps
    const campaign = await findCampaign(tx, inputs[0]?.campaign_id ?? '')
    const people = await findPeople(
      tx,
      inputs.map(({ customer_id }) => customer_id),
    )
    const refusalOf = ({ customer_id, kind }: StartInput): Refusal | null => {
      if (!campaign || campaign.kind !== kind) return refuse('campaigns.unknown')
      const person = people.get(customer_id)
      if (!person || person.account_status === 'anonymized') return refuse('session.required')
      const [reason] = ineligibilityReasons({ campaign, person, counted: 0, now, time_zone })
      return reason ? refuse(reason) : null
    }
    const refusals = new Map(inputs.map((input) => [input, refusalOf(input)]))
    const eligible = inputs.filter((input) => refusals.get(input) === null)
    const firsts = new Map(eligible.toReversed().map((input) => [input.customer_id, input]))
    if (!campaign || firsts.size === 0)
      return inputs.map((input) => ({ ok: false, error: refusals.get(input) ?? refuse('campaigns.unknown') }))
    const opened = await insertOpenEach(tx, [...firsts.values()], openedIn(campaign, time_zone, now))
    const overLimit = await endOverLimit(tx, campaign, opened, now)
    const transactions = await findTransactions(tx, [...opened.values()])
    return inputs.map((input) => {
      const refusal = refusals.get(input) ?? overLimit.get(input.customer_id)
      if (refusal) return { ok: false, error: refusal }
      const id = firsts.get(input.customer_id) === input ? opened.get(input.customer_id) : undefined
      return { ok: true, result: transactions.get(id ?? '') ?? null }
    })
  })

/** Counted after the insert, as for a single participation. @returns the refusals of those who had reached the limit before */
const endOverLimit = async (
  tx: Tx,
  campaign: Campaign,
  opened: ReadonlyMap<string, string>,
  now: Date,
): Promise<ReadonlyMap<string, Refusal>> => {
  const { id: campaign_id, limit_per_customer: limit } = campaign
  if (limit === null || opened.size === 0) return new Map()
  const counts = await countParticipationsOf(tx, { customer_ids: [...opened.keys()], campaign_id, now })
  const over = [...opened].filter(([customer_id]) => (counts.get(customer_id) ?? 0) > limit)
  if (over.length > 0)
    await deleteOpened(
      tx,
      over.map(([, id]) => id),
    )
  return new Map(over.map(([customer_id]) => [customer_id, limitRefusal(campaign, limit)]))
}

const limitRefusal = ({ kind }: Campaign, count: number): Refusal =>
  refuse(promotionKindProperties[kind].limit_refusal, { count })

/** What participations that are opened now in a campaign have in common. */
const openedIn = (
  { id: campaign_id, kind }: Pick<Campaign, 'id' | 'kind'>,
  time_zone: TimeZone,
  now: Date,
) => ({
  protocol_year: clubYearOf(now, time_zone),
  campaign_id,
  kind,
  created_at: now,
  expires_at: new Date(now.getTime() + transactionLifetimeSeconds * 1000),
})

/** Each round opens a participation, finds one, ends a conflicting one, or meets a random protocol that is in use. */
const maxRounds = 4

const findOrOpen = async (
  deps: Pick<CampaignDeps, 'time_zone' | 'purchases' | 'random'>,
  tx: Tx,
  input: StartInput,
  now: Date,
): Promise<{ transaction: Transaction; isReused: boolean }> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const id = await insertOpen(tx, {
      ...openedIn({ id: input.campaign_id, kind: input.kind }, deps.time_zone, now),
      ...(promotionKindProperties[input.kind].has_random_protocols
        ? { protocol_number: randomProtocolNumber(deps.random) }
        : {}),
      customer_id: input.customer_id,
      identified_session_id: input.identified_session_id,
      service_channel: input.service_channel,
      purchase_ids: [...input.purchase_ids],
    })
    if (id !== null) {
      const transaction = await findTransaction(tx, id)
      if (!transaction) throw new Error('The opened participation was not found')
      return { transaction, isReused: false }
    }
    const open = await lockOpen(tx, input)
    const isLive = open !== undefined && transactionStateAt(open, now) === 'open'
    if (isLive) requireAccess(open, input)
    if (isLive && hasSamePurchases(open, input)) return { transaction: open, isReused: true }
    if (open) await endConflicting(deps, tx, open, now)
  }
  throw new Error('Could not open a participation')
}

/** Random numbers have ten digits: those of the sequence, which other kinds share, stay below them. */
const firstRandomNumber = 1_000_000_000
const lastRandomNumber = 9_999_999_999

const randomProtocolNumber = (random: Pick<Random, 'below'>): number =>
  firstRandomNumber + random.below(lastRandomNumber - firstRandomNumber + 1)

const hasSamePurchases = (open: Transaction, input: StartInput): boolean =>
  open.purchase_ids.length === input.purchase_ids.length &&
  open.purchase_ids.every((id) => input.purchase_ids.includes(id))

/** Ends an open participation that has expired or was opened for other receipts. */
const endConflicting = async (
  deps: Pick<CampaignDeps, 'purchases'>,
  tx: Tx,
  open: Transaction,
  now: Date,
): Promise<void> => {
  const isExpired = transactionStateAt(open, now) === 'expired'
  await saveTransactionState(tx, open.id, {
    state: isExpired ? 'expired' : 'cancelled',
    finished_at: isExpired ? open.expires_at : now,
  })
  await deps.purchases.release(tx, [open.id])
}
