import type { Db } from '../../db/database.ts'
import type { VirusScanner } from '../../ports/virus-scanner.ts'
import type { PromotionDeps } from '../campaigns/index.ts'
import type { Limits } from '../limits/index.ts'
import type { PhotoDeps } from '../photos/index.ts'

/** Dependencies of brand projects. */
export type NewProjectDeps = PromotionDeps

/** What brand projects need in addition to the dependencies of every kind. */
export type ProjectServices = {
  readonly photos: {
    readonly store: PhotoDeps['store']
    readonly key: PhotoDeps['key']
    readonly decoder: Omit<PhotoDeps['decoder'], 'close'>
  }
  /** Scans the files; null where none is configured. */
  readonly scanner: VirusScanner | null
  readonly limits: Pick<Limits, 'spend'>
  /** Whether the staff member and the customer are one person, who must not decide on what is their own. */
  readonly isSamePerson: (db: Db, people: { staff_id: string; customer_id: string }) => Promise<boolean>
  /** The points that participations were granted and not taken back, by participation; without those that have none. */
  readonly grantedPoints: (db: Db, transaction_ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
}
