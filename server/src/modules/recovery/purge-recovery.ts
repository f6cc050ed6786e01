import { rejectReasons } from '@clube/contract/recovery/review.ts'
import { inTransaction } from '../../db/database.ts'
import { decidePhotos } from '../photos/index.ts'
import { sendApprovedCode } from './approved-code.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyApplicant } from './notify-all-contacts.ts'
import { openForm } from './recovery-form.ts'
import { close, release } from './recovery-request.ts'
import {
  listStaleRequests,
  listDueHolds,
  eraseForms,
  lockRequest,
  saveState,
} from './recovery-request-store.ts'
import { deleteOldCodes } from './reset-code-store.ts'

const dayMs = 24 * 3_600_000
/** Forms are retained after the decision for as long as photos. */
const formRetentionDays = 30
/** Requests are closed at the end of the photo retention. */
const maxOpenDays = 90
/** Retention of codes and tokens, for support. */
const codeRetentionDays = 30

/**
 * Periodic maintenance: ends holds, closes decoy and stale requests, purges old codes and forms. Safe to
 * run in several processes concurrently.
 */
export const purgeRecovery = async (deps: RecoveryDeps): Promise<void> => {
  const now = deps.clock()
  const { db } = deps
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  for (const id of await listDueHolds(db, now)) await releaseHold(deps, id, now)
  for (const id of await listStaleRequests(db, { now, oldest: daysAgo(maxOpenDays) }))
    await closeStale(deps, id, now)
  await eraseForms(db, daysAgo(formRetentionDays))
  await deleteOldCodes(db, daysAgo(codeRetentionDays))
}

/** Ends a hold without objection by sending the code. */
const releaseHold = (deps: RecoveryDeps, id: string, now: Date): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, id)
    if (request?.state.at !== 'held') return
    const { send_by } = request.state
    const released = release(request.state, now)
    if (!released.ok) return
    await saveState(tx, { request, state: released.state })
    await decidePhotos(tx, { subject_id: id, now })
    await sendApprovedCode(deps, tx, { request, send_by, now })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'system' },
      action: 'recovery.release',
      subject: { kind: 'recovery-request', id },
      sentence: `A espera de 24 horas do pedido ${request.protocol} terminou sem objeção; o código foi enviado.`,
    })
  })

const closeStale = (deps: RecoveryDeps, id: string, now: Date): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const request = await lockRequest(tx, id)
    const reason = rejectReasons.no_answer
    if (!request) return
    const closed = close(request.state, { reason, now })
    if (!closed.ok) return
    const form = openForm(deps.vault, request)
    const { protocol, customer_id } = request
    await saveState(tx, { request, state: closed.state })
    await decidePhotos(tx, { subject_id: id, now })
    if (form)
      await notifyApplicant(deps, tx, {
        customer_id,
        form,
        content: { template: 'recovery-rejected', protocol, reason },
      })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'system' },
      action: 'recovery.close',
      subject: { kind: 'recovery-request', id },
      sentence: `O pedido ${protocol} foi encerrado sem análise.`,
    })
  })
