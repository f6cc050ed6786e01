import { passwordConfirmationError } from '@clube/contract/brazil/password.ts'
import {
  acceptInvitationCall,
  readInvitationCall,
  staffConfirmCodeCall,
  staffConfirmEnrolmentCall,
  staffEnrolmentCall,
  staffReplaceRecoveryCodesCall,
  staffSessionCall,
  staffSignInCall,
  staffSignOutCall,
  staffUseRecoveryCodeCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import type { Cookies } from '../../http/context.ts'
import { InvalidInput, refuseRequest } from '../../kernel/refusal.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { bindAuditDesk } from './audit-routes.ts'
import { confirmCode, useRecoveryCode } from './confirm-code.ts'
import type { StaffDeps } from './deps.ts'
import { confirmEnrolment, readEnrolment, replaceOwnRecoveryCodes } from './enrol-second-factor.ts'
import { identityOf } from './enter.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { bindStaffManagement } from './staff-routes.ts'
import { findMember } from './staff-store.ts'

/** Binds sign-in, management and audit of staff. */
export const bindStaff = (binder: Binder, deps: StaffDeps): void => {
  bindSignIn(binder, deps)
  bindEnrolment(binder, deps)
  bindInvitation(binder, deps)
  bindSession(binder, deps)
  bindStaffManagement(binder, deps)
  bindAuditDesk(binder, deps)
}

/** Sets the cookie of a waiting or open session. */
const setSessionCookie = (cookies: Cookies, token: string): void => cookies.openStaffSession(token)

const bindSignIn = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, staffSignInCall, async ({ body, cookies, facts }) => {
    const { ip } = facts
    const { next, token } = await signIn(deps, { ...body, ip, replaces: cookies.staffToken })
    setSessionCookie(cookies, token)
    return { data: { next } }
  })

  bindCall(binder, staffConfirmCodeCall, async ({ body, cookies, facts }) => {
    const { ip } = facts
    const { identity, token } = await confirmCode(deps, { ...body, ip, token: cookies.staffToken })
    setSessionCookie(cookies, token)
    return { data: identity }
  })

  bindCall(binder, staffUseRecoveryCodeCall, async ({ body, cookies, facts }) => {
    const { ip } = facts
    const { identity, token } = await useRecoveryCode(deps, { ...body, ip, token: cookies.staffToken })
    setSessionCookie(cookies, token)
    return { data: identity }
  })
}

const bindEnrolment = (binder: Binder, deps: StaffDeps): void => {
  bindCall(binder, staffEnrolmentCall, async ({ cookies }) => ({
    data: await readEnrolment(deps, { token: cookies.staffToken }),
  }))

  bindCall(binder, staffConfirmEnrolmentCall, async ({ body, cookies, facts }) => {
    const { ip } = facts
    const { token, ...enrolled } = await confirmEnrolment(deps, {
      ...body,
      ip,
      token: cookies.staffToken,
    })
    setSessionCookie(cookies, token)
    return { data: enrolled }
  })

  bindCall(binder, staffReplaceRecoveryCodesCall, async ({ body, staff, facts }) => {
    const { staff_id } = staff
    const { ip } = facts
    return { data: { recovery_codes: await replaceOwnRecoveryCodes(deps, { ...body, staff_id, ip }) } }
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
