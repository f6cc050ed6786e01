import type { Refusal } from '../../kernel/refusal.ts'
import type { FreshAttempt } from '../campaigns/index.ts'
import type { GuessSource } from './guess-keys.ts'

/** What identifies a repeated request. */
export type DrawBody = {
  readonly cd_identificador: number
  /** In hexadecimal; empty for a card earned by receipts. */
  readonly code_index: string
}
export type FreshDraw = FreshAttempt<DrawBody>

export type DrawBatch = {
  readonly fresh: readonly FreshDraw[]
  /** Customers whose account is neither blocked nor deleted. */
  readonly usable: ReadonlySet<string>
  /** Codes by their fingerprint in hexadecimal. */
  readonly codes: ReadonlyMap<string, string>
  /** Where the request of each participation comes from. */
  readonly sources: ReadonlyMap<string, GuessSource>
  /** Collects the refusals of wrong codes. */
  readonly wrong: Set<Refusal>
  readonly now: Date
}
