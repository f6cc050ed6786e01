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
 * Authenticates and authorizes the caller of every call and file.
 * @throws {Refusal} session.required, session.password-required, session.not-allowed, session.roles-too-recent
 */
export const authorizeCaller = async (
  guards: RequestGuards,
  access: Access,
  { request, cookies }: { request: FastifyRequest; cookies: Cookies },
): Promise<Caller> =>
  access.session === 'staff'
    ? { session: null, staff: await staffOf(guards, access, request, cookies) }
    : { session: await sessionOf(guards, access, request, cookies), staff: null }

/** Only a request from an attended page extends the session. */
const attendanceOf = (headers: FastifyRequest['headers']): { isAttended: boolean } => ({
  isAttended: headers[unattendedHeader] === undefined,
})

/** A staff member without the permission gets a plain 403, even if their roles are also too recent. */
const staffOf = async (
  guards: RequestGuards,
  { permission, second_signature }: Access,
  { headers }: FastifyRequest,
  { staffToken }: Cookies,
): Promise<StaffSession> => {
  const staff = staffToken ? await guards.findStaffSession(staffToken, attendanceOf(headers)) : null
  if (!staff) throw refuseRequest('session.required')
  if (permission !== undefined && !rolesAllow(staff.roles, permission))
    throw refuseRequest('session.not-allowed')
  if (second_signature && !staff.can_give_second_signature) throw refuseRequest('session.roles-too-recent')
  return staff
}

const sessionOf = async (
  guards: RequestGuards,
  access: Access,
  { headers }: FastifyRequest,
  { sessionToken }: Cookies,
): Promise<RequestSession | null> => {
  const session = sessionToken ? await guards.findSession(sessionToken, attendanceOf(headers)) : null
  const isGreetingOnly = session?.level === 'identified' && guards.identifiedAccess === 'identify'
  // Public calls treat a session that may only show a greeting as anonymous.
  if (!access.session) return isGreetingOnly ? null : session
  if (!session) throw refuseRequest('session.required')
  const needsPassword = session.level === 'identified' && access.session === 'customer'
  if (needsPassword || (isGreetingOnly && access.session === 'participant'))
    throw refuseRequest('session.password-required')
  return session
}
