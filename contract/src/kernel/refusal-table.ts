/** HTTP statuses that a refusal may travel with (spec §8). 422 is kept for field errors, 503 for outages. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429

/** What one "no" looks like to the browser. `{name}` places in `message` are filled by the use case. */
export type RefusalEntry = {
  readonly status: RefusalStatus
  readonly message: string
  /** The form field the sentence belongs to, when it belongs to one. */
  readonly path?: string
}

export type RefusalTable = Readonly<Record<`${string}.${string}`, RefusalEntry>>
