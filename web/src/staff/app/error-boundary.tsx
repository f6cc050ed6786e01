import { Component, type ReactNode } from 'react'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import { networkMessage, unexpectedMessage } from '../../platform/api/explain.ts'
import { isNetworkNoise, reportProblem } from '../../platform/monitoring/report-problem.ts'
import { DeskButton } from '../parts/buttons.tsx'

type State = { problem: unknown }

/** Shows an error page with a way to reload after a rendering error or a chunk that failed to load. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { problem: null }

  static getDerivedStateFromError(problem: unknown): State {
    return { problem }
  }

  override componentDidCatch(problem: unknown) {
    reportProblem(problem)
  }

  override render() {
    const { problem } = this.state
    if (problem === null) return this.props.children
    return (
      <Screen>
        <Stack>
          <h1>{isNetworkNoise(problem) ? networkMessage : unexpectedMessage}</h1>
          <DeskButton onClick={() => window.location.reload()}>Tentar novamente</DeskButton>
        </Stack>
      </Screen>
    )
  }
}
