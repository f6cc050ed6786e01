type Handler = (problem: unknown) => void

let handler: Handler = (problem) => {
  throw problem
}

/** Handler for exceptions thrown by submissions, set by each entry; until then they are uncaught. */
export function setSubmissionProblemHandler(next: Handler): void {
  handler = next
}

/** Passes on an exception thrown by a submission: a bug, since failed calls do not throw. */
export const handleSubmissionProblem: Handler = (problem) => handler(problem)
