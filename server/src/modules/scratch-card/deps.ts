import type { PromotionDeps } from '../campaigns/index.ts'
import type { IdentityRules } from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'

/** Dependencies of scratch cards. */
export type ScratchCardDeps = PromotionDeps

/** What scratch cards need in addition to the dependencies of every kind. */
export type ScratchServices = {
  readonly limits: Pick<Limits, 'spend' | 'refund' | 'within'>
  /** Document types of the club. */
  readonly rules: Pick<IdentityRules, 'document_types' | 'cnpj'>
  /** Counts a person who sent a wrong code, for the alarm about codes that are guessed across accounts. */
  readonly countGuesser: (person: Buffer, now: Date) => Promise<void>
}
