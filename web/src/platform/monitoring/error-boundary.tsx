import { Component, type ComponentType, type ReactNode } from 'react'
import { showToast } from '../../kit/toast/toast-store.ts'
import { networkMessage } from '../api/explain.ts'
import { retryFailedLoads } from '../navigation/lazy-page.tsx'
import { isNetworkError, captureError } from './capture-error.ts'

export type ErrorPageProps = { isOffline: boolean; onRetry: () => void }

type ErrorBoundaryProps = {
  children: ReactNode
  /** Replaces the children after an error; offline if code could not be loaded. */
  page: ComponentType<ErrorPageProps>
  /** A change, such as a navigation, shows the children again. */
  resetKey: string
}
type State = { error: unknown; resetKey: string }

/** Reports an exception during rendering, or code that could not be loaded, and shows an error page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null, resetKey: this.props.resetKey }
  #isRetry = false

  static getDerivedStateFromError(error: unknown): Pick<State, 'error'> {
    return { error }
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey }
  }

  override componentDidCatch(error: unknown) {
    captureError(error)
    if (!this.#isRetry) return
    this.#isRetry = false
    // A browser may cache a failed module for the lifetime of the page, and a release removes old files.
    if (navigator.onLine) window.location.reload()
    else showToast({ message: networkMessage, type: 'error' })
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (resetKey === this.props.resetKey) return
    this.#isRetry = false
    retryFailedLoads()
  }

  /** Loads missing code again; after any other error only a reload helps. */
  readonly #retry = () => {
    if (!isNetworkError(this.state.error)) return window.location.reload()
    this.#isRetry = true
    retryFailedLoads()
    this.setState({ error: null })
  }

  override render() {
    const { children, page: Page } = this.props
    const { error } = this.state
    return error === null ? children : <Page isOffline={isNetworkError(error)} onRetry={this.#retry} />
  }
}
