import { passwordConfirmationError } from '@clube/contract/brazil/password.ts'
import {
  acceptInvitationCall,
  readInvitationCall,
  staffConfirmCodeCall,
  staffConfirmEnrollmentCall,
  staffEnrollmentCall,
  staffReplaceRecoveryCodesCall,
  staffSessionCall,
  staffSignInCall,
  staffSignOutCall,
  staffUseRecoveryCodeCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { Cookies, RequestMetadata } from '../../http/context.ts'
import { InvalidInput, refuseRequest } from '../../kernel/refusal.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { bindAuditDesk } from './audit-routes.ts'
import { confirmCode, useRecoveryCode } from './confirm-code.ts'
import type { StaffDeps } from './deps.ts'
import { confirmEnrollment, readEnrollment, replaceOwnRecoveryCodes } from './enroll-second-factor.ts'
import { identityOf, type OpenedSession } from './staff-sign-in-session.ts'
import type { SignInSource } from './staff-limits.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { bindStaffManagement, bindWaitingCounts } from './staff-routes.ts'
import { findMember } from './staff-store.ts'

/** Binds the staff routes: sign-in, management and audit. */
export const bindStaff = (binder: Binder, deps: StaffDeps): void => {
  bindSignIn(binder, deps)
  bindEnrollment(binder, deps)
  bindInvitation(binder, deps)
  bindSession(binder, deps)
  bindStaffManagement(binder, deps)
  bindWaitingCounts(binder, deps)
  bindAuditDesk(binder, deps)
}

/** Sets the cookie of a pending or open session. */
const setSessionCookie = (cookies: Cookies, token: string): void => cookies.openStaffSession(token)

/** Sets the cookies of a completed sign-in. */
const setSignedInCookies = (cookies: Cookies, opened: OpenedSession): void => {
  setSessionCookie(cookies, opened.token)
  cookies.rememberStaffDevice(opened.device_id)
}

const sourceOf = ({ cookies, metadata }: { cookies: Cookies; metadata: RequestMetadata }): SignInSource => ({
  ip: metadata.ip,
  device_id: cookies.staffDeviceId,
})

const bindSignIn = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, staffSignInCall, async ({ body, cookies, metadata }) => {
    const source = sourceOf({ cookies, metadata })
    const { next, token } = await signIn(deps, { ...body, source, replaces: cookies.staffToken })
    setSessionCookie(cookies, token)
    return { data: { next } }
  })

  bindCall(binder, staffConfirmCodeCall, async ({ body, cookies, metadata }) => {
    const source = sourceOf({ cookies, metadata })
    const { identity, ...opened } = await confirmCode(deps, { ...body, source, token: cookies.staffToken })
    setSignedInCookies(cookies, opened)
    return { data: identity }
  })

  bindCall(binder, staffUseRecoveryCodeCall, async ({ body, cookies, metadata }) => {
    const source = sourceOf({ cookies, metadata })
    const { identity, ...opened } = await useRecoveryCode(deps, {
      ...body,
      source,
      token: cookies.staffToken,
    })
    setSignedInCookies(cookies, opened)
    return { data: identity }
  })
}

const bindEnrollment = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, staffEnrollmentCall, async ({ cookies }) => ({
    data: await readEnrollment(deps, { token: cookies.staffToken }),
  }))

  bindCall(binder, staffConfirmEnrollmentCall, async ({ body, cookies, metadata }) => {
    const source = sourceOf({ cookies, metadata })
    const { token, device_id, ...enrolled } = await confirmEnrollment(deps, {
      ...body,
      source,
      token: cookies.staffToken,
    })
    setSignedInCookies(cookies, { token, device_id })
    return { data: enrolled }
  })

  bindCall(binder, staffReplaceRecoveryCodesCall, async ({ body, staff, cookies, metadata }) => {
    const { staff_id } = staff
    const source = sourceOf({ cookies, metadata })
    return { data: { recovery_codes: await replaceOwnRecoveryCodes(deps, { ...body, staff_id, source }) } }
  })
}

const bindInvitation = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, readInvitationCall, async ({ body }) => ({ data: await readInvitation(deps, body) }))

  bindCall(binder, acceptInvitationCall, async ({ body, cookies }) => {
    const message = passwordConfirmationError({ ...body, required: true })
    if (message !== undefined) throw new InvalidInput([{ path: 'password_confirmation', message }])
    const { next, token } = await acceptInvitation(deps, { ...body, replaces: cookies.staffToken })
    setSessionCookie(cookies, token)
    return { data: { next } }
  })
}

const bindSession = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, staffSessionCall, async ({ staff }) => {
    const member = await findMember(deps.db, staff.staff_id)
    if (!member) throw refuseRequest('session.required')
    return { data: await identityOf(deps.db, member) }
  })

  bindCall(binder, staffSignOutCall, async ({ cookies, reply }) => {
    if (cookies.staffToken) await signOut(deps, cookies.staffToken)
    cookies.closeStaffSession()
    void reply.header('clear-site-data', '"cache"')
    return { data: {} }
  })
}
