type Reporter = (error: unknown) => void

let reporter: Reporter = (error) => console.warn(error)

/** Receives the captured errors: the console, unless a monitoring service replaces it. */
export function setReporter(next: Reporter): void {
  reporter = next
}

/** Browser messages for failed fetches, scripts and chunks. */
const networkErrorPattern =
  /failed to fetch|load failed|networkerror|network request failed|dynamically imported module|importing a module script failed|unable to preload|error loading|aborterror/i

/** Whether an error is a network error: not reported, and shown only as a connection problem (spec §1). */
export function isNetworkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return networkErrorPattern.test(`${error.name} ${error.message}`)
}

/** Reports an internal error; ignores network errors. */
export function captureError(error: unknown): void {
  if (!isNetworkError(error)) reporter(error)
}

/** Reports uncaught errors. Called once by the entry point. */
export function captureUncaughtErrors(target: Window): void {
  target.addEventListener('error', (event) => captureError(event.error ?? event.message))
  target.addEventListener('unhandledrejection', (event) => captureError(event.reason))
}
