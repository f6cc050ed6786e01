import { Component, type ComponentType, type ReactNode } from 'react'
import { isNetworkError, reportProblem } from './report-problem.ts'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Replaces the app after an error; offline if code could not be loaded. */
  page: ComponentType<{ isOffline: boolean }>
}
type State = { problem: unknown }

/** Reports an exception during rendering, or code that could not be loaded, and shows an error page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { problem: null }

  static getDerivedStateFromError(problem: unknown): State {
    return { problem }
  }

  override componentDidCatch(problem: unknown) {
    reportProblem(problem)
  }

  override render() {
    const { children, page: Page } = this.props
    const { problem } = this.state
    return problem === null ? children : <Page isOffline={isNetworkError(problem)} />
  }
}
