import { randomUUID } from 'node:crypto'
import { documentMismatchMessage, type PersonDocument } from '@clube/contract/brazil/document.ts'
import type { SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { resetCodeMinutes, resetCodesPerDay, resetCodeTries } from '@clube/contract/recovery/limits.ts'
import { inTransaction } from '../../db/database.ts'
import { InvalidInput, Refusal } from '../../kernel/refusal.ts'
import {
  advance,
  documentIndexOf,
  expiryAfter,
  findByDocument,
  findFlow,
  flowHash,
  flowSeconds,
  lockFlow,
  saveFlow,
  type FlowRow,
} from '../identity/index.ts'
import type { Limit } from '../limits/index.ts'
import { smsPauseSeconds } from '../messaging/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { codeHash, drawCode, eventsOfSending, isRecoverable } from './reset-code.ts'
import { endCodes, hasWaitingCode, insertCode, latestCodeOf, takeDocumentTurn } from './reset-code-store.ts'

const codesOfAccount: Limit = { scope: 'reset-codes', limit: resetCodesPerDay, window_seconds: 24 * 3600 }

type SendingInput = {
  flow_id: string
  document: PersonDocument
  method: RecoveryMethod
  address: string
}

/**
 * Sends a code for a new password (spec §4 RESET_CODE_SENT, §7 "Forgot password"). Documents without an account that
 * can be recovered run the same statements; their message is queued for nobody. A new code ends the old one of the
 * account. When the day's codes are used up but staff gave a code that waits, the flow goes on without sending.
 * @throws {Refusal} flow.out-of-step, recovery.too-soon, recovery.codes-exhausted, recovery.sending-paused,
 *   recovery.tries-exhausted
 * @throws {InvalidInput} under `document_id` when it is not the flow's
 */
export const sendResetCode = async (
  deps: RecoveryDeps,
  input: SendingInput,
): Promise<{ expires_at: Date; resend_at: Date | null }> => {
  const { db, clock, vault } = deps.identity
  const now = clock()
  const { method } = input
  const id_hash = flowHash(input.flow_id)
  const document_index = documentIndexOf(deps.identity, input.document)
  const step = { method, document_index }
  const before = afterSending(await findFlow(db, id_hash, now), step)
  const attempts = await attemptsSoFar(deps, { before: before.from, id_hash })
  const found = await findByDocument(db, document_index)
  const customer = found && isRecoverable(found) ? found : undefined
  const waits = await hasWaitingCode(db, document_index, now)
  const slot = await takeSlot(deps, { ...input, document_index, cellphone: customer?.cellphone ?? null, now })
  if (slot.at === 'refused' && !(waits && slot.code === 'recovery.codes-exhausted'))
    throw new Refusal(slot.code)

  const id = randomUUID()
  const code = drawCode(deps.chance)
  const expires_at = expiryAfter(now, resetCodeMinutes * 60)
  await inTransaction(db, async (tx) => {
    await takeDocumentTurn(tx, document_index)
    const { state } = afterSending(await lockFlow(tx, id_hash, now), step)
    await endCodes(tx, { flow_hash: id_hash }, now)
    await saveFlow(tx, { id_hash, state, document_index, expires_at: expiryAfter(now, flowSeconds) })
    if (slot.at === 'refused') return
    await endCodes(tx, { sent_for: document_index }, now)
    await insertCode(tx, {
      id,
      source: method,
      flow_hash: id_hash,
      document_index,
      customer_id: customer?.id ?? null,
      request_id: null,
      code_hash: codeHash(vault, { id, code }),
      attempts,
      created_at: now,
      expires_at,
    })
    await deps.sendMessage(tx, {
      channel: method,
      to: (method === 'email' ? customer?.email : customer?.cellphone) ?? null,
      customer_id: customer?.id ?? null,
      content: { template: 'reset-code', code, minutes: resetCodeMinutes },
      expires_at,
    })
  })
  return { expires_at, resend_at: method === 'sms' ? expiryAfter(now, smsPauseSeconds) : null }
}

/** Where the flow goes, if it may send and speaks of this document. */
const afterSending = (
  flow: FlowRow | undefined,
  step: { method: RecoveryMethod; document_index: Buffer },
): { from: SignInState; state: SignInState } => {
  const events = flow ? eventsOfSending(flow.state, step.method) : []
  if (!flow || events.length === 0) throw new Refusal('flow.out-of-step')
  if (!flow.document_index?.equals(step.document_index))
    throw new InvalidInput([{ path: 'document_id', message: documentMismatchMessage }])
  return { from: flow.state, state: events.reduce(advance, flow.state) }
}

/** Another way of sending is no way to more tries: what was tried on the code before counts on. */
const attemptsSoFar = async (
  deps: RecoveryDeps,
  { before, id_hash }: { before: SignInState; id_hash: Buffer },
): Promise<number> => {
  if (before.at !== 'resetPasswordOption') return 0
  const attempts = (await latestCodeOf(deps.identity.db, id_hash))?.attempts ?? 0
  if (attempts >= resetCodeTries) throw new Refusal('recovery.tries-exhausted')
  return attempts
}

type Slot = { at: 'ok' } | { at: 'refused'; code: string }

/** Counts the code for the account's day and takes messaging's slot; what one grants is given back if the other refuses. */
const takeSlot = async (
  deps: RecoveryDeps,
  input: SendingInput & { document_index: Buffer; cellphone: string | null; now: Date },
): Promise<Slot> => {
  const { limits } = deps.identity
  const account_key = input.document_index.toString('hex')
  const { method: channel, address, cellphone, now } = input
  if (!(await limits.spend(codesOfAccount, account_key, now)))
    return { at: 'refused', code: 'recovery.codes-exhausted' }
  const slot = await deps.takeSendingSlot({ channel, account_key, cellphone, address, now })
  if (slot.at === 'ok') return slot
  await limits.refund(codesOfAccount, account_key, now)
  switch (slot.at) {
    case 'too-soon':
      return { at: 'refused', code: 'recovery.too-soon' }
    case 'exhausted':
      return {
        at: 'refused',
        code: slot.scope.endsWith('-account') ? 'recovery.codes-exhausted' : 'recovery.sending-paused',
      }
    default:
      return slot satisfies never
  }
}
