import { Component, type ComponentType, type ReactNode } from 'react'
import { isNetworkError, captureError } from './capture-error.ts'

type ErrorBoundaryProps = {
  children: ReactNode
  /** Replaces the app after an error; offline if code could not be loaded. */
  page: ComponentType<{ isOffline: boolean }>
}
type State = { error: unknown }

/** Reports an exception during rendering, or code that could not be loaded, and shows an error page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    captureError(error)
  }

  override render() {
    const { children, page: Page } = this.props
    const { error } = this.state
    return error === null ? children : <Page isOffline={isNetworkError(error)} />
  }
}
