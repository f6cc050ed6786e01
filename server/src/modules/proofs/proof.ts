/** A discrepancy that a proof found in a row. */
export type Finding = {
  /** Key of the proof's `checks`. */
  readonly check: string
  /** Id of the row, or its position. */
  readonly subject: string
  /** Null when the check does not compare numbers. */
  readonly expected: number | null
  readonly found: number | null
}

/** `full`: everything; `recent`: what may have changed since the mark of the last complete pass. */
export type PassKind = 'full' | 'recent'

/** A pass over the data, step by step. Positions and marks are strings that only the proof interprets. */
export type Pass = {
  readonly kind: PassKind
  /** Where the last step ended; null at the beginning. */
  readonly position: string | null
  /** What the last complete pass returned; null before the first one. */
  readonly mark: string | null
  readonly now: Date
}

export type ProofStep = {
  readonly findings: readonly Finding[]
  readonly next:
    | { readonly kind: 'more'; readonly position: string }
    | { readonly kind: 'end'; readonly mark: string | null }
}

/** Verifies stored data against what it must equal; findings are reported, never repaired. */
export type Proof = {
  readonly name: string
  /** Portuguese title for auditors. */
  readonly title: string
  /** For each check, a Portuguese sentence that tells auditors what is wrong. */
  readonly checks: Readonly<Record<string, string>>
  /** Describes in Portuguese, for auditors, how much has been read at a position or mark. */
  readonly describe?: (reached: string) => string
  /** Verifies the next part of a pass, in one snapshot and in well under a second. */
  readonly step: (pass: Pass) => Promise<ProofStep>
}

/** Stored progress of a proof. */
export type ProofState = {
  readonly name: string
  /** When the proof was registered. */
  readonly known_since: Date
  readonly pass: {
    readonly kind: PassKind
    readonly started_at: Date
    readonly position: string | null
  } | null
  readonly mark: string | null
  /** When staff requested a full pass that has not begun. */
  readonly requested_at: Date | null
  /** Start of the last pass, and of the last full one. */
  readonly started_at: Date | null
  readonly full_started_at: Date | null
  /** End of the last pass, and of the last full one, that left no findings. */
  readonly proved_at: Date | null
  readonly full_proved_at: Date | null
}

const hourMs = 3_600_000
const recentEveryMs = hourMs
const fullEveryMs = 24 * hourMs
/** If the data has not been proved for this long, something is preventing it. */
const recentOverdueMs = 3 * hourMs
const fullOverdueMs = 48 * hourMs

/** Whether an instant was recorded by a wrong clock. Clocks of processes differ by less than a minute. */
const isInFuture = (instant: Date, now: Date): boolean => instant.getTime() - now.getTime() > 60_000

/** The pass to begin now; null when none is due. */
export const duePass = (state: ProofState, now: Date): PassKind | null => {
  const isDue = (started_at: Date | null, everyMs: number) =>
    started_at === null || isInFuture(started_at, now) || now.getTime() - started_at.getTime() >= everyMs
  if (state.requested_at !== null || isDue(state.full_started_at, fullEveryMs)) return 'full'
  return isDue(state.started_at, recentEveryMs) ? 'recent' : null
}

/** When the data was last proved, or the proof registered, if that is long enough ago for an alarm; otherwise null. */
export const overdueSince = (state: ProofState, now: Date): Date | null => {
  const { known_since, proved_at, full_proved_at } = state
  const late = (provedAt: Date | null, afterMs: number): Date[] => {
    const since = provedAt === null || isInFuture(provedAt, now) ? known_since : provedAt
    return now.getTime() - since.getTime() > afterMs ? [since] : []
  }
  const [first = null] = [...late(full_proved_at, fullOverdueMs), ...late(proved_at, recentOverdueMs)]
  return first
}
