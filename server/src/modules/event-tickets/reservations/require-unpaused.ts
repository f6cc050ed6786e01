import type { reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import type { Tx } from '../../../db/database.ts'
import { refuseRequest, type Refuse } from '../../../kernel/refusal.ts'
import type { Actor } from '../../sessions/index.ts'
import { holdPauseRefusal, needsProof, releasesCountedMs } from './hold-pause.ts'
import { findReleasedHolds } from './reservation-store.ts'

/**
 * The rule of reserving for what else leads to places of a locked session: after repeated releases a pause, and a captcha.
 * @throws {Refusal} event-tickets.hold-pause, captcha.required
 */
export const requireUnpaused = async (
  tx: Tx,
  input: Actor & {
    session_id: string
    has_proof: boolean
    now: Date
    refuse: Refuse<Pick<typeof reserveRefusals, 'event-tickets.hold-pause'>>
  },
): Promise<void> => {
  const { session_id, customer_id, now } = input
  const since = new Date(now.getTime() - releasesCountedMs)
  const released = await findReleasedHolds(tx, { session_id, actors: [input], since })
  const holds = released.get(customer_id)
  const paused = holdPauseRefusal(holds, now)
  if (paused) throw input.refuse(paused)
  if (needsProof(holds) && !input.has_proof) throw refuseRequest('captcha.required')
}
