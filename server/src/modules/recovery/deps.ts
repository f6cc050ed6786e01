import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { RecoveryOption } from '@clube/contract/recovery/code-calls.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { RecoverableAccounts } from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'
import type { SendingRequest, SendingSlot, SendMessage } from '../messaging/index.ts'
import type { PhotoDeps } from '../photos/index.ts'
import type { Vault } from '../vault/index.ts'

/** The club's recovery rules. */
export type RecoveryRules = {
  readonly available_options: readonly RecoveryOption[]
  /** For the final screen. Spec §2. */
  readonly confirmation_text: string
  /** Hours within which staff answer a request. */
  readonly answer_hours: number
}

/** Dependencies of recovery. */
export type RecoveryDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly limits: Limits
  readonly accounts: RecoverableAccounts
  readonly rules: RecoveryRules
  readonly time_zone: TimeZone
  /** Scheme and host that browsers see, without a trailing slash. */
  readonly base_url: string
  readonly sendMessage: SendMessage
  readonly reserveSendingSlot: (request: SendingRequest & { now: Date }) => Promise<SendingSlot>
  readonly photos: PhotoDeps
  readonly appendAuditLine: AppendAuditLine
  readonly random: Random
  /** Called once when codes seem to be guessed across accounts; logged at error level. */
  readonly onAlarm: (alarm: { event: string; accounts: number }) => void
}
