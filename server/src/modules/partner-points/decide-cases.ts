import {
  askAgainCall,
  decideCaseCall,
  switchPartnerCall,
  type caseOutcomes,
  type DeskPartner,
  type ReconciliationCase,
} from '@clube/contract/partner-points/desk-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import {
  findInquiries,
  findTransactions,
  listDeskInquiries,
  lockTransactions,
  protocolOf,
  type Transaction,
} from '../campaigns/index.ts'
import type { PartnerDeps } from './deps.ts'
import { requirePartner } from './links/link-partner.ts'
import { countLiveLinks } from './links/link-store.ts'
import { listPartnerRows, savePartnerSwitch } from './partner-store.ts'
import { failureOf } from './redemptions/ask-partner.ts'
import type { RedemptionSaga } from './redemptions/redeem-points.ts'
import { caseCauseOf } from './redemptions/redemption.ts'
import { findRedemption, findRedemptions, isReferenceUsed } from './redemptions/redemption-store.ts'
import { countWaitingRefunds } from './refunds/refund-store.ts'
import { findDebitLines } from './settlement/entry-store.ts'
import { countWaitingItems } from './settlement/item-store.ts'

/** Cases listed at most; more mean that a partner is broken and should be switched off. */
const caseLimit = 1000
/** Differences counted per partner and state. */
const countLimit = 1000

/** Partners with what waits for a decision. */
export const listDeskPartners = async (
  deps: Pick<PartnerDeps, 'db' | 'partners' | 'namesOfStaff'>,
): Promise<DeskPartner[]> => {
  const { db, partners } = deps
  const rows = await listPartnerRows(db)
  const links = await countLiveLinks(db)
  const refunds = await countWaitingRefunds(db)
  const differences = await countWaitingItems(db, [...partners.keys()], countLimit)
  const inquiries = await listDeskInquiries(db, 'partner_points', caseLimit)
  const redemptions = await findRedemptions(
    db,
    inquiries.map(({ transaction_id }) => transaction_id),
  )
  const names = await deps.namesOfStaff(
    db,
    [...rows.values()].flatMap(({ switched_by }) => switched_by ?? []),
  )
  return [...partners].map(([slug, { title: name }]) => {
    const row = rows.get(slug)
    return {
      partner: slug,
      name,
      is_on: row?.is_on ?? true,
      switched:
        row?.switched_at && row.switch_reason !== null
          ? {
              at: row.switched_at.toISOString(),
              by: names.get(row.switched_by ?? '')?.name ?? null,
              reason: row.switch_reason,
            }
          : null,
      linked_customers: links.get(slug) ?? 0,
      waiting: {
        cases: [...redemptions.values()].filter(({ partner }) => partner === slug).length,
        differences: differences
          .filter(({ partner }) => partner === slug)
          .reduce((sum, { count }) => sum + count, 0),
        refunds: refunds.get(slug) ?? 0,
      },
    }
  })
}

/**
 * Switches a partner on or off. A repeat changes nothing.
 * @throws {Refusal} partner-points.unknown-partner
 */
export const switchPartner = async (
  deps: PartnerDeps,
  input: { partner: string; is_on: boolean; reason: string; staff_id: string },
): Promise<DeskPartner> => {
  const { is_on, reason, staff_id } = input
  const { slug, name } = requirePartner(deps, input.partner, refusalsOf(switchPartnerCall))
  await inTransaction(deps.db, async (tx) => {
    if (!(await savePartnerSwitch(tx, { slug, is_on, staff_id, reason, now: deps.clock() }))) return
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'partner-points.switch',
      subject: { kind: 'partner', id: slug },
      sentence: `${is_on ? 'Retomou' : 'Suspendeu'} as trocas com o ${name}: ${reason}`,
    })
  })
  const view = (await listDeskPartners(deps)).find(({ partner }) => partner === slug)
  if (!view) throw new Error('The partner is not configured')
  return view
}

/** Redemptions of a partner that wait for staff, oldest first. */
export const listCases = async (
  { db }: Pick<PartnerDeps, 'db'>,
  partner: string,
): Promise<ReconciliationCase[]> => {
  const inquiries = await listDeskInquiries(db, 'partner_points', caseLimit)
  const ids = inquiries.map(({ transaction_id }) => transaction_id)
  const redemptions = await findRedemptions(db, ids)
  const transactions = await findTransactions(db, ids)
  const lines = await findDebitLines(db, { partner, transaction_ids: ids })
  return inquiries.flatMap(({ transaction_id, attempts, cause, started_at }) => {
    const redemption = redemptions.get(transaction_id)
    const transaction = transactions.get(transaction_id)
    if (redemption?.partner !== partner || !transaction) return []
    const line = lines.get(transaction_id)
    return [
      {
        transaction_id,
        protocol: protocolOf(transaction),
        partner,
        partner_points: redemption.partner_points,
        club_points: redemption.club_points,
        cause: caseCauseOf(cause),
        attempts,
        started_at: started_at.toISOString(),
        line: line
          ? { reference: line.reference, points: line.points, occurred_at: line.occurred_at.toISOString() }
          : null,
      },
    ]
  })
}

/** The locked participation of a case; undefined when it does not wait for staff. */
const lockCase = async (tx: Tx, transaction_id: string): Promise<Transaction | undefined> => {
  const id = transaction_id.toLowerCase()
  const transaction = (await lockTransactions(tx, [id])).get(id)
  const inquiry = (await findInquiries(tx, [id])).get(id)
  return transaction?.kind === 'partner_points' && inquiry?.state === 'desk' ? transaction : undefined
}

/**
 * Asks the partner again about a redemption that waits for staff.
 * @throws {Refusal} partner-points.unknown-case
 */
export const askAgain = (
  deps: PartnerDeps,
  saga: RedemptionSaga,
  { transaction_id, reason, staff_id }: { transaction_id: string; reason: string; staff_id: string },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const transaction = await lockCase(tx, transaction_id)
    if (!transaction || !(await saga.askAgain(tx, transaction.id)))
      throw refusalsOf(askAgainCall)('partner-points.unknown-case')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'partner-points.ask-again',
      subject: { kind: 'transaction', id: transaction.id },
      sentence: `Perguntou de novo ao parceiro pelo resgate ${protocolOf(transaction)}: ${reason}`,
    })
  })

const refuse = refusalsOf(decideCaseCall)

/**
 * Decides a redemption that waits for staff: credited only with the partner's line about the same debit, failed only without.
 * @throws {Refusal} one of the call's refusals
 */
export const decideCase = (
  deps: PartnerDeps,
  saga: RedemptionSaga,
  input: {
    transaction_id: string
    outcome: (typeof caseOutcomes)[number]
    reason: string
    staff_id: string
  },
): Promise<'completed' | 'failed'> =>
  inTransaction(deps.db, async (tx) => {
    const { outcome, reason, staff_id } = input
    const transaction = await lockCase(tx, input.transaction_id)
    const redemption = transaction && (await findRedemption(tx, transaction.id))
    if (!redemption) throw refuse('partner-points.unknown-case')
    const { partner, transaction_id, partner_points } = redemption
    const line = (await findDebitLines(tx, { partner, transaction_ids: [transaction_id] })).get(
      transaction_id,
    )
    const isEvidence = line !== undefined && line.points === partner_points
    if (outcome === 'credit') {
      const { reference = '' } = line ?? {}
      if (!isEvidence || (await isReferenceUsed(tx, { partner, reference, transaction_id })))
        throw refuse('partner-points.no-evidence')
      await saga.settleWith(tx, transaction_id, {
        kind: 'done',
        // The line names the participation; the member's number is not in the file.
        result: { reference, member_number: '', points: line.points, debited_at: line.occurred_at },
      })
    } else {
      if (isEvidence) throw refuse('partner-points.debit-in-file')
      const failure = failureOf(deps, partner, 'partner-points.not-authorized')
      await saga.settleWith(tx, transaction_id, { kind: 'refused', failure })
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'partner-points.decide-case',
      subject: { kind: 'transaction', id: transaction_id },
      sentence: `${outcome === 'credit' ? 'Creditou' : 'Encerrou sem crédito'} o resgate ${protocolOf(transaction)}: ${reason}`,
    })
    return outcome === 'credit' ? 'completed' : 'failed'
  })
