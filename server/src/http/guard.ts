import type { RequiredSession } from '@clube/contract/kernel/call.ts'
import type { Permission } from '@clube/contract/kernel/permissions.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { unattendedHeader } from '@clube/contract/kernel/unattended.ts'
import type { FastifyRequest } from 'fastify'
import { refuseRequest } from '../kernel/refusal.ts'
import type { Cookies, RequestGuards, RequestSession, StaffSession } from './context.ts'

/** Access requirements of a call or file. */
type Access = {
  readonly session?: RequiredSession
  readonly permission?: Permission
  readonly second_signature?: true
}

export type Caller = { readonly session: RequestSession | null; readonly staff: StaffSession | null }

/**
 * Authenticates and authorizes the caller of every call, file and stream.
 * @throws {Refusal} session.required, session.password-required, session.not-allowed, session.roles-too-recent
 */
export const authorizeCaller = async (
  guards: RequestGuards,
  access: Access,
  { request, cookies, isAttended }: { request: FastifyRequest; cookies: Cookies; isAttended?: false },
): Promise<Caller> => {
  const attendance = { isAttended: isAttended ?? request.headers[unattendedHeader] === undefined }
  return access.session === 'staff'
    ? { session: null, staff: await staffOf(guards, access, attendance, cookies) }
    : { session: await sessionOf(guards, access, attendance, cookies), staff: null }
}

/** Only a request from an attended page extends the session. */
type Attendance = { readonly isAttended: boolean }

/** A staff member without the permission gets a plain 403, even if their roles are also too recent. */
const staffOf = async (
  guards: RequestGuards,
  { permission, second_signature }: Access,
  attendance: Attendance,
  { staffToken }: Cookies,
): Promise<StaffSession> => {
  const staff = staffToken ? await guards.findStaffSession(staffToken, attendance) : null
  if (!staff) throw refuseRequest('session.required')
  if (permission !== undefined && !rolesAllow(staff.roles, permission))
    throw refuseRequest('session.not-allowed')
  if (second_signature && !staff.can_give_second_signature) throw refuseRequest('session.roles-too-recent')
  return staff
}

const sessionOf = async (
  guards: RequestGuards,
  access: Access,
  attendance: Attendance,
  { sessionToken }: Cookies,
): Promise<RequestSession | null> => {
  const session = sessionToken ? await guards.findSession(sessionToken, attendance) : null
  const isGreetingOnly = session?.level === 'identified' && guards.identifiedAccess === 'identify'
  // Public calls treat a session that may only show a greeting as anonymous.
  if (!access.session) return isGreetingOnly ? null : session
  if (!session) throw refuseRequest('session.required')
  const needsPassword = session.level === 'identified' && access.session === 'customer'
  if (needsPassword || (isGreetingOnly && access.session === 'participant'))
    throw refuseRequest('session.password-required')
  return session
}
