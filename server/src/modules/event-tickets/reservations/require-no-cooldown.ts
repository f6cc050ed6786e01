import type { reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Tx } from '../../../db/database.ts'
import { refuseRequest, type Refuse } from '../../../kernel/refusal.ts'
import type { Actor } from '../../sessions/index.ts'
import { holdCooldownRefusal, needsProof, releasesCountedMs } from './hold-cooldown.ts'
import { findReleasedHolds } from './reservation-store.ts'

/**
 * Applies the cooldown and the captcha after released holds to the waiting list; the session must be locked.
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
  const since = new Date(now.getTime() - releasesCountedMs)
  const released = await findReleasedHolds(tx, { session_id, actors: [input], since })
  const holds = released.get(customer_id)
  const refused = holdCooldownRefusal(holds, now)
  if (refused) throw input.refuse(refused)
  if (needsProof(holds) && !input.has_proof) throw refuseRequest('captcha.required')
}
