import {
  changeStaffRolesCall,
  inviteStaffCall,
  listStaffCall,
} from '@clube/contract/staff/management-calls.ts'
import { approveStaffChangeCall, rejectStaffChangeCall } from '@clube/contract/staff/change-calls.ts'
import {
  acceptInvitationCall,
  staffConfirmCodeCall,
  staffConfirmEnrollmentCall,
  staffEnrollmentCall,
  staffSignInCall,
  staffUseRecoveryCodeCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { expect, test } from 'vitest'
import { base32Code } from '../../testing/authenticator.ts'
import { useClub } from '../../testing/club.ts'
import {
  invitationTokenTo,
  signedInStaff,
  staffCode,
  staffEmail,
  staffPersonas,
  withPassword,
} from '../../testing/staff.ts'
import { replaceRecoveryCodes } from './staff-secret-store.ts'
import { recoveryCodeHash } from './recovery-code.ts'
import { consumeTotpStep } from './staff-store.ts'
import { inTransaction } from '../../db/database.ts'
import { stepOf } from './index.ts'

const club = useClub()
const { attendant, reviewer, second_reviewer, administrator, second_administrator, marketing } = staffPersonas

const succeeded = (responses: readonly { status: number }[]) =>
  responses.filter(({ status }) => status === 200).length

/** Sequential: concurrent correct passwords count as attempts until verified. */
const twentyBrowsersAtCode = async (persona: typeof attendant | typeof reviewer) => {
  const browsers = []
  for (let count = 0; count < 20; count += 1) browsers.push(await withPassword(club, persona))
  return browsers
}

const idOf = async (email: string) => {
  const row = await club.database.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.id
}

test('an authenticator code sent 20 times concurrently opens one session', async () => {
  club.advanceSeconds(30)
  const browsers = await twentyBrowsersAtCode(attendant)
  const body = { code: staffCode(attendant, club.now()) }
  const responses = await Promise.all(browsers.map((browser) => browser.send(staffConfirmCodeCall, { body })))
  expect(succeeded(responses)).toBe(1)
  for (const { status } of responses) expect([200, 401, 429]).toContain(status)
})

test('the statement that consumes an authenticator code accepts it only once, even without throttling', async () => {
  const id = await idOf(staffEmail(second_reviewer))
  const use = { id, step: stepOf(club.now()), now: club.now() }
  const consumed = await Promise.all(
    Array.from({ length: 20 }, () => inTransaction(club.database.db, (tx) => consumeTotpStep(tx, use))),
  )
  expect(consumed.filter(Boolean)).toHaveLength(1)
})

test('a recovery code used 20 times concurrently opens one session', async () => {
  const staff_id = await idOf(staffEmail(reviewer))
  const recovery_code = 'ABCDEFGHJKLMNPQR'
  await inTransaction(club.database.db, (tx) =>
    replaceRecoveryCodes(tx, { staff_id, code_hashes: [recoveryCodeHash(recovery_code)], now: club.now() }),
  )
  const browsers = await twentyBrowsersAtCode(reviewer)
  const responses = await Promise.all(
    browsers.map((browser) => browser.send(staffUseRecoveryCodeCall, { body: { recovery_code } })),
  )
  expect(succeeded(responses)).toBe(1)
})

test('a staff invitation used 20 times concurrently sets one password', async () => {
  const isabel = await signedInStaff(club, administrator)
  const invited = await isabel.send(inviteStaffCall, {
    body: { name: 'Nova Pessoa', email: 'nova@exemplo.com.br', roles: ['service_agent'] },
  })
  if (!invited.ok) throw new Error(invited.message)
  const token = await invitationTokenTo(club, 'nova@exemplo.com.br')
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, number) => {
      const password = `Ventania-Boa-${number}`
      const body = { token, password, password_confirmation: password }
      return club.browser().send(acceptInvitationCall, { body })
    }),
  )
  expect(succeeded(responses)).toBe(1)
})

test('only one of several authenticator apps enrolled concurrently is accepted', async () => {
  const isabel = await signedInStaff(club, administrator)
  const staff_id = await idOf(staffEmail(marketing))
  await club.database.db.updateTable('staff').set({ totp_sealed: null }).where('id', '=', staff_id).execute()
  const enrolling = []
  for (let app = 0; app < 4; app += 1) {
    const browser = club.browser()
    const body = { email: staffEmail(marketing), password: marketing.password }
    expect(await browser.send(staffSignInCall, { body })).toMatchObject({ data: { next: 'enrollment' } })
    const enrollment = await browser.send(staffEnrollmentCall)
    if (!enrollment.ok) throw new Error(enrollment.message)
    enrolling.push({ browser, secret: enrollment.data.secret })
  }
  const responses = await Promise.all(
    enrolling.map(({ browser, secret }) =>
      browser.send(staffConfirmEnrollmentCall, { body: { code: base32Code(secret, club.now()) } }),
    ),
  )
  expect(succeeded(responses)).toBe(1)
  const members = await isabel.send(listStaffCall)
  expect(members.ok && members.data.find((member) => member.staff_id === staff_id)?.has_second_factor).toBe(
    true,
  )
})

test('when two administrators remove each other concurrently, one administrator remains', async () => {
  const isabel = await signedInStaff(club, administrator)
  const [one, other] = [await idOf(staffEmail(administrator)), await idOf(staffEmail(second_administrator))]
  const jorge = await signedInStaff(club, second_administrator)
  const responses = await Promise.all([
    isabel.send(changeStaffRolesCall, { body: { staff_id: other, roles: ['auditor'] } }),
    jorge.send(changeStaffRolesCall, { body: { staff_id: one, roles: ['auditor'] } }),
    jorge.send(changeStaffRolesCall, { body: { staff_id: other, roles: ['auditor'] } }),
    isabel.send(changeStaffRolesCall, { body: { staff_id: one, roles: ['auditor'] } }),
  ])
  expect(succeeded(responses)).toBeGreaterThanOrEqual(1)
  const { db } = club.database
  const left = await db.selectFrom('staff').select(['id', 'roles']).where('state', '=', 'active').execute()
  expect(left.filter(({ roles }) => roles.includes('administrator'))).toHaveLength(1)
})

test('when 20 decisions about a proposed change are sent concurrently, exactly one takes effect', async () => {
  const { db } = club.database
  // The previous test left one administrator.
  await db
    .updateTable('staff')
    .set({ roles: ['administrator'] })
    .where('email', 'like', 'administracao%')
    .execute()
  const isabel = await signedInStaff(club, administrator)
  const jorge = await signedInStaff(club, second_administrator)
  const body = { name: 'Olívia Ramos', email: 'olivia@exemplo.com.br', roles: ['validator' as const] }
  const proposals = await Promise.all(Array.from({ length: 5 }, () => isabel.send(inviteStaffCall, { body })))
  expect(succeeded(proposals)).toBe(1)
  const proposed = proposals.flatMap((response) =>
    response.ok && response.data.kind === 'proposed' ? [response.data] : [],
  )
  const decision = { body: { change_id: proposed[0]?.change.change_id ?? '' } }
  const decisions = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      jorge.send(number % 2 === 0 ? approveStaffChangeCall : rejectStaffChangeCall, decision),
    ),
  )
  expect(succeeded(decisions)).toBe(1)
  const invited = await db.selectFrom('staff').select('id').where('email', '=', body.email).execute()
  const [change] = await db.selectFrom('staff_change').select('state').execute()
  expect(invited).toHaveLength(change?.state === 'approved' ? 1 : 0)
})
