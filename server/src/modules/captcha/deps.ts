import type { Db } from '../../db/database.ts'
import type { CaptchaAssessor } from '../../ports/captcha-assessor.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Limit, Limits } from '../limits/index.ts'
import type { CaptchaChance, CaptchaKey } from './challenge.ts'

/** What the captcha's use cases work with. */
export type CaptchaDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly chance: CaptchaChance
  readonly key: CaptchaKey
  /** Highest number of an ordinary challenge, from the club's configuration. */
  readonly maxnumber: number
  /** The enterprise captcha; null where proof of work stands alone. */
  readonly assessor: CaptchaAssessor | null
  /** How many times the ordinary work an address has to do at the moment: 1, or 4 under attack. */
  readonly workFor: (question: { address: string; now: Date }) => Promise<number>
}

/** Flows that had no enterprise verdict: their next challenges ask for more work, in every process. */
export const flowsWithoutVerdict: Limit = {
  scope: 'captcha-without-verdict',
  limit: 1_000_000,
  window_seconds: 3600,
}
