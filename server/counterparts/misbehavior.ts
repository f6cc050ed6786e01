import { openJournal } from './journal.ts'

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

type SwitchCommand =
  | ({ readonly kind: 'misbehave' } & Setting)
  | { readonly kind: 'behave' }
  | { readonly kind: 'take'; readonly operation: string }

/** @param file journal that processes share; null for one process */
export const createMisbehaviorSwitch = (file: string | null): MisbehaviorSwitch => {
  let settings: readonly Setting[] = []
  const take = (operation: string): Misbehavior | null => {
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
  }
  const journal = openJournal<SwitchCommand, Misbehavior | null>(file, (command) => {
    switch (command.kind) {
      case 'misbehave': {
        const { misbehavior, requests, operation } = command
        settings = [...settings, { misbehavior, requests, operation }]
        return null
      }
      case 'behave':
        settings = []
        return null
      case 'take':
        return take(command.operation)
      default:
        return command satisfies never
    }
  })
  const currentSettings = (): readonly Setting[] => {
    journal.refresh()
    return settings
  }
  return {
    misbehave: (misbehavior, { requests = 1, operation } = {}) =>
      void journal.execute({ kind: 'misbehave', misbehavior, requests, operation: operation ?? null }),
    behave: () => void journal.execute({ kind: 'behave' }),
    settings: currentSettings,
    // Only a request that may misbehave needs a line.
    take: (operation) =>
      currentSettings().length === 0 ? null : journal.execute({ kind: 'take', operation }),
  }
}
