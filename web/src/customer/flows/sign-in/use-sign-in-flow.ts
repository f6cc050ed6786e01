import {
  initialSignInState,
  transitionSignIn,
  supportSteps,
  type SignInEvent,
  type SignInState,
} from '@clube/contract/identity/sign-in-flow.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { captureError } from '../../../platform/monitoring/capture-error.ts'

export type SignInFlow = {
  state: SignInState
  dispatch: (event: SignInEvent) => void
  /** Shows a step of the flow that a reload interrupted. */
  resume: (state: SignInState) => void
  /** Returns to the first step. */
  reset: () => void
  /** Goes back the given number of support steps; beyond the first one, the flow restarts. */
  goBack: (steps?: number) => void
  /** Direction of the last move, for the transition. */
  direction: 'forward' | 'back'
  /** Whether the flow has moved yet: the first screen does not take focus. */
  hasMoved: boolean
}

const start = initialSignInState.at

/** The depth of a history entry after the first step, from 1. */
type FlowEntry = { clube_flow?: number } | null

const currentDepth = (): number => (window.history.state as FlowEntry)?.clube_flow ?? 0

const removeEntries = () => {
  const depth = currentDepth()
  if (depth > 0) window.history.go(-depth)
}

/** Support steps that can be returned to: not the one after the submission. */
const supportStepAt = (depth: number) => supportSteps.slice(0, -1)[depth - 1]

/** Whether entering this state adds a history entry: leaving the first step, and each further support step. */
const addsHistoryEntry = (before: SignInState, after: SignInState): boolean =>
  before.at === start || (after.at === 'support' && after.step !== supportSteps[0])

/** Steps to which a person can return after the back button has shown the first one. */
const isResumable = ({ at }: SignInState): boolean =>
  at === 'resetCodeEmail' || at === 'resetCodeSms' || at === 'resetPasswordOption' || at === 'support'

type SignInFlowOptions = {
  onAccountVerified: () => void
  /** Called before a reset, except when the back button leaves a step that can be resumed. */
  onReset: () => void
  /** Whether a reload interrupted the flow. */
  willResume: () => boolean
}

/**
 * The sign-in flow, following the contract's transition table (spec §4). Leaving the first step adds one history entry, so that the
 * browser's back button resets the flow; in the support sub-flow each step adds one, and the back button returns to the
 * previous step. Resetting removes the entries.
 */
export function useSignInFlow({ onAccountVerified, onReset, willResume }: SignInFlowOptions): SignInFlow {
  const [flow, setFlow] = useState<Pick<SignInFlow, 'state' | 'direction' | 'hasMoved'>>({
    state: initialSignInState,
    direction: 'forward',
    hasMoved: false,
  })
  // The current state, which events in the same tick need before the next render.
  const state = useRef<SignInState>(initialSignInState)

  const show = (next: SignInState, direction: SignInFlow['direction']) => {
    state.current = next
    setFlow({ state: next, direction, hasMoved: true })
  }

  const move = (event: SignInEvent): boolean => {
    const step = transitionSignIn(state.current, event)
    if (!step) {
      captureError(new Error(`The sign-in flow has no transition ${event.type} from ${state.current.at}`))
      return false
    }
    if (step.calls === 'accountVerified') onAccountVerified()
    show(step.state, step.state.at === start ? 'back' : 'forward')
    return true
  }

  const dispatch = (event: SignInEvent) => {
    const before = state.current
    if (!move(event)) return
    const after = state.current
    if (after.at === start) removeEntries()
    else if (addsHistoryEntry(before, after))
      window.history.pushState({ clube_flow: currentDepth() + 1 } satisfies FlowEntry, '')
  }

  const resume = (next: SignInState) => {
    show(next, 'forward')
    const depth = currentDepth()
    const target = next.at === 'support' ? supportSteps.indexOf(next.step) + 1 : 1
    for (let entry = depth + 1; entry <= target; entry += 1)
      window.history.pushState({ clube_flow: entry } satisfies FlowEntry, '')
    // The resumed step may be an earlier one, such as the first photo.
    if (depth > target) window.history.go(target - depth)
  }

  const reset = () => {
    onReset()
    dispatch({ type: 'RESET' })
  }

  const handleHistoryMove = useEffectEvent(() => {
    const current = state.current
    const depth = currentDepth()
    const step = supportStepAt(depth)
    if (current.at === 'support' && current.step !== 'informationUnderReview' && step !== undefined) {
      const isForward = supportSteps.indexOf(step) > supportSteps.indexOf(current.step)
      show({ at: 'support', step }, isForward ? 'forward' : 'back')
      return
    }
    // Forward entries of a restarted flow have no step.
    if (current.at === start) removeEntries()
    // After `resume` the flow may be at its own entry, after the first.
    else if (current.at === 'support' || depth === 0) {
      if (isResumable(current)) dispatch({ type: 'RESET' })
      else reset()
    }
  })

  useEffect(() => {
    if (!willResume()) removeEntries()
    const handlePopState = () => handleHistoryMove()
    window.addEventListener('popstate', handlePopState)
    return () => window.removeEventListener('popstate', handlePopState)
  }, [])

  return { ...flow, dispatch, resume, reset, goBack: (steps = 1) => window.history.go(-steps) }
}
