import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Permission } from '@clube/contract/kernel/permissions.ts'
import type { AuditTitles } from '@clube/contract/staff/audit-titles.ts'
import type { Db } from '../../db/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Random } from '../../ports/random.ts'
import type { AppendAuditLine, SubjectSince } from '../audit/index.ts'
import type { PasswordHasher } from '../identity/index.ts'
import type { Limits } from '../limits/index.ts'
import type { SendMessage } from '../messaging/index.ts'
import type { Vault } from '../vault/index.ts'

/** Counts the items that wait for a decision by a staff member under a permission, up to `limit`. */
export type CountWaiting = (
  db: Db,
  input: { staff_id: string; brand_id: string | null; limit: number },
) => Promise<number>

/** Dependencies of staff. */
export type StaffDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly time_zone: TimeZone
  readonly vault: Vault
  readonly limits: Limits
  readonly hasher: PasswordHasher
  readonly appendAuditLine: AppendAuditLine
  readonly sendMessage: SendMessage
  readonly random: Random
  /** The counters of the other modules' queues. */
  readonly waiting: Readonly<Partial<Record<Permission, CountWaiting>>>
  /** The subjects of audit lines that concern a customer, besides the customer. */
  readonly listSubjects: (db: Db, customer_id: string) => Promise<readonly SubjectSince[]>
  /** The brands for which analysts can work, by name. */
  readonly listBrands: (db: Db) => Promise<readonly { brand_id: string; name: string }[]>
  /** Titles of all audit lines. */
  readonly auditTitles: AuditTitles
  readonly rules: {
    readonly club_name: string
    /** Scheme and host that browsers see, without a trailing slash. */
    readonly base_url: string
  }
}
