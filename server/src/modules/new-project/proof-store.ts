import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StoredProject } from './project-store.ts'

const batchSize = 500
const nilId = '00000000-0000-0000-0000-000000000000'

export type ProvedProject = Pick<
  StoredProject,
  | 'id'
  | 'transaction_id'
  | 'brand_id'
  | 'state'
  | 'points'
  | 'purchase_number'
  | 'registration_number'
  | 'purchase_index'
  | 'registration_index'
>

/** The next projects by id; with `since`, only those registered, decided or cancelled after it. */
export const listProjectsAfter = (
  db: Db,
  { after, since }: { after: string | null; since: Date | null },
): Promise<ProvedProject[]> =>
  db
    .selectFrom('brand_project')
    .select([
      'id',
      'transaction_id',
      'brand_id',
      'state',
      'points',
      'purchase_number',
      'registration_number',
      'purchase_index',
      'registration_index',
    ])
    .where('id', '>', after ?? nilId)
    .$if(since !== null, (query) =>
      query.where(sql<boolean>`greatest(submitted_at, decided_at, cancelled_at) > ${since}`),
    )
    .orderBy('id')
    .limit(batchSize)
    .execute()
