import { Component, type ReactNode } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import { networkMessage, unexpectedMessage } from '../../platform/api/explain.ts'
import { isNetworkNoise, reportProblem } from '../../platform/monitoring/report-problem.ts'

type State = { problem: unknown }

/** Shows a page with a restart button after an exception during rendering, or when code could not be loaded. */
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
    const offline = isNetworkNoise(problem)
    return (
      <Screen>
        <Stack>
          <h1>{offline ? 'Sem conexão' : unexpectedMessage}</h1>
          <p>
            {offline ? networkMessage : 'A página parou de funcionar. O que você já enviou está guardado.'}
          </p>
          <Button compact onClick={() => window.location.reload()}>
            Tentar novamente
          </Button>
        </Stack>
      </Screen>
    )
  }
}
