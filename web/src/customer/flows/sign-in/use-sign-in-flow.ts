import {
  initialSignInState,
  stepSignIn,
  type SignInEvent,
  type SignInState,
} from '@clube/contract/identity/sign-in-flow.ts'
import { useEffect, useRef, useState } from 'react'
import { reportProblem } from '../../../platform/monitoring/report-problem.ts'

export type SignInFlow = {
  state: SignInState
  dispatch: (event: SignInEvent) => void
  /** Where the last move went, for the way a step comes in. */
  direction: 'forward' | 'back'
  /** Whether somebody moved at all: the first screen does not take the focus by itself. */
  moved: boolean
}

const start = initialSignInState.at

/** Marks the history entry of a step behind the first one. */
type FlowEntry = { clube_flow?: true } | null

/**
 * The sign-in flow over the contract's table (spec §4). Leaving the first step makes one entry of history, so that
 * the browser's back resets the flow; resetting takes the entry away again.
 */
export function useSignInFlow(onAccountVerified: () => void): SignInFlow {
  const [flow, setFlow] = useState<Omit<SignInFlow, 'dispatch'>>({
    state: initialSignInState,
    direction: 'forward',
    moved: false,
  })
  // Events of one tick see each other's steps: the newest state is here, not in the last render.
  const state = useRef<SignInState>(initialSignInState)

  const move = (event: SignInEvent): boolean => {
    const step = stepSignIn(state.current, event)
    if (!step) {
      reportProblem(new Error(`The sign-in flow has no ${event.type} at ${state.current.at}`))
      return false
    }
    if (step.calls === 'accountVerified') onAccountVerified()
    state.current = step.state
    setFlow({ state: step.state, direction: step.state.at === start ? 'back' : 'forward', moved: true })
    return true
  }

  const dispatch = (event: SignInEvent) => {
    const before = state.current.at
    if (!move(event)) return
    const after = state.current.at
    if (before === start && after !== start)
      window.history.pushState({ clube_flow: true } satisfies FlowEntry, '')
    else if (after === start && (window.history.state as FlowEntry)?.clube_flow) window.history.back()
  }

  const latestMove = useRef(move)
  useEffect(() => {
    latestMove.current = move
  })
  useEffect(() => {
    const handleBack = () => {
      if (state.current.at !== start) latestMove.current({ type: 'RESET' })
    }
    window.addEventListener('popstate', handleBack)
    return () => window.removeEventListener('popstate', handleBack)
  }, [])

  return { ...flow, dispatch }
}
