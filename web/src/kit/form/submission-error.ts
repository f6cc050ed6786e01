type Handler = (error: unknown) => void

let handler: Handler = (error) => {
  throw error
}

/** Handler for exceptions thrown by submissions, set by each entry; until then they are uncaught. */
export function setSubmissionErrorHandler(next: Handler): void {
  handler = next
}

/** Passes on an exception thrown by a submission: a bug, since failed calls do not throw. */
export const handleSubmissionError: Handler = (error) => handler(error)
