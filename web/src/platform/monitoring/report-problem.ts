type Reporter = (problem: unknown) => void

let reporter: Reporter = (problem) => console.warn(problem)

/** Reporter for problems, for a monitoring service to replace; defaults to the console. */
export function setReporter(next: Reporter): void {
  reporter = next
}

/** Browser messages for failed fetches, scripts and chunks. */
const networkErrorPattern =
  /failed to fetch|load failed|networkerror|network request failed|dynamically imported module|importing a module script failed|unable to preload|error loading|aborterror/i

/** Whether a problem is a network error: neither reported nor shown (spec §1). */
export function isNetworkError(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false
  return networkErrorPattern.test(`${problem.name} ${problem.message}`)
}

/** Reports an internal problem; ignores network errors. */
export function reportProblem(problem: unknown): void {
  if (!isNetworkError(problem)) reporter(problem)
}

/** Reports uncaught errors. Called once by the entry. */
export function watchUncaughtProblems(target: Window): void {
  target.addEventListener('error', (event) => reportProblem(event.error ?? event.message))
  target.addEventListener('unhandledrejection', (event) => reportProblem(event.reason))
}
