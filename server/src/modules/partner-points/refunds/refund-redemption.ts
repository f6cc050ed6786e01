import {
  confirmRefundCall,
  proposeRefundCall,
  resumeRefundCall,
  withdrawRefundCall,
  type PartnerRefund,
} from '@clube/contract/partner-points/desk-calls.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import type { EntryKind } from '@clube/contract/partner-points/settlement-calls.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import type { JobQueue, Jobs } from '../../../db/jobs.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { expiryAfter } from '../../../ports/clock.ts'
import type { PartnerProgramme } from '../../../ports/partner-programme.ts'
import { findTransactions, inquiryPauseSeconds, lockTransactions, protocolOf } from '../../campaigns/index.ts'
import type { PartnerDeps } from '../deps.ts'
import { notifyOfRedemption } from '../partner-messages.ts'
import {
  findRedemption,
  saveRedemptionState,
  type PartnerRedemption,
} from '../redemptions/redemption-store.ts'
import { addToDay, findDebitLines, insertEntry, pairEntries } from '../settlement/entry-store.ts'
import {
  claimDueRefunds,
  findRefund,
  insertRefund,
  listOtherRefunds,
  listWaitingRefunds,
  lockRefund,
  saveRefund,
  type PartnerRefundRow,
} from './refund-store.ts'

const queue: JobQueue<{ refund_id: string }> = {
  name: 'refund-partner-points',
  expireInSeconds: 300,
  retryLimit: 5,
}

/** Seconds until a worker asks, in case the process that confirmed ended before it asked. */
const firstPauseSeconds = 15
/** Seconds for which a claimed refund is not asked by another process. */
const claimSeconds = 15
const batchSize = 8

/** One second later than due, because the job runner has a clock of its own. */
const askAt = (
  { jobs }: Pick<PartnerDeps, 'jobs'>,
  tx: Tx,
  refund_id: string,
  seconds: number,
): Promise<void> => jobs.enqueue(tx, queue, { refund_id }, seconds + 1)

const viewRefunds = async (
  deps: Pick<PartnerDeps, 'namesOfStaff'>,
  db: Db,
  refunds: readonly PartnerRefundRow[],
  staff_id: string,
): Promise<PartnerRefund[]> => {
  const names = await deps.namesOfStaff(
    db,
    refunds.flatMap(({ proposed_by, confirmed_by }) => [
      proposed_by,
      ...(confirmed_by === null ? [] : [confirmed_by]),
    ]),
  )
  const transactions = await findTransactions(
    db,
    refunds.map(({ transaction_id }) => transaction_id),
  )
  return refunds.map(
    ({ id, proposed_by, confirmed_by, partner: _partner, attempts: _attempts, next_at: _next, ...shown }) => {
      const transaction = transactions.get(shown.transaction_id)
      if (!transaction) throw new Error('A refund has no participation')
      return {
        ...shown,
        refund_id: id,
        protocol: protocolOf(transaction),
        proposed_by: names.get(proposed_by)?.name ?? null,
        proposed_at: shown.proposed_at.toISOString(),
        confirmed_by: names.get(confirmed_by ?? '')?.name ?? null,
        confirmed_at: shown.confirmed_at?.toISOString() ?? null,
        finished_at: shown.finished_at?.toISOString() ?? null,
        is_own: proposed_by === staff_id,
      }
    },
  )
}

const viewRefund = async (
  deps: Pick<PartnerDeps, 'namesOfStaff'>,
  db: Db,
  { refund_id, staff_id }: { refund_id: string; staff_id: string },
): Promise<PartnerRefund> => {
  const refund = await findRefund(db, refund_id)
  const [view] = refund ? await viewRefunds(deps, db, [refund], staff_id) : []
  if (!view) throw new Error('The refund was not found')
  return view
}

const pageSize = 50

/** Refunds of a partner: on the first page those that wait for a person, then the others, newest first. */
export const listRefunds = async (
  deps: Pick<PartnerDeps, 'db' | 'namesOfStaff'>,
  { partner, cursor, staff_id }: { partner: string; cursor: string | undefined; staff_id: string },
): Promise<{ data: PartnerRefund[]; next_cursor: string | null }> => {
  const waiting = cursor === undefined ? await listWaitingRefunds(deps.db, partner) : []
  const others = await listOtherRefunds(deps.db, { partner, before: cursor ?? null, limit: pageSize })
  const last = others.at(-1)
  return {
    data: await viewRefunds(deps, deps.db, [...waiting, ...others], staff_id),
    next_cursor: last && others.length === pageSize ? last.id : null,
  }
}

type Staff = { readonly staff_id: string }

const auditRefund = (
  deps: Pick<PartnerDeps, 'audit'>,
  tx: Tx,
  line: { action: string; transaction_id: string; staff_id: string; sentence: string },
): Promise<unknown> =>
  deps.audit(tx, {
    actor: { kind: 'staff', id: line.staff_id },
    action: line.action,
    subject: { kind: 'transaction', id: line.transaction_id },
    sentence: line.sentence,
  })

const refuseProposal = refusalsOf(proposeRefundCall)

/**
 * Proposes to refund a completed redemption, or a debit that the partner's file has for a failed one. A repeat by the same
 * member returns the refund.
 * @throws {Refusal} one of the call's refusals
 */
export const proposeRefund = (
  deps: PartnerDeps,
  input: Staff & { refund_id: string; transaction_id: string; reason: string },
): Promise<PartnerRefund> =>
  inTransaction(deps.db, async (tx) => {
    const { reason, staff_id } = input
    const refund_id = input.refund_id.toLowerCase()
    const transaction = (await lockTransactions(tx, [input.transaction_id])).get(
      input.transaction_id.toLowerCase(),
    )
    const redemption = transaction && (await findRedemption(tx, transaction.id))
    if (!redemption) throw refuseProposal('partner-points.unknown-redemption')
    const { partner, transaction_id } = redemption
    const earlier = await findRefund(tx, refund_id)
    if (earlier) {
      const isSame =
        earlier.transaction_id === transaction_id &&
        earlier.proposed_by === staff_id &&
        earlier.reason === reason
      if (isSame) return viewRefund(deps, tx, { refund_id, staff_id })
      throw refuseProposal('partner-points.refund-reused')
    }
    const points = await findRefundablePoints(tx, redemption)
    if (!points) throw refuseProposal('partner-points.not-refundable')
    const inserted = await insertRefund(tx, {
      id: refund_id,
      partner,
      transaction_id,
      ...points,
      reason,
      proposed_by: staff_id,
      proposed_at: deps.clock(),
    })
    if (!inserted) throw refuseProposal('partner-points.refund-exists')
    await auditRefund(deps, tx, {
      action: 'partner-points.propose-refund',
      transaction_id,
      staff_id,
      sentence: `Propôs devolver o resgate ${protocolOf(transaction)}: ${reason}`,
    })
    return viewRefund(deps, tx, { refund_id, staff_id })
  })

/** The points that a refund returns and takes back; null if there is nothing to return. */
const findRefundablePoints = async (
  tx: Tx,
  redemption: PartnerRedemption,
): Promise<Pick<PartnerRefundRow, 'partner_points' | 'club_points'> | null> => {
  const { state, partner, transaction_id, partner_points, club_points } = redemption
  switch (state) {
    case 'completed':
    case 'refunded':
      return { partner_points, club_points }
    case 'failed': {
      const line = (await findDebitLines(tx, { partner, transaction_ids: [transaction_id] })).get(
        transaction_id,
      )
      return line ? { partner_points: line.points, club_points: 0 } : null
    }
    case 'processing':
      return null
    default:
      return state satisfies never
  }
}

const refuseConfirmation = refusalsOf(confirmRefundCall)

/**
 * Confirms another member's proposal: takes the club's points back, commits, and asks the partner. A repeat by the same member
 * returns the refund.
 * @throws {Refusal} one of the call's refusals
 */
export const confirmRefund = async (
  deps: PartnerDeps,
  { refund_id, staff_id }: Staff & { refund_id: string },
): Promise<PartnerRefund> => {
  const found = await findRefund(deps.db, refund_id)
  if (!found) throw refuseConfirmation('partner-points.unknown-refund')
  if (found.proposed_by === staff_id) throw refuseConfirmation('partner-points.own-refund')
  const isConfirmed = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock()
    const transaction = (await lockTransactions(tx, [found.transaction_id])).get(found.transaction_id)
    if (!transaction) throw new Error('A refund has no participation')
    const isSaved = await saveRefund(tx, found.id, 'proposed', {
      state: 'sending',
      confirmed_by: staff_id,
      confirmed_at: now,
      attempts: 1,
      next_at: expiryAfter(now, firstPauseSeconds),
    })
    if (!isSaved) {
      const current = await lockRefund(tx, found.id)
      if (current?.confirmed_by === staff_id) return false
      throw refuseConfirmation('partner-points.refund-state')
    }
    if (transaction.state === 'completed') {
      await deps.returnParticipations(tx, {
        transaction_ids: [transaction.id],
        note: 'Os pontos do resgate foram devolvidos ao parceiro.',
        now,
      })
      await saveRedemptionState(tx, transaction.id, { state: 'refunded', finished_at: now })
      await deps.points.revoke(tx, { transaction_id: transaction.id, about: transaction.campaign_title, now })
    }
    await askAt(deps, tx, found.id, firstPauseSeconds)
    await auditRefund(deps, tx, {
      action: 'partner-points.confirm-refund',
      transaction_id: transaction.id,
      staff_id,
      sentence: `Confirmou a devolução do resgate ${protocolOf(transaction)}: ${formatPoints(found.partner_points)} do parceiro, ${formatPoints(found.club_points)} do clube.`,
    })
    return true
  })
  if (isConfirmed) await pursueRefund(deps, found.id)
  return viewRefund(deps, deps.db, { refund_id: found.id, staff_id })
}

type RefundAnswer = Awaited<ReturnType<PartnerProgramme['refund']>>

/** Asks the partner for a confirmed refund, outside of any transaction, and stores its answer. */
const pursueRefund = async (deps: PartnerDeps, refund_id: string): Promise<void> => {
  const refund = await findRefund(deps.db, refund_id)
  if (refund?.state !== 'sending') return
  const partner = deps.partners.get(refund.partner)
  const answer: RefundAnswer = partner
    ? await partner.programme
        .refund(refund.transaction_id)
        .catch(() => ({ kind: 'unknown', cause: 'error' }) as const)
    : { kind: 'unknown', cause: 'not-configured' }
  await inTransaction(deps.db, (tx) => settleRefund(deps, tx, { refund, answer }))
}

const settleRefund = async (
  deps: PartnerDeps,
  tx: Tx,
  { refund, answer }: { refund: PartnerRefundRow; answer: RefundAnswer },
): Promise<void> => {
  const now = deps.clock()
  const { id, partner, transaction_id } = refund
  const transaction = (await lockTransactions(tx, [transaction_id])).get(transaction_id)
  const redemption = await findRedemption(tx, transaction_id)
  const current = await lockRefund(tx, id)
  if (!transaction || !redemption || !current) throw new Error('A refund has no redemption')
  if (current.state !== 'sending') return
  const ended = { next_at: null, finished_at: now }
  switch (answer.kind) {
    case 'done': {
      await saveRefund(tx, id, 'sending', { ...ended, state: 'done' })
      await notifyOfRedemption(deps, tx, {
        template: 'partner-refunded',
        redemption,
        protocol: protocolOf(transaction),
      })
      // A debit that was refused to the club is recorded when it is returned.
      const line = (await findDebitLines(tx, { partner, transaction_ids: [transaction_id] })).get(
        transaction_id,
      )
      const entry = { partner, transaction_id, points: refund.partner_points }
      const debit =
        redemption.state === 'failed' && line
          ? [{ ...entry, kind: 'debit', reference: line.reference, occurred_at: line.occurred_at } as const]
          : []
      const refunded_at = answer.result.refunded_at
      const refunded = { ...entry, kind: 'refund', reference: null, occurred_at: refunded_at } as const
      const recorded: EntryKind[] = []
      for (const each of [...debit, refunded]) if (await insertEntry(tx, each)) recorded.push(each.kind)
      await pairEntries(tx, { partner, transaction_id })
      for (const kind of recorded) await addToDay(tx, { transaction_id, kind, time_zone: deps.time_zone })
      return
    }
    case 'refused':
      await saveRefund(tx, id, 'sending', { ...ended, state: 'no_debit' })
      return
    case 'unknown': {
      const pauseSeconds = inquiryPauseSeconds(current.attempts)
      if (pauseSeconds === null) await saveRefund(tx, id, 'sending', { state: 'desk', next_at: null })
      else {
        await saveRefund(tx, id, 'sending', { next_at: expiryAfter(now, pauseSeconds) })
        await askAt(deps, tx, id, pauseSeconds)
      }
      return
    }
    default:
      answer satisfies never
  }
}

/** Asks about all refunds that are due. @throws {AggregateError} once all were asked, if some could not be settled */
export const askDueRefunds = async (deps: PartnerDeps): Promise<void> => {
  const errors: unknown[] = []
  for (;;) {
    const now = deps.clock()
    const due = await claimDueRefunds(deps.db, {
      now,
      again_at: expiryAfter(now, claimSeconds),
      limit: batchSize,
    })
    for (const result of await Promise.allSettled(due.map((id) => pursueRefund(deps, id))))
      if (result.status === 'rejected') errors.push(result.reason)
    if (due.length < batchSize) break
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some refunds could not be settled')
}

/** Registers the job that asks about refunds. */
export const registerRefunds = (deps: PartnerDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(queue, () => askDueRefunds(deps))

const refuseWithdrawal = refusalsOf(withdrawRefundCall)

/** Withdraws a proposal. A repeat changes nothing. @throws {Refusal} one of the call's refusals */
export const withdrawRefund = (
  deps: PartnerDeps,
  { refund_id, reason, staff_id }: Staff & { refund_id: string; reason: string },
): Promise<PartnerRefund> =>
  inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, refund_id)
    if (!refund) throw refuseWithdrawal('partner-points.unknown-refund')
    const ended = { state: 'withdrawn', finished_at: deps.clock() } as const
    const isSaved = await saveRefund(tx, refund.id, 'proposed', ended)
    if (!isSaved && refund.state !== 'withdrawn') throw refuseWithdrawal('partner-points.refund-state')
    const view = await viewRefund(deps, tx, { refund_id: refund.id, staff_id })
    if (isSaved)
      await auditRefund(deps, tx, {
        action: 'partner-points.withdraw-refund',
        transaction_id: refund.transaction_id,
        staff_id,
        sentence: `Retirou a devolução proposta do resgate ${view.protocol}: ${reason}`,
      })
    return view
  })

const refuseResumption = refusalsOf(resumeRefundCall)

/** Asks the partner again for a refund that it did not answer for hours. @throws {Refusal} one of the call's refusals */
export const resumeRefund = (
  deps: PartnerDeps,
  { refund_id, staff_id }: Staff & { refund_id: string },
): Promise<PartnerRefund> =>
  inTransaction(deps.db, async (tx) => {
    const refund = await lockRefund(tx, refund_id)
    if (!refund) throw refuseResumption('partner-points.unknown-refund')
    const isSaved = await saveRefund(tx, refund.id, 'desk', {
      state: 'sending',
      attempts: 0,
      next_at: deps.clock(),
    })
    if (!isSaved && refund.state !== 'sending') throw refuseResumption('partner-points.refund-state')
    const view = await viewRefund(deps, tx, { refund_id: refund.id, staff_id })
    if (isSaved) {
      await askAt(deps, tx, refund.id, 0)
      await auditRefund(deps, tx, {
        action: 'partner-points.resume-refund',
        transaction_id: refund.transaction_id,
        staff_id,
        sentence: `Pediu de novo ao parceiro a devolução do resgate ${view.protocol}.`,
      })
    }
    return view
  })
