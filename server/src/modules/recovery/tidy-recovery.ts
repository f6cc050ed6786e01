import { rejectReasons } from '@clube/contract/recovery/review.ts'
import { inTransaction } from '../../db/database.ts'
import { decidePhotos } from '../photos/index.ts'
import { sendApprovedCode } from './approved-code.ts'
import type { RecoveryDeps } from './deps.ts'
import { openForm } from './recovery-form.ts'
import { close, release } from './recovery-request.ts'
import { abandonedRequests, dueHolds, forgetForms, lockRequest, saveState } from './recovery-request-store.ts'
import { deleteOldCodes } from './reset-code-store.ts'

const dayMs = 24 * 3_600_000
/** What people wrote goes as long after the decision as their photos do. */
const formsKeptDays = 30
/** No request stays open longer than photos may be kept. */
const openAtMostDays = 90
/** Codes and what they bought are kept a while, for questions. */
const codesKeptDays = 30

/**
 * What happens by itself: holds end, requests of nobody and forgotten ones are closed, old codes and forms go. Safe to
 * run in several processes at once.
 */
export const tidyRecovery = async (deps: RecoveryDeps): Promise<void> => {
  const now = deps.identity.clock()
  const { db } = deps.identity
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayMs)
  for (const id of await dueHolds(db, now)) await releaseHold(deps, id, now)
  for (const id of await abandonedRequests(db, { now, oldest: daysAgo(openAtMostDays) }))
    await closeAbandoned(deps, id, now)
  await forgetForms(db, daysAgo(formsKeptDays))
  await deleteOldCodes(db, daysAgo(codesKeptDays))
}

/** Nobody objected within the hold: the code goes out. */
const releaseHold = (deps: RecoveryDeps, id: string, now: Date): Promise<void> =>
  inTransaction(deps.identity.db, async (tx) => {
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

const closeAbandoned = (deps: RecoveryDeps, id: string, now: Date): Promise<void> =>
  inTransaction(deps.identity.db, async (tx) => {
    const request = await lockRequest(tx, id)
    const reason = rejectReasons.no_answer
    if (!request) return
    const closed = close(request.state, { reason, now })
    if (!closed.ok) return
    const form = openForm(deps.identity.vault, request)
    const { protocol, customer_id } = request
    await saveState(tx, { request, state: closed.state })
    await decidePhotos(tx, { subject_id: id, now })
    if (form)
      await deps.sendMessage(tx, {
        channel: 'email',
        to: form.email,
        customer_id,
        content: { template: 'recovery-rejected', protocol, reason },
        expires_at: null,
      })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'system' },
      action: 'recovery.close',
      subject: { kind: 'recovery-request', id },
      sentence: `O pedido ${protocol} foi encerrado sem análise.`,
    })
  })
