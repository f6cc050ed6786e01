import { undecidedProjectStates, type ProjectState } from '@clube/contract/new-project/project.ts'
import type { ProjectList } from '@clube/contract/new-project/staff-calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { StoredProject } from '../project-store.ts'

/** A project in the desk's lists. */
export type DeskRow = Pick<
  StoredProject,
  | 'id'
  | 'campaign_id'
  | 'customer_id'
  | 'protocol'
  | 'purchase_number'
  | 'registration_number'
  | 'state'
  | 'submitted_at'
  | 'answer_due_on'
  | 'decided_at'
  | 'reason'
  | 'points'
>

const statesOf = {
  undecided: undecidedProjectStates,
  approved: ['approved', 'rewarded'],
  rejected: ['rejected'],
  cancelled: ['cancelled'],
} as const satisfies Record<ProjectList, readonly ProjectState[]>

const selectRows = (db: Db, brand_id: string) =>
  db
    .selectFrom('brand_project')
    .select([
      'id',
      'campaign_id',
      'customer_id',
      'protocol',
      'purchase_number',
      'registration_number',
      'state',
      'submitted_at',
      sql<string>`to_char(answer_due_on, 'YYYY-MM-DD')`.as('answer_due_on'),
      'decided_at',
      'reason',
      'points',
    ])
    .where('brand_id', '=', brand_id)

/** Undecided projects of the brand after a position, by the day of their answer. */
export const listUndecided = (
  db: Db,
  input: { brand_id: string; after: { due_on: string; id: string } | null; limit: number },
): Promise<DeskRow[]> =>
  selectRows(db, input.brand_id)
    .where('state', 'in', undecidedProjectStates)
    .$if(input.after !== null, (query) =>
      query.where(
        sql<boolean>`(brand_project.answer_due_on, id) > (${input.after?.due_on}::date, ${input.after?.id}::uuid)`,
      ),
    )
    .orderBy('brand_project.answer_due_on')
    .orderBy('id')
    .limit(input.limit)
    .execute()

/** Projects of the brand in the states of a list, newest first. */
export const listInStates = (
  db: Db,
  input: { brand_id: string; list: ProjectList; before_id: string | null; limit: number },
): Promise<DeskRow[]> =>
  selectRows(db, input.brand_id)
    .where('state', 'in', statesOf[input.list])
    .$if(input.before_id !== null, (query) => query.where('id', '<', input.before_id ?? ''))
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute()

/** Projects of the brand with one of the numbers or this protocol, newest first. */
export const findByNumbers = (
  db: Db,
  input: {
    brand_id: string
    purchase_index: Buffer
    registration_index: Buffer
    protocol: string | null
    limit: number
  },
): Promise<DeskRow[]> =>
  selectRows(db, input.brand_id)
    .where((build) =>
      build.or([
        build('purchase_index', '=', input.purchase_index),
        build('registration_index', '=', input.registration_index),
        ...(input.protocol === null ? [] : [build('protocol', '=', input.protocol)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute()

/** All projects of the brand for its export, in order of registration, after the given one. */
export const listForExport = (
  db: Db,
  input: { brand_id: string; after_id: string | null; limit: number },
): Promise<DeskRow[]> =>
  selectRows(db, input.brand_id)
    .$if(input.after_id !== null, (query) => query.where('id', '>', input.after_id ?? ''))
    .orderBy('id')
    .limit(input.limit)
    .execute()

/** Undecided projects of the brand whose day for the answer was before `today`. */
export const countLate = async (db: Db, brand_id: string, today: string): Promise<number> => {
  const { count } = await db
    .selectFrom('brand_project')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('brand_id', '=', brand_id)
    .where('state', 'in', undecidedProjectStates)
    .where(sql<boolean>`answer_due_on < ${today}::date`)
    .executeTakeFirstOrThrow()
  return count
}

/** Undecided projects of the brand, up to `limit`. */
export const countUndecided = async (
  db: Db,
  { brand_id, limit }: { brand_id: string; limit: number },
): Promise<number> => {
  const rows = await db
    .selectFrom('brand_project')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('state', 'in', undecidedProjectStates)
    .limit(limit)
    .execute()
  return rows.length
}
