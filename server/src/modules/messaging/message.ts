export type MessageChannel = 'email' | 'sms'

/** Why a message failed permanently. */
export type FailureReason =
  /** Its content, such as a code, expired before it could be sent. */
  | 'expired'
  /** The gateway rejected it permanently. */
  | 'refused'
  /** The gateway was unavailable for too long. */
  | 'gave-up'

export type MessageState =
  | { readonly state: 'queued'; readonly next_attempt_at: Date }
  | { readonly state: 'sent'; readonly sent_at: Date; readonly delivery: 'delivered' | 'undelivered' | null }
  | { readonly state: 'failed'; readonly failed_at: Date; readonly reason: FailureReason }
  /** There was no recipient, and it was processed like any other; or it exceeded a limit. */
  | { readonly state: 'suppressed'; readonly suppressed_at: Date }

/** The history of a message, without address and text. */
export type MessageRecord = MessageState & {
  readonly id: string
  readonly channel: MessageChannel
  readonly template: string
  readonly customer_id: string | null
  readonly attempts: number
  readonly created_at: Date
}

/**
 * Duration of a worker's claim. Longer than any gateway may take, so that two workers never send the
 * same message concurrently.
 */
export const claimMs = 45_000
/** Delay before the first retry, in seconds; doubled for each further one. */
export const initialRetrySeconds = 5
/** Maximum retry delay, in seconds, so that an outage delays a code by at most a minute. */
export const maxRetrySeconds = 60
/** Time after which an undelivered message fails permanently. */
export const maxAgeMs = 24 * 3_600_000

/**
 * When to retry after a failure, or why not to. `attempts` counts those already made; a gateway's
 * Retry-After is respected.
 */
export const planRetry = (message: {
  attempts: number
  created_at: Date
  expires_at: Date | null
  now: Date
  retry_after_seconds?: number
}): { kind: 'retry'; delaySeconds: number } | { kind: 'failed'; reason: FailureReason } => {
  const { attempts, created_at, expires_at, now, retry_after_seconds = 0 } = message
  const backoff = Math.min(maxRetrySeconds, initialRetrySeconds * 2 ** Math.max(0, attempts - 1))
  const delaySeconds = Math.max(backoff, retry_after_seconds)
  const due = now.getTime() + delaySeconds * 1000
  if (expires_at !== null && due >= expires_at.getTime()) return { kind: 'failed', reason: 'expired' }
  if (due >= created_at.getTime() + maxAgeMs) return { kind: 'failed', reason: 'gave-up' }
  return { kind: 'retry', delaySeconds }
}
