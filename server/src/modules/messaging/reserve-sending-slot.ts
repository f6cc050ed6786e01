import { createHash } from 'node:crypto'
import { inTransaction, type Db } from '../../db/database.ts'
import type { LimitName, Limits } from '../limits/index.ts'
import { hasShareOf } from './named-contact-store.ts'
import { chargesOf, shareOfCodes, smsIntervalSeconds, type SendingRequest } from './sending-limits.ts'
import { acquireSlot } from './sending-pause-store.ts'

export type SendingSlot =
  | { readonly kind: 'ok' }
  /** The last text message to this number is too recent; `wait_seconds` is the initial value of the countdown. */
  | { readonly kind: 'too-soon'; readonly wait_seconds: number }
  /** A daily or hourly limit is exhausted; only the log records which. */
  | { readonly kind: 'exhausted'; readonly limit: LimitName }

class Exhausted extends Error {
  readonly limit: LimitName
  constructor(limit: LimitName) {
    super(limit)
    this.limit = limit
  }
}

/**
 * Reserves a slot for sending one code: spends all of its limits (docs/security.md) or none. Call it before the
 * transaction that creates the code, including for unknown documents.
 */
export const reserveSendingSlot = async (
  deps: { readonly db: Db; readonly limits: Limits },
  request: SendingRequest & { readonly now: Date },
): Promise<SendingSlot> => {
  const { now } = request
  try {
    return await inTransaction(deps.db, async (tx): Promise<SendingSlot> => {
      if (request.channel === 'sms') {
        const key = pauseKeyOf(request)
        const last = await acquireSlot(tx, { key, now, intervalSeconds: smsIntervalSeconds })
        if (last !== null) return { kind: 'too-soon', wait_seconds: waitSeconds(last, now) }
      }
      const limits = deps.limits.within(tx)
      const is_from_share = await spendShare({ db: tx, limits }, request)
      const exhausted = await limits.spendAll(chargesOf({ ...request, is_from_share }), now)
      if (exhausted !== null) throw new Exhausted(exhausted)
      return { kind: 'ok' }
    })
  } catch (error) {
    // Thrown to roll back the limits already spent.
    if (error instanceof Exhausted) return { kind: 'exhausted', limit: error.limit }
    throw error
  }
}

/** Spends a code of the account's share, if it has one left. */
const spendShare = async (
  deps: { readonly db: Db; readonly limits: Limits },
  request: SendingRequest & { readonly now: Date },
): Promise<boolean> => {
  const { contact, is_verified, customer_id, code_for, now } = request
  if (is_verified || contact === null || customer_id === null) return false
  if (!(await hasShareOf(deps.db, { contact, customer_id, now }))) return false
  const { limit, key } = shareOfCodes({ customer_id, contact, code_for })
  return deps.limits.spend(limit, key, now)
}

/**
 * The pause applies per number of the account: a person who corrects a mistyped number need not wait for a code to
 * the new one. An unknown account has one number, like a known one.
 */
const pauseKeyOf = ({ account_key, contact }: SendingRequest): Buffer =>
  createHash('sha256')
    .update(`${account_key}:${contact ?? ''}`)
    .digest()

/** At least a second, since the clocks of different processes may differ slightly. */
const waitSeconds = (last: Date, now: Date): number =>
  Math.max(1, Math.ceil((last.getTime() - now.getTime()) / 1000) + smsIntervalSeconds)
