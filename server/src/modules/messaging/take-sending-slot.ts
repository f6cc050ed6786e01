import { createHash } from 'node:crypto'
import { inTransaction, type Db } from '../../db/database.ts'
import { createLimits } from '../limits/index.ts'
import { chargesOf, smsPauseSeconds, type SendingRequest } from './sending-limits.ts'
import { takeTurn } from './sending-pause-store.ts'

export type SendingSlot =
  | { readonly at: 'ok' }
  /** The last text message is too fresh; `wait_seconds` is what the countdown begins with. */
  | { readonly at: 'too-soon'; readonly wait_seconds: number }
  /** A day's or the hour's number is used up; which one is nobody's business but the log's. */
  | { readonly at: 'exhausted'; readonly scope: string }

class Exhausted extends Error {
  readonly scope: string
  constructor(scope: string) {
    super(scope)
    this.scope = scope
  }
}

/**
 * Takes the right to send one code, from limits that all processes share (docs/security.md): all of it or nothing. Call
 * it before the transaction that makes the code, and for unknown documents too.
 */
export const takeSendingSlot = async (
  deps: { readonly db: Db; readonly smsPerHour: number },
  request: SendingRequest & { readonly now: Date },
): Promise<SendingSlot> => {
  const { now } = request
  try {
    return await inTransaction(deps.db, async (tx): Promise<SendingSlot> => {
      if (request.channel === 'sms') {
        const key = createHash('sha256').update(request.account_key).digest()
        const last = await takeTurn(tx, { key, now, pauseSeconds: smsPauseSeconds })
        if (last !== null) return { at: 'too-soon', wait_seconds: waitSeconds(last, now) }
      }
      const limits = createLimits(tx)
      for (const { limit, key } of chargesOf(request, deps.smsPerHour))
        if (!(await limits.spend(limit, key, now))) throw new Exhausted(limit.scope)
      return { at: 'ok' }
    })
  } catch (error) {
    // Thrown, so that what was taken before is given back.
    if (error instanceof Exhausted) return { at: 'exhausted', scope: error.scope }
    throw error
  }
}

/** At least a second: processes' clocks may differ a little. */
const waitSeconds = (last: Date, now: Date): number =>
  Math.max(1, Math.ceil((last.getTime() - now.getTime()) / 1000) + smsPauseSeconds)
