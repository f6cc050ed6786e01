import type { Db } from '../../db/database.ts'
import type { ReceiptDeps } from './deps.ts'

type Reviewers = Pick<ReceiptDeps, 'hasOtherReviewer'>

/**
 * The member whose rejections this staff member may not review: themselves, unless nobody else can decide.
 * @returns the staff member's id, or null when they may decide on everything
 */
export const findRejectorToExclude = async (
  { hasOtherReviewer }: Reviewers,
  db: Db,
  staff_id: string,
): Promise<string | null> => ((await hasOtherReviewer(db, staff_id)) ? staff_id : null)

/** Whether a staff member rejected the receipt that its customer contests, and another can decide on it. */
export const isOwnRejection = async (
  deps: Reviewers,
  db: Db,
  { rejected_by, staff_id }: { rejected_by: string | null; staff_id: string },
): Promise<boolean> => rejected_by === staff_id && (await findRejectorToExclude(deps, db, staff_id)) !== null
