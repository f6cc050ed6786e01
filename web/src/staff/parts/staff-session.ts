import type { StaffIdentity } from '@clube/contract/staff/sign-in-calls.ts'
import { rolesAllow, type Permission } from '@clube/contract/kernel/permissions.ts'
import { createStore } from '../../kit/store/create-store.ts'

/** The staff session as known to this page. `ended` distinguishes an ended session from none. */
export type StaffSession =
  | { kind: 'unknown' }
  | { kind: 'signedOut'; ended: boolean }
  | { kind: 'signedIn'; identity: StaffIdentity }

export const {
  get: currentStaffSession,
  set: setStaffSession,
  useValue: useStaffSession,
} = createStore<StaffSession>({ kind: 'unknown' })

/** The signed-in staff member. Desks are shown only to signed-in staff, so this throws if nobody is signed in. */
export function useStaffIdentity(): StaffIdentity {
  const session = useStaffSession()
  if (session.kind !== 'signedIn') throw new Error('A desk was rendered without a session')
  return session.identity
}

/** Whether the staff member has the permission; the server checks it again. */
export const useHasPermission = (permission: Permission): boolean =>
  rolesAllow(useStaffIdentity().roles, permission)
