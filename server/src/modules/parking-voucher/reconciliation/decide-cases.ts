import type { DataOf } from '@clube/contract/kernel/call.ts'
import { formatCents } from '@clube/contract/kernel/money.ts'
import {
  askCarParkAgainCall,
  decideParkingCaseCall,
  parkingCaseCauses,
  type listParkingCasesCall,
  type ParkingCase,
  type ParkingCaseCause,
  type ParkingCaseKind,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { inTransaction, type Db, type Tx } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { findInquiries, listDeskInquiries, lockTransactions } from '../../campaigns/index.ts'
import type { ParkingDeps, ParkingSaga } from '../deps.ts'
import { askUndoAgain, settleUndo } from '../undo-voucher.ts'
import { listDeskUndos, lockOpenUndo } from '../undo-store.ts'
import { describeVouchers } from '../view-vouchers.ts'
import type { ParkingVoucher } from '../voucher.ts'
import { findVouchers, listVouchersOf } from '../voucher-store.ts'
import { findListed } from './reconciliation-store.ts'

type CaseDeps = ParkingDeps & { readonly saga: ParkingSaga }
type CaseKey = { readonly transaction_id: string; readonly kind: ParkingCaseKind }

/** Maximum number of cases of each kind that are listed; the others follow once these are decided. */
const listLimit = 100

/** Codes of the connection mean that there was no usable answer. */
const causeOf = (cause: string | null): ParkingCaseCause =>
  cause !== null && Object.hasOwn(parkingCaseCauses, cause) ? (cause as ParkingCaseCause) : 'no-answer'

/** Vouchers that wait for a decision, oldest first. Reading the list is audited. */
export const listCases = (deps: CaseDeps, staff_id: string): Promise<DataOf<typeof listParkingCasesCall>> =>
  inTransaction(deps.db, async (tx) => {
    const inquiries = await listDeskInquiries(tx, 'parking_voucher', listLimit)
    const undos = await listDeskUndos(tx, listLimit)
    const applied = await listVouchersOf(
      tx,
      inquiries.map(({ transaction_id }) => transaction_id),
    )
    const undone = await findVouchers(
      tx,
      undos.map(({ voucher_id }) => voucher_id),
    )
    const described = await describeVouchers(tx, [...applied, ...undone])
    const vouchers = new Map(described.map((voucher) => [voucher.id, voucher]))
    const byTransaction = new Map(described.map((voucher) => [voucher.transaction_id, voucher]))
    const listed = await findListed(tx, [...byTransaction.keys()])
    const view = (
      voucher: (typeof described)[number] | undefined,
      {
        kind,
        ...waiting
      }: { kind: ParkingCaseKind; cause: string | null; attempts: number; started_at: Date },
    ): ParkingCase => {
      if (!voucher) throw new Error('A case has no parking voucher')
      return {
        transaction_id: voucher.transaction_id,
        protocol: voucher.protocol,
        kind,
        campaign_title: voucher.campaign.title,
        ticket_end: voucher.ticket_number?.slice(-4) ?? null,
        garage_name: voucher.garage_name,
        entered_at: voucher.entered_at.toISOString(),
        maximum_cents: voucher.amount_cents,
        cause: causeOf(waiting.cause),
        attempts: waiting.attempts,
        started_at: waiting.started_at.toISOString(),
        listed_cents: listed.get(voucher.transaction_id)?.their_cents ?? null,
      }
    }
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'parking-voucher.list-cases',
      subject: null,
      sentence: 'Consultou os vales-estacionamento que esperam decisão.',
    })
    return [
      ...inquiries.map(({ transaction_id, ...inquiry }) =>
        view(byTransaction.get(transaction_id), { ...inquiry, kind: 'application' }),
      ),
      ...undos.map(({ voucher_id, requested_at: started_at, ...undo }) =>
        view(vouchers.get(voucher_id), { ...undo, started_at, kind: 'undo' }),
      ),
    ].toSorted((one, other) => one.started_at.localeCompare(other.started_at))
  })

/** The voucher of a case that waits for staff, with its participation locked; undefined when it does not wait. */
const lockCase = async (tx: Tx, { transaction_id, kind }: CaseKey): Promise<ParkingVoucher | undefined> => {
  await lockTransactions(tx, [transaction_id])
  const [voucher] = await listVouchersOf(tx, [transaction_id])
  if (!voucher) return undefined
  const state =
    kind === 'application'
      ? (await findInquiries(tx, [transaction_id])).get(voucher.transaction_id)?.state
      : (await lockOpenUndo(tx, voucher.id))?.state
  return state === 'desk' ? voucher : undefined
}

/** Asks the car park again, in the background. @throws {Refusal} parking-voucher.unknown-case */
export const askCaseAgain = (deps: CaseDeps, input: CaseKey & { staff_id: string }): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const voucher = await lockCase(tx, input)
    if (!voucher) throw refusalsOf(askCarParkAgainCall)('parking-voucher.unknown-case')
    if (input.kind === 'application') await deps.saga.askAgain(tx, voucher.transaction_id)
    else await askUndoAgain(deps, tx, voucher.id)
    await deps.audit(tx, {
      actor: { kind: 'staff', id: input.staff_id },
      action: 'parking-voucher.ask-again',
      subject: { kind: 'parking-voucher', id: voucher.id },
      sentence: 'Pediu para perguntar de novo ao estacionamento por um vale.',
    })
  })

const refuse = refusalsOf(decideParkingCaseCall)

/**
 * Decides a case by what staff verified at the car park.
 * @throws {Refusal} parking-voucher.unknown-case, parking-voucher.discount-missing
 */
export const decideCase = (
  deps: CaseDeps,
  input: CaseKey & {
    decision: 'done' | 'not-done'
    discount_cents: number | null
    reason: string
    staff_id: string
  },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { kind, decision, reason, staff_id } = input
    const voucher = await lockCase(tx, input)
    if (!voucher) throw refuse('parking-voucher.unknown-case')
    if (kind === 'application') await decideApplication(deps, tx, voucher, input)
    else await settleUndo(deps, tx, voucher.id, { kind: decision === 'done' ? 'undone' : 'left' })
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'parking-voucher.decide-case',
      subject: { kind: 'parking-voucher', id: voucher.id },
      sentence: `${decisionSentences[kind][decision]} Motivo: ${reason}`,
    })
  })

const decisionSentences = {
  application: {
    done: 'Confirmou um vale que o estacionamento aplicou.',
    'not-done': 'Encerrou um vale que o estacionamento não aplicou.',
  },
  undo: {
    done: 'Confirmou um vale que o estacionamento desfez.',
    'not-done': 'Manteve um vale que o estacionamento não desfez.',
  },
} as const satisfies Record<ParkingCaseKind, Record<'done' | 'not-done', string>>

const decideApplication = async (
  { saga }: CaseDeps,
  tx: Tx,
  voucher: ParkingVoucher,
  { decision, discount_cents }: { decision: 'done' | 'not-done'; discount_cents: number | null },
): Promise<void> => {
  const { transaction_id, garage_id, ticket_number, amount_cents } = voucher
  if (decision === 'not-done') {
    const failure = { code: 'parking-voucher.not-confirmed', values: {} }
    await saga.settleWith(tx, transaction_id, { kind: 'refused', failure })
    return
  }
  if (discount_cents === null || discount_cents > amount_cents)
    throw refuse('parking-voucher.discount-missing', { maximum: formatCents(amount_cents) })
  const listed = (await findListed(tx, [transaction_id])).get(transaction_id)
  await saga.settleWith(tx, transaction_id, {
    kind: 'done',
    result: {
      key: transaction_id,
      ticket_number: ticket_number ?? '',
      garage_id,
      discount_cents,
      // What was due then is no longer known, and no longer matters.
      due_cents: 0,
      leave_by: null,
      applied_at: listed?.applied_at ?? voucher.requested_at,
    },
  })
}

/** The number of cases that wait, up to a limit of each kind. */
export const countCases = async (db: Db): Promise<number> =>
  (await listDeskInquiries(db, 'parking_voucher', listLimit)).length +
  (await listDeskUndos(db, listLimit)).length
