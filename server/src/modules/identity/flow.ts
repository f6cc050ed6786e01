import { stepSignIn, type SignInEvent, type SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { fingerprint } from '../vault/index.ts'
import type { FlowRow } from './flow-store.ts'

/** Seconds that a sign-in flow lives after its last event. */
export const flowSeconds = 30 * 60
/** Seconds that the ticket of an answered hint lives. */
export const ticketSeconds = 15 * 60

export const expiryAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** How a flow's cookie rests in the database. */
export const flowHash = (flow_id: string): Buffer => fingerprint(flow_id)

/**
 * The next state, or the refusal of an event that the table does not allow (409).
 * @throws {Refusal} flow.out-of-step
 */
export const advance = (state: SignInState, event: SignInEvent): SignInState => {
  const step = stepSignIn(state, event)
  if (!step) throw new Refusal('flow.out-of-step')
  return step.state
}

/**
 * The flow, if it stands at the state and speaks of the document.
 * @throws {Refusal} flow.out-of-step
 */
export const requireFlow = <Row extends FlowRow>(
  flow: Row | undefined,
  required: { at: SignInState['at']; document_index: Buffer },
): Row => {
  const fits = flow?.state.at === required.at && flow.document_index?.equals(required.document_index)
  if (!flow || !fits) throw new Refusal('flow.out-of-step')
  return flow
}
