import { inTransaction } from '../../db/database.ts'
import type { DeliveryResult } from '../../ports/delivery.ts'
import type { DeliveryDeps, MessageEvent } from './deps.ts'
import type { EmailAttachment } from '../../ports/mailer.ts'
import type { LimitName } from '../limits/index.ts'
import { claimMs, planRetry } from './message.ts'
import {
  claimedUntil,
  claimMessage,
  finishMessage,
  postponeMessage,
  type ClaimedMessage,
  type FinalState,
} from './message-store.ts'
import { hasShareOf } from './named-contact-store.ts'
import { deliveryChargesOf } from './sending-limits.ts'
import { contentLabel, deliveryQueue, type SealedContent } from './send-message.ts'

/**
 * Delivers one message: claim, send, record. A worker that dies before sending loses nothing: the
 * job is retried and the claim expires. One that dies between sending and recording causes the message to be sent
 * again, under the same identity (README: at least once, and why that is harmless).
 */
export const deliverMessage = async (deps: DeliveryDeps, message_id: string): Promise<void> => {
  const now = deps.clock()
  const claim = deps.random.uuid()
  const message = await claimMessage(deps.db, {
    id: message_id,
    claim,
    now,
    until: new Date(now.getTime() + claimMs),
  })
  if (!message) return retryAfterClaim(deps, message_id, now)
  const attempt = await attemptDelivery(deps, message, now)
  await record(deps, { message, claim, attempt })
}

/** Another worker has claimed the message: retry when the claim expires, in case that worker died. */
const retryAfterClaim = async (deps: DeliveryDeps, message_id: string, now: Date): Promise<void> => {
  const until = await claimedUntil(deps.db, message_id)
  if (until === null) return
  const delaySeconds = Math.max(1, (until.getTime() - now.getTime()) / 1000)
  await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, deliveryQueue, { message_id }, delaySeconds))
}

type Attempt =
  | DeliveryResult
  | { readonly outcome: 'suppressed'; readonly reason?: LimitName | 'outdated' }
  | { readonly outcome: 'expired' }

const attemptDelivery = async (deps: DeliveryDeps, message: ClaimedMessage, now: Date): Promise<Attempt> => {
  const opened = deps.vault.open(contentLabel(message.id), message.content_sealed)
  const { to, is_verified, purpose, ip, subject, html, text, attached_id } = JSON.parse(
    opened,
  ) as SealedContent
  if (message.expires_at !== null && message.expires_at <= now) return { outcome: 'expired' }
  if (to === null) return { outcome: 'suppressed' }
  if (message.attempts === 1) {
    const { channel, customer_id } = message
    const has_share =
      !is_verified && customer_id !== null && (await hasShareOf(deps.db, { contact: to, customer_id, now }))
    const charges = deliveryChargesOf({ channel, purpose, customer_id, to, is_verified, has_share, ip })
    if (purpose === 'essential' && channel === 'email') await deps.limits.spendAll(charges, now)
    else {
      const reason = await deps.limits.spendAllOrNone(charges, now)
      if (reason !== null) return { outcome: 'suppressed', reason }
    }
  }
  const attachments = await attachmentsOf(deps, message, attached_id)
  if (attachments === null) return { outcome: 'suppressed', reason: 'outdated' }
  const message_id = message.id
  switch (message.channel) {
    case 'email':
      return deps.mailer.send({ message_id, to, subject, html, text, attachments })
    case 'sms':
      return deps.smsSender.send({ message_id, cellphone: to, text })
    default:
      return message.channel satisfies never
  }
}

const attachmentsOf = async (
  { createAttachments }: DeliveryDeps,
  { template, customer_id }: ClaimedMessage,
  attached_id: string | undefined,
): Promise<readonly EmailAttachment[] | null> =>
  customer_id === null || attached_id === undefined
    ? []
    : createAttachments({ template, customer_id, attached_id })

type Verdict =
  | FinalState
  | { readonly state: 'postponed'; readonly delaySeconds: number; readonly reason: string }

const record = async (
  deps: DeliveryDeps,
  { message, claim, attempt }: { message: ClaimedMessage; claim: string; attempt: Attempt },
): Promise<void> => {
  const now = deps.clock()
  const { id, channel, template, attempts } = message
  const verdict = verdictOf(message, attempt, now)
  const isRecorded = await inTransaction(deps.db, async (tx) => {
    if (verdict.state !== 'postponed') return finishMessage(tx, { id, claim, result: verdict, now })
    const next_attempt_at = new Date(now.getTime() + verdict.delaySeconds * 1000)
    if (!(await postponeMessage(tx, { id, claim, next_attempt_at }))) return false
    await deps.jobs.enqueue(tx, deliveryQueue, { message_id: id }, verdict.delaySeconds)
    return true
  })
  if (!isRecorded) return
  deps.onEvent({
    message_id: id,
    channel,
    template,
    attempts,
    outcome: verdict.state,
    reason: reasonOf(verdict, attempt),
  } satisfies MessageEvent)
}

const verdictOf = (message: ClaimedMessage, attempt: Attempt, now: Date): Verdict => {
  switch (attempt.outcome) {
    case 'accepted':
      return { state: 'sent', reference: attempt.reference }
    case 'suppressed':
      return { state: 'suppressed' }
    case 'expired':
      return { state: 'failed', reason: 'expired' }
    case 'refused':
      return { state: 'failed', reason: 'refused' }
    case 'unavailable': {
      const { attempts, created_at, expires_at } = message
      const { reason, retry_after_seconds = 0 } = attempt
      const plan = planRetry({ attempts, created_at, expires_at, now, retry_after_seconds })
      return plan.kind === 'failed'
        ? { state: 'failed', reason: plan.reason }
        : { state: 'postponed', delaySeconds: plan.delaySeconds, reason }
    }
    default:
      return attempt satisfies never
  }
}

/** Prefers the gateway's reason, which is more specific. */
const reasonOf = (verdict: Verdict, attempt: Attempt): string | null => {
  if ('reason' in attempt) return attempt.reason ?? null
  return 'reason' in verdict ? verdict.reason : null
}
