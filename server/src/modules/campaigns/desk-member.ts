import { undoMinutes } from '@clube/contract/campaigns/undo-minutes.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'

/** The staff member at a desk. */
export type DeskMember = { readonly staff_id: string; readonly roles: readonly Role[] }

/** The earliest time of a delivery that can still be undone. */
export const oldestUndoable = (now: Date): Date => new Date(now.getTime() - undoMinutes * 60_000)
