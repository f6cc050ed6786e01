import type { reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Tx } from '../../../db/database.ts'
import { refuseRequest, type Refuse } from '../../../kernel/refusal.ts'
import type { Actor } from '../../sessions/index.ts'
import { holdCooldownRefusal, needsCaptchaProof, releaseWindowMs } from './hold-cooldown.ts'
import { findReleasedHolds } from './reservation-store.ts'

/**
 * The waiting list requires the same cooldown and captcha after released holds as a hold. The session must be locked.
 * @throws {Refusal} event-tickets.hold-cooldown, captcha.required
 */
export const requireNoCooldown = async (
  tx: Tx,
  input: Actor & {
    session_id: string
    has_proof: boolean
    now: Date
    refuse: Refuse<Pick<typeof reserveRefusals, 'event-tickets.hold-cooldown'>>
  },
): Promise<void> => {
  const { session_id, customer_id, now } = input
  const since = new Date(now.getTime() - releaseWindowMs)
  const released = await findReleasedHolds(tx, { session_id, actors: [input], since })
  const holds = released.get(customer_id)
  const refused = holdCooldownRefusal(holds, now)
  if (refused) throw input.refuse(refused)
  if (needsCaptchaProof(holds) && !input.has_proof) throw refuseRequest('captcha.required')
}
