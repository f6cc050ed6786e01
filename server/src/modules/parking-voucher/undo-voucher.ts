import { undoParkingVoucherCall } from '@clube/contract/parking-voucher/desk-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { JobQueue, Jobs } from '../../db/jobs.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { expiryAfter } from '../../ports/clock.ts'
import { inquiryPauseSeconds, lockTransactions, type Transaction } from '../campaigns/index.ts'
import type { ParkingDeps, ParkingServices } from './deps.ts'
import { findParkingCampaign } from './parking-campaign.ts'
import {
  claimDueUndos,
  findUndo,
  insertUndo,
  lockOpenUndo,
  saveUndo,
  type ParkingUndo,
} from './undo-store.ts'
import type { ParkingVoucher } from './voucher.ts'
import { notifyOfVoucher } from './voucher-messages.ts'
import { changeVoucher, findVoucher, listVouchersOf, lockVoucher, returnCourtesy } from './voucher-store.ts'

/** Seconds from the first request until a worker asks, in case the process that sent it ended. */
const firstPauseSeconds = 15
/** Seconds for which a claimed request is not sent by another process: longer than any request takes. */
const claimSeconds = 15
/** Requests sent at once by one process. */
const concurrency = 8

/** The explanation shown to the customer. */
export const undoneNote = 'O vale-estacionamento foi cancelado no balcão. O que você usou voltou para você.'

/** What the car park says about a request to undo. */
export type UndoAnswer =
  | { readonly kind: 'undone' }
  /** The car had left: the discount was used. */
  | { readonly kind: 'left' }
  | { readonly kind: 'unknown'; readonly cause: string }
  | { readonly kind: 'contradiction'; readonly cause: string }

type UndoDeps = ParkingDeps & Pick<ParkingServices, 'externalServices'>

export const undoQueue: JobQueue<{ voucher_id: string }> = {
  name: 'undo-parking-vouchers',
  expireInSeconds: 300,
  retryLimit: 5,
}

const refuse = refusalsOf(undoParkingVoucherCall)

/**
 * Requests that the car park takes a discount back, once per voucher: `applied → undoing`. The caller has locked the
 * participation and the voucher, and asks after the commit.
 * @returns false when the voucher is not applied
 */
const requestUndo = async (
  { jobs }: Pick<ParkingDeps, 'jobs'>,
  tx: Tx,
  {
    voucher,
    ...undo
  }: {
    id?: string
    voucher: ParkingVoucher
    requested_by: string | null
    reason: string
    now: Date
    /** Whether the caller asks after the commit; otherwise a worker does, at once. */
    isAskedByCaller: boolean
  },
): Promise<boolean> => {
  const { now, isAskedByCaller, id, requested_by, reason } = undo
  const pauseSeconds = isAskedByCaller ? firstPauseSeconds : 0
  if (!(await changeVoucher(tx, voucher.id, { from: 'applied', to: 'undoing' }))) return false
  const inserted = await insertUndo(tx, {
    ...(id === undefined ? {} : { id }),
    voucher_id: voucher.id,
    requested_by,
    reason,
    requested_at: now,
    next_at: expiryAfter(now, pauseSeconds),
  })
  if (inserted === null) throw refuse('parking-voucher.undo-reused')
  await jobs.enqueue(tx, undoQueue, { voucher_id: voucher.id }, pauseSeconds + 1)
  return true
}

/**
 * Undoes an applied voucher for a supervisor, once; a repeat with the same id changes nothing. While the car park has not
 * answered, the voucher is `undoing`.
 * @throws {Refusal} parking-voucher.unknown-voucher, parking-voucher.not-applied, parking-voucher.undo-too-late,
 *   parking-voucher.undo-reused
 */
export const undoVoucher = async (
  deps: UndoDeps,
  input: { undo_id: string; voucher_id: string; reason: string; staff_id: string },
): Promise<{ repeated: boolean }> => {
  const { voucher_id, reason, staff_id } = input
  const undo_id = input.undo_id.toLowerCase()
  const found = await findVoucher(deps.db, voucher_id)
  if (!found) throw refuse('parking-voucher.unknown-voucher')
  const repeated = await inTransaction(deps.db, async (tx) => {
    await lockTransactions(tx, [found.transaction_id])
    const voucher = await lockVoucher(tx, found.id)
    if (!voucher) throw new Error('The parking voucher was not found')
    const earlier = await findUndo(tx, undo_id)
    if (earlier) {
      if (earlier.voucher_id !== voucher.id) throw refuse('parking-voucher.undo-reused')
      return true
    }
    if (voucher.status.kind !== 'applied') throw refuse('parking-voucher.not-applied')
    if (voucher.left_at !== null) throw refuse('parking-voucher.undo-too-late')
    const now = deps.clock()
    const request = { id: undo_id, voucher, requested_by: staff_id, reason, now, isAskedByCaller: true }
    if (!(await requestUndo(deps, tx, request))) throw new Error('The locked voucher was changed')
    await deps.audit(tx, {
      actor: { kind: 'staff', id: staff_id },
      action: 'parking-voucher.undo',
      subject: { kind: 'parking-voucher', id: voucher.id },
      sentence: `Pediu para desfazer um vale-estacionamento. Motivo: ${reason}`,
    })
    return false
  })
  if (!repeated) await pursueUndo(deps, found.id)
  const undo = await findUndo(deps.db, undo_id)
  if (undo?.state === 'refused') throw refuse('parking-voucher.undo-too-late')
  return { repeated }
}

/**
 * Starts to undo the voucher of a participation that staff reverse, in the reversing transaction; a worker asks the car park
 * after the commit. The caller has returned the receipts; points are returned here.
 * @returns false when the voucher is not applied, or the car has left
 */
export const reverseVoucher = async (
  deps: ParkingDeps,
  tx: Tx,
  { transaction, now }: { transaction: Transaction; now: Date },
): Promise<boolean> => {
  const [found] = await listVouchersOf(tx, [transaction.id])
  const voucher = found && (await lockVoucher(tx, found.id))
  if (!voucher) throw new Error('A completed participation has no parking voucher')
  if (voucher.status.kind !== 'applied' || voucher.left_at !== null) return false
  const reason = 'Participação estornada.'
  await requestUndo(deps, tx, { voucher, requested_by: null, reason, now, isAskedByCaller: false })
  if (voucher.basis === 'points')
    await deps.points.restore(tx, { transaction_id: transaction.id, about: transaction.campaign_title, now })
  return true
}

const ask = async (
  { externalServices: { carPark } }: Pick<ParkingServices, 'externalServices'>,
  key: string,
): Promise<UndoAnswer> => {
  if (!carPark) return { kind: 'unknown', cause: 'no-car-park' }
  const answer = await carPark.undo(key)
  switch (answer.kind) {
    case 'done':
      return { kind: 'undone' }
    case 'refused':
      return answer.reason === 'left'
        ? { kind: 'left' }
        : { kind: 'contradiction', cause: 'unknown-application' }
    case 'unknown':
      return answer
    default:
      return answer satisfies never
  }
}

/** Settles a request with an answer of the car park, or of staff who verified it. A settled one is unchanged. */
export const settleUndo = async (
  deps: ParkingDeps,
  tx: Tx,
  voucher_id: string,
  answer: UndoAnswer,
): Promise<void> => {
  const now = deps.clock()
  const found = await findVoucher(tx, voucher_id)
  if (!found) throw new Error('The parking voucher was not found')
  const { transaction_id } = found
  await lockTransactions(tx, [transaction_id])
  // Credit is locked before the voucher, points after it.
  if (answer.kind === 'undone') await deps.credit.release(tx, [transaction_id])
  const voucher = await lockVoucher(tx, voucher_id)
  const undo = await lockOpenUndo(tx, voucher_id)
  if (!undo || voucher?.status.kind !== 'undoing') return
  switch (answer.kind) {
    case 'undone': {
      await changeVoucher(tx, voucher_id, { from: 'undoing', to: 'undone', now })
      if (voucher.basis === 'courtesy') await returnCourtesy(tx, voucher.campaign_id, voucher.requested_on)
      await saveUndo(tx, undo.id, { state: 'undone', ended_at: now })
      await deps.returnParticipations(tx, { transaction_ids: [transaction_id], note: undoneNote, now })
      const undone = { ...voucher, status: { ...voucher.status, kind: 'undone', ended_at: now } } as const
      const campaign = await findParkingCampaign(tx, voucher.campaign_id)
      await notifyOfVoucher(deps, tx, { template: 'parking-undone', voucher: undone, campaign })
      return
    }
    case 'left':
      await changeVoucher(tx, voucher_id, { from: 'undoing', to: 'applied', left_at: now })
      await saveUndo(tx, undo.id, { state: 'refused', ended_at: now })
      return
    case 'unknown':
    case 'contradiction':
      await postponeUndo(deps, tx, undo, answer)
      return
    default:
      answer satisfies never
  }
}

const postponeUndo = async (
  { jobs, clock }: Pick<ParkingDeps, 'jobs' | 'clock'>,
  tx: Tx,
  undo: ParkingUndo,
  { kind, cause }: Extract<UndoAnswer, { kind: 'unknown' | 'contradiction' }>,
): Promise<void> => {
  // The answer to an earlier request of another process: staff have the case.
  if (undo.state === 'desk') return
  const pauseSeconds = kind === 'unknown' ? inquiryPauseSeconds(Math.max(1, undo.attempts)) : null
  if (pauseSeconds === null) return saveUndo(tx, undo.id, { state: 'desk', cause })
  await saveUndo(tx, undo.id, { state: 'asking', cause, next_at: expiryAfter(clock(), pauseSeconds) })
  // One second later than due, because the job runner has a clock of its own.
  await jobs.enqueue(tx, undoQueue, { voucher_id: undo.voucher_id }, pauseSeconds + 1)
}

/** Asks the car park to undo a voucher, outside of any transaction, and settles the request. */
const pursueUndo = async (deps: UndoDeps, voucher_id: string): Promise<void> => {
  const voucher = await findVoucher(deps.db, voucher_id)
  if (!voucher) throw new Error('The parking voucher was not found')
  const answer = await ask(deps, voucher.transaction_id)
  await inTransaction(deps.db, (tx) => settleUndo(deps, tx, voucher_id, answer))
}

/** Sends all requests that are due. @throws {AggregateError} once all were sent, if some could not be settled */
export const askDueUndos = async (deps: UndoDeps): Promise<void> => {
  const errors: unknown[] = []
  for (;;) {
    const now = deps.clock()
    const again_at = expiryAfter(now, claimSeconds)
    const due = await claimDueUndos(deps.db, { now, again_at, limit: concurrency })
    for (const result of await Promise.allSettled(due.map((id) => pursueUndo(deps, id))))
      if (result.status === 'rejected') errors.push(result.reason)
    if (due.length < concurrency) break
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some parking vouchers could not be undone')
}

/** Asks again about a request that waits for staff. @returns false when none does */
export const askUndoAgain = async (
  { jobs, clock }: Pick<ParkingDeps, 'jobs' | 'clock'>,
  tx: Tx,
  voucher_id: string,
): Promise<boolean> => {
  const undo = await lockOpenUndo(tx, voucher_id)
  if (undo?.state !== 'desk') return false
  await saveUndo(tx, undo.id, { state: 'asking', cause: undo.cause, next_at: clock(), attempts: 0 })
  await jobs.enqueue(tx, undoQueue, { voucher_id }, 1)
  return true
}

/** Registers the job that asks the car park to undo vouchers. */
export const registerUndos = (deps: UndoDeps, jobs: Pick<Jobs, 'work'>): void =>
  jobs.work(undoQueue, () => askDueUndos(deps))
