import type { MessageTemplate } from './message-content.ts'

export type MessageChannel = 'email' | 'sms'

/** Why a message was given up. */
export type FailureReason =
  /** It said something that was over before it could be sent, such as a code. */
  | 'expired'
  /** The gateway refused it for good. */
  | 'refused'
  /** The gateway could not be had for too long. */
  | 'gave-up'

export type MessageState =
  | { readonly state: 'queued'; readonly next_attempt_at: Date }
  | { readonly state: 'sent'; readonly sent_at: Date; readonly delivery: 'delivered' | 'undelivered' | null }
  | { readonly state: 'failed'; readonly failed_at: Date; readonly reason: FailureReason }
  /** There was nobody to send it to; it was counted and handled like any other. */
  | { readonly state: 'suppressed'; readonly suppressed_at: Date }

/** A message as its history shows it: without address and words. */
export type MessageRecord = MessageState & {
  readonly id: string
  readonly channel: MessageChannel
  readonly template: MessageTemplate
  readonly customer_id: string | null
  readonly attempts: number
  readonly created_at: Date
}

/**
 * How long a worker has a message to itself. Longer than any gateway may take, so that two workers never hand over the
 * same message at the same time.
 */
export const claimMs = 45_000
/** The first repetition comes after so many seconds, each further one after twice as many. */
export const firstRetrySeconds = 5
/** Repetitions never come less often, so that an outage delays a code by a minute at most. */
export const longestRetrySeconds = 60
/** A message that could not be handed over for so long is given up. */
export const giveUpMs = 24 * 3_600_000

/**
 * When an attempt after a failed one is due, or why there is none. `attempts` counts those already made; a gateway that
 * names a time itself (Retry-After) is not asked before.
 */
export const planRetry = (message: {
  attempts: number
  created_at: Date
  expires_at: Date | null
  now: Date
  retry_after_seconds?: number
}): { at: 'retry'; delaySeconds: number } | { at: 'failed'; reason: FailureReason } => {
  const { attempts, created_at, expires_at, now, retry_after_seconds = 0 } = message
  const usual = Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** Math.max(0, attempts - 1))
  const delaySeconds = Math.max(usual, retry_after_seconds)
  const due = now.getTime() + delaySeconds * 1000
  if (expires_at !== null && due >= expires_at.getTime()) return { at: 'failed', reason: 'expired' }
  if (due >= created_at.getTime() + giveUpMs) return { at: 'failed', reason: 'gave-up' }
  return { at: 'retry', delaySeconds }
}
