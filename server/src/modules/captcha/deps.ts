import type { Db } from '../../db/database.ts'
import type { CaptchaAssessor } from '../../ports/captcha-assessor.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { Limits } from '../limits/index.ts'
import type { CaptchaKey } from './challenge.ts'

/** Dependencies of the captcha's use cases. */
export type CaptchaDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly random: Pick<Random, 'bytes' | 'below'>
  readonly key: CaptchaKey
  /** `maxnumber` of a normal challenge, from the club's configuration. */
  readonly maxnumber: number
  /** The enterprise captcha; null when only proof of work is used. */
  readonly assessor: CaptchaAssessor | null
  /** Current work multiplier of an IP: 1, or 4 under attack. */
  readonly requiredWork: (input: { ip: string; now: Date }) => Promise<number>
}
