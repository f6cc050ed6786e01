import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { documentMismatchMessage, type PersonDocument } from '@clube/contract/brazil/document.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import type { SignInEvent } from '@clube/contract/identity/sign-in-flow.ts'
import { forgotPasswordCall, type RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { resetCodeMinutes, resetCodeAttempts } from '@clube/contract/recovery/limits.ts'
import { inTransaction } from '../../db/database.ts'
import { expiryAfter } from '../../ports/clock.ts'
import type { RecoveryFlow, Visitor } from '../identity/index.ts'
import { generateCode } from '../vault/index.ts'
import { contactsOf, type Contact, smsIntervalSeconds } from '../messaging/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { codeHash, contactIndexOf, eventsForCodeRequest, isRecoverable } from './reset-code.ts'
import { revokeCodes, hasUnboundCode, insertCode, findLatestCode, lockDocument } from './reset-code-store.ts'

const refuse = refusalsOf(forgotPasswordCall)

type SendingInput = {
  visitor: Visitor
  document: PersonDocument
  method: RecoveryMethod
}

/**
 * Sends a password reset code (spec §4 RESET_CODE_SENT, §7 "Forgot password"). Documents without an account that
 * can be recovered run the same statements; their message has no recipient. A new code revokes the account's old
 * one, but codes of known devices and of all others do not affect each other, nor do their limits. When
 * the daily codes are exhausted but a code issued by staff is pending, the flow continues without sending; in strict
 * mode it always does, since only accounts have such codes. Otherwise a flow that requested an e-mail continues with the
 * other options. An unverified contact may be another person's: it gets a code only for a known device, and an
 * explanation otherwise.
 * @throws {Refusal} flow.wrong-step, recovery.too-soon, recovery.codes-exhausted, recovery.sending-paused,
 *   recovery.attempts-exhausted
 * @throws {InvalidInput} under `document_id` when it is not the flow's
 */
export const sendResetCode = async (
  deps: RecoveryDeps,
  input: SendingInput,
): Promise<{ expires_at: Date; resend_at: Date | null }> => {
  const { db, clock, vault } = deps
  const now = clock()
  const { method, visitor } = input
  const { flow_id } = visitor
  const document_index = deps.accounts.indexOf(input.document)
  const step = { method, document_index }
  const { flow: initialFlow } = requireSending(await deps.accounts.findFlow(db, flow_id, now), step)
  const attempts = await attemptsSoFar(deps, initialFlow)
  const found = await deps.accounts.findByDocument(db, document_index)
  const customer = found && isRecoverable(found) ? found : undefined
  const contact = customer && contactsOf(customer).find(({ channel }) => channel === method)
  const device = await deps.accounts.knownDeviceOf(visitor, document_index)
  const known_device = device !== null
  const receiver = contact && (contact.is_verified || known_device) ? contact : undefined
  const hasPendingCode = await hasUnboundCode(db, { document_index, known_device }, now)
  const slot = await reserveSlot(deps, {
    ...input,
    account_key: [document_index.toString('hex'), ...(device ? [device.key] : [])].join(':'),
    is_established: device?.is_established ?? false,
    contact: receiver,
    customer_id: customer?.id ?? null,
    now,
  })
  const mayHaveCode = hasPendingCode || deps.accounts.hidesAccounts
  if (!slot.ok && !(mayHaveCode && slot.code === 'recovery.codes-exhausted')) {
    if (method === 'email') await offerOptions(deps, { flow_id, step, now })
    throw refuse(slot)
  }

  const id = deps.random.uuid()
  const code = generateCode(deps.random)
  const expires_at = expiryAfter(now, resetCodeMinutes * 60)
  await inTransaction(db, async (tx) => {
    await lockDocument(tx, document_index)
    const { flow, events } = requireSending(await deps.accounts.lockFlow(tx, flow_id, now), step)
    await revokeCodes(tx, { flow_hash: flow.key }, now)
    await deps.accounts.advanceFlow(tx, flow, { events, now })
    if (!slot.ok) return
    await revokeCodes(tx, { sent_for: document_index, known_device }, now)
    await insertCode(tx, {
      id,
      source: method,
      flow_hash: flow.key,
      document_index,
      // A code without a customer can never be used.
      customer_id: receiver ? (customer?.id ?? null) : null,
      request_id: null,
      code_hash: codeHash(vault, { id, code }),
      contact_index: receiver ? contactIndexOf(vault, receiver.to) : null,
      known_device,
      attempts,
      created_at: now,
      expires_at,
    })
    await deps.sendMessage(tx, {
      channel: method,
      to: contact?.to ?? null,
      is_verified: contact?.is_verified ?? true,
      customer_id: customer?.id ?? null,
      content:
        contact && !receiver
          ? { template: 'reset-code-withheld', channel: method }
          : { template: 'reset-code', code, minutes: resetCodeMinutes },
      expires_at,
    })
  })
  return { expires_at, resend_at: method === 'sms' ? expiryAfter(now, smsIntervalSeconds) : null }
}

/** If no code can be sent by e-mail, the flow continues with the options: text message, staff review or desk. */
const offerOptions = (
  deps: RecoveryDeps,
  { flow_id, step, now }: { flow_id: string; step: SendingStep; now: Date },
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const { flow, events } = requireSending(await deps.accounts.lockFlow(tx, flow_id, now), step)
    const preceding = events.filter(({ type }) => type !== 'RESET_CODE_SENT')
    await deps.accounts.advanceFlow(tx, flow, { events: [...preceding, { type: 'RECOVERY_OPTIONS' }], now })
  })

type SendingStep = { method: RecoveryMethod; document_index: Buffer }

/** The events of requesting a code, if the flow allows it and belongs to this document. */
const requireSending = (
  flow: RecoveryFlow | undefined,
  step: SendingStep,
): { flow: RecoveryFlow; events: readonly SignInEvent[] } => {
  const events = flow ? eventsForCodeRequest(flow.state, step.method) : []
  if (!flow || events.length === 0) throw refuse('flow.wrong-step')
  if (!flow.document_index?.equals(step.document_index))
    throw new InvalidInput([{ path: 'document_id', message: documentMismatchMessage }])
  return { flow, events }
}

/** Attempts carry over to a new code, so that switching channels does not add attempts. */
const attemptsSoFar = async (deps: RecoveryDeps, flow: RecoveryFlow): Promise<number> => {
  if (flow.state.at !== 'resetPasswordOption') return 0
  const attempts = (await findLatestCode(deps.db, flow.key))?.attempts ?? 0
  if (attempts >= resetCodeAttempts) throw refuse('recovery.attempts-exhausted')
  return attempts
}

type Slot = { ok: true } | Refused<(typeof forgotPasswordCall)['refusals']>

/** Spends the daily limit of the account or of its known device and a sending slot, both or neither. */
const reserveSlot = async (
  deps: RecoveryDeps,
  input: SendingInput & {
    account_key: string
    is_established: boolean
    contact: Contact | undefined
    customer_id: string | null
    now: Date
  },
): Promise<Slot> => {
  const { limits } = deps
  const { account_key, is_established, method: channel, contact, customer_id, now } = input
  const { ip } = input.visitor
  if (!(await limits.spend('reset-codes', account_key, now)))
    return { ok: false, code: 'recovery.codes-exhausted' }
  const { to = null, is_verified = true } = contact ?? {}
  const slot = await deps.reserveSendingSlot({
    channel,
    account_key,
    contact: to,
    is_verified,
    customer_id,
    code_for: 'password',
    ip,
    is_established,
    now,
  })
  if (slot.kind === 'ok') return { ok: true }
  await limits.refund([{ limit: 'reset-codes', key: account_key }], now)
  switch (slot.kind) {
    case 'too-soon':
      return { ok: false, code: 'recovery.too-soon' }
    case 'exhausted': {
      const isAccountLimit = slot.limit === 'emails.account' || slot.limit === 'sms.account'
      return { ok: false, code: isAccountLimit ? 'recovery.codes-exhausted' : 'recovery.sending-paused' }
    }
    default:
      return slot satisfies never
  }
}
