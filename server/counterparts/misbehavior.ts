/** What a counterpart can be made to do instead of answering correctly. */
export const misbehaviors = [
  'slow',
  'late',
  'silent',
  'closed',
  'loses-answer',
  'answers-twice',
  'contradictory',
  'other-amount',
  'wrong-types',
  'oversized',
  'html',
  'drip',
  'redirect',
  'error-500',
  'too-many-requests',
] as const
export type Misbehavior = (typeof misbehaviors)[number]

/** A misbehavior that is switched on. */
export type Setting = {
  readonly misbehavior: Misbehavior
  /** Operation that it affects; null for all but the request for a token. */
  readonly operation: string | null
  readonly requests: number | 'always'
}

export type MisbehaviorSwitch = {
  /**
   * Switches a misbehavior on, for the next request by default. Several settings apply in the order in which they were
   * made.
   */
  readonly misbehave: (
    misbehavior: Misbehavior,
    options?: { requests?: number | 'always'; operation?: string },
  ) => void
  /** Switches all misbehavior off. */
  readonly behave: () => void
  readonly settings: () => readonly Setting[]
  /** The misbehavior for a request, which uses it up. */
  readonly take: (operation: string) => Misbehavior | null
}

export const createMisbehaviorSwitch = (): MisbehaviorSwitch => {
  let settings: readonly Setting[] = []
  return {
    misbehave: (misbehavior, { requests = 1, operation } = {}) => {
      settings = [...settings, { misbehavior, requests, operation: operation ?? null }]
    },
    behave: () => {
      settings = []
    },
    settings: () => settings,
    take: (operation) => {
      const found = settings.find((setting) =>
        setting.operation === null ? operation !== 'token' : setting.operation === operation,
      )
      if (!found) return null
      const { requests } = found
      if (requests !== 'always')
        settings = settings.flatMap((setting) => {
          if (setting !== found) return [setting]
          return requests > 1 ? [{ ...setting, requests: requests - 1 }] : []
        })
      return found.misbehavior
    },
  }
}
