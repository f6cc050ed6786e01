import {
  signInFlowMinutes,
  transitionSignIn,
  type SignInEvent,
  type SignInState,
} from '@clube/contract/identity/sign-in-flow.ts'
import { refuseRequest } from '../../kernel/refusal.ts'
import { fingerprint } from '../vault/index.ts'
import type { FlowRow } from './flow-store.ts'

/** Lifetime of a sign-in flow after its last event, in seconds. */
export const flowSeconds = signInFlowMinutes * 60
/** Lifetime of the ticket after identity verification, in seconds. */
export const ticketSeconds = 15 * 60

/** Hash of a flow's cookie, as stored. */
export const flowHash = (flow_id: string): Buffer => fingerprint(flow_id)

/**
 * The next state, or the refusal of an event that the table does not allow (409).
 * @throws {Refusal} flow.wrong-step
 */
export const advance = (state: SignInState, event: SignInEvent): SignInState => {
  const step = transitionSignIn(state, event)
  if (!step) throw refuseRequest('flow.wrong-step')
  return step.state
}

/**
 * The flow, if it is in the state and has the document.
 * @throws {Refusal} flow.wrong-step
 */
export const requireFlow = <Row extends FlowRow>(
  flow: Row | undefined,
  required: { at: SignInState['at']; document_index: Buffer },
): Row => {
  const isExpected = flow?.state.at === required.at && flow.document_index?.equals(required.document_index)
  if (!flow || !isExpected) throw refuseRequest('flow.wrong-step')
  return flow
}
