import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import type { PasswordHasher } from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'
import type { SendMessage } from '../messaging/index.ts'
import type { Vault } from '../vault/index.ts'

/** What the use cases of staff work with. */
export type StaffDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly limits: Limits
  readonly hasher: PasswordHasher
  readonly appendAuditLine: AppendAuditLine
  readonly sendMessage: SendMessage
  /** Random bytes for secrets and recovery codes. */
  readonly chance: (bytes: number) => Buffer
  readonly rules: {
    readonly club_name: string
    /** Scheme and host that browsers see, without a trailing slash. */
    readonly base_url: string
    /** Failed attempts that one address may make in ten minutes. */
    readonly auth_failures_per_address: number
  }
}
