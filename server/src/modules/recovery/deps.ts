import type { RecoveryOption } from '@clube/contract/recovery/code-calls.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { IdentityDeps } from '../identity/index.ts'
import type { SendingRequest, SendingSlot, SendMessage } from '../messaging/index.ts'
import type { PhotoDeps } from '../photos/index.ts'

/** What the club decides about recovery. */
export type RecoveryRules = {
  readonly available_options: readonly RecoveryOption[]
  /** For the final screen. Spec §2. */
  readonly confirmation_text: string
  /** Hours until the team answers a request. */
  readonly answer_hours: number
}

/** What the use cases of recovery work with. */
export type RecoveryDeps = {
  readonly identity: IdentityDeps
  readonly rules: RecoveryRules
  readonly sendMessage: SendMessage
  readonly takeSendingSlot: (request: SendingRequest & { now: Date }) => Promise<SendingSlot>
  readonly photos: PhotoDeps
  readonly appendAuditLine: AppendAuditLine
  /** A number from 0 up to and including `highest`, from a CSPRNG. */
  readonly chance: (highest: number) => number
  /** Told once when somebody seems to guess codes across accounts; for the log, at error level. */
  readonly onAlarm: (alarm: { event: string; accounts: number }) => void
}
