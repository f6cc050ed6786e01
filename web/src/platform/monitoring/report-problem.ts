type Reporter = (problem: unknown) => void

let reporter: Reporter = (problem) => console.warn(problem)

/** Where problems go: a monitoring service connects here. Until one does, they stay in the browser's console. */
export function setReporter(next: Reporter): void {
  reporter = next
}

/** What browsers say when a fetch, a script or a chunk of the page did not arrive. */
const networkNoise =
  /failed to fetch|load failed|networkerror|network request failed|dynamically imported module|importing a module script failed|unable to preload|error loading|aborterror/i

/** Whether a problem is only the network's: ignored by the reporting, nothing is shown for it (spec §1). */
export function isNetworkNoise(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false
  return networkNoise.test(`${problem.name} ${problem.message}`)
}

/** Reports a problem of ours; network noise is ignored. */
export function reportProblem(problem: unknown): void {
  if (!isNetworkNoise(problem)) reporter(problem)
}

/** Reports what nobody caught. Called once by the entry. */
export function watchUncaughtProblems(target: Window): void {
  target.addEventListener('error', (event) => reportProblem(event.error ?? event.message))
  target.addEventListener('unhandledrejection', (event) => reportProblem(event.reason))
}
