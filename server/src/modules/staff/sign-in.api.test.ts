import {
  staffConfirmCodeCall,
  staffConfirmEnrollmentCall,
  staffEnrollmentCall,
  staffReplaceRecoveryCodesCall,
  staffSessionCall,
  staffSignInCall,
  staffSignOutCall,
  staffUseRecoveryCodeCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { resetSecondFactorCall } from '@clube/contract/staff/management-calls.ts'
import { sessionInfoCall } from '@clube/contract/identity/session-calls.ts'
import { readProfileCall } from '@clube/contract/identity/profile-call.ts'
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { useClub } from '../../testing/club.ts'
import { signedInStaff, staffCode, staffEmail, staffPersonas, withPassword } from '../../testing/staff.ts'
import { base32Code } from '../../testing/authenticator.ts'

const club = useClub()
const { attendant, auditor, marketing, validator, approver, gate_steward, service_agent } = staffPersonas

describe('password', () => {
  test('a staff password alone opens no session', async () => {
    const browser = await withPassword(club, attendant)
    expect(await browser.send(staffSessionCall)).toMatchObject({ status: 401, code: 'session.required' })
    expect(await browser.send(staffEnrollmentCall)).toMatchObject({ status: 409 })
  })

  test.each([
    ['an unknown e-mail', 'ninguem@exemplo.com.br', 'Balcao-Atento-10'],
    ['a wrong password', staffEmail(attendant), 'balcao-atento-10'],
  ])('staff sign-in is refused with the same message for %s', async (_name, email, password) => {
    const response = await club.browser().send(staffSignInCall, { body: { email, password } })
    expect(response).toMatchObject({
      status: 401,
      code: 'staff.wrong-credentials',
      errors: [{ path: 'password', message: 'E-mail ou senha incorretos.' }],
    })
  })

  test('staff sign-in is locked for 30 seconds after 5 failures, for known and unknown e-mails alike', async () => {
    for (const email of ['outro@exemplo.com.br', staffEmail(marketing)]) {
      const browser = club.browser()
      const attempt = (password: string) => {
        browser.discardProof()
        return browser.send(staffSignInCall, { body: { email, password } })
      }
      for (let failure = 1; failure <= 5; failure += 1)
        expect(await attempt('Errada-de-todo')).toMatchObject({ code: 'staff.wrong-credentials' })
      expect(await attempt(marketing.password)).toMatchObject({
        status: 429,
        code: 'staff.throttled',
        message: 'Muitas tentativas. Aguarde 30 segundos e tente novamente.',
      })
    }
    club.advanceSeconds(31)
    expect(await withPassword(club, marketing)).toBeDefined()
  })

  test('the CSRF check refuses a staff sign-in from another origin', async () => {
    const response = await club
      .browser()
      .raw('POST', '/api/staff/sign-in', {}, { 'sec-fetch-site': 'cross-site' })
    expect(response).toMatchObject({ status: 403, code: 'request.forged' })
  })
})

describe('code', () => {
  test('the authenticator code opens a session with a new id, which lasts for 30 idle minutes and at most 12 hours', async () => {
    club.advanceSeconds(30)
    const browser = await withPassword(club, auditor)
    const waiting = browser.cookies.get('staff')
    const response = await browser.send(staffConfirmCodeCall, {
      body: { code: staffCode(auditor, club.now()) },
    })
    expect(response).toMatchObject({ ok: true, data: { name: 'Helena Duarte', roles: ['auditor'] } })
    expect(browser.cookies.get('staff')).not.toBe(waiting)
    for (let round = 0; round < 26; round += 1) {
      club.advanceSeconds(27 * 60)
      expect((await browser.send(staffSessionCall)).status).toBe(200)
    }
    club.advanceSeconds(27 * 60)
    expect((await browser.send(staffSessionCall)).status).toBe(401)
    const idle = await signedInStaff(club, auditor)
    club.advanceSeconds(31 * 60)
    expect((await idle.send(staffSessionCall)).status).toBe(401)
  })

  test('polling by an unattended page does not extend a staff session', async () => {
    const browser = await signedInStaff(club, auditor)
    const { method, path } = staffSessionCall
    const poll = () => browser.raw(method, path, undefined, { 'x-unattended': 'yes' })
    for (let round = 0; round < 2; round += 1) {
      club.advanceSeconds(14 * 60)
      expect((await poll()).status).toBe(200)
    }
    club.advanceSeconds(3 * 60)
    expect((await poll()).status).toBe(401)
    expect((await browser.send(staffSessionCall)).status).toBe(401)
  })

  test('the staff cookie is not a customer session', async () => {
    const browser = await signedInStaff(club, auditor)
    expect((await browser.send(sessionInfoCall)).status).toBe(401)
    expect((await browser.send(readProfileCall)).status).toBe(401)
  })

  test('an authenticator code is accepted only once, even within the next step', async () => {
    club.advanceSeconds(30)
    const code = staffCode(validator, club.now())
    const first = await withPassword(club, validator)
    expect((await first.send(staffConfirmCodeCall, { body: { code } })).status).toBe(200)
    const second = await withPassword(club, validator)
    const wrong = {
      status: 401,
      code: 'staff.wrong-code',
      message: 'Código incorreto ou já usado. Espere o próximo código e tente novamente.',
    }
    expect(await second.send(staffConfirmCodeCall, { body: { code } })).toMatchObject(wrong)
    club.advanceSeconds(30)
    expect(await second.send(staffConfirmCodeCall, { body: { code } })).toMatchObject(wrong)
  })

  test('the second factor allows 5 attempts, and entering the correct password again does not reset them', async () => {
    for (let failure = 1; failure <= 5; failure += 1) {
      const browser = await withPassword(club, approver)
      expect(await browser.send(staffConfirmCodeCall, { body: { code: '000000' } })).toMatchObject({
        code: 'staff.wrong-code',
      })
    }
    const browser = await withPassword(club, approver)
    const code = staffCode(approver, club.now())
    expect(await browser.send(staffConfirmCodeCall, { body: { code } })).toMatchObject({
      status: 429,
      code: 'staff.throttled',
    })
  })

  test('an authenticator code without a password, or 10 minutes after it, requires a new sign-in', async () => {
    const expired = { status: 409, code: 'staff.sign-in-expired' }
    const body = { code: '123456' }
    expect(await club.browser().send(staffConfirmCodeCall, { body })).toMatchObject(expired)
    const browser = await withPassword(club, gate_steward)
    club.advanceSeconds(601)
    expect(await browser.send(staffConfirmCodeCall, { body })).toMatchObject(expired)
  })
})

test('after a reset of the second factor, sign-in enrolls an authenticator app and returns ten recovery codes; used and replaced ones are refused', async () => {
  const administrator = await signedInStaff(club, staffPersonas.administrator)
  const [row] = await club.database.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', staffEmail(service_agent))
    .execute()
  expect(
    await administrator.send(resetSecondFactorCall, { body: { staff_id: row?.id ?? '' } }),
  ).toMatchObject({ data: { kind: 'done' } })

  const browser = club.browser()
  const body = { email: staffEmail(service_agent), password: service_agent.password }
  expect(await browser.send(staffSignInCall, { body })).toMatchObject({ data: { next: 'enrollment' } })
  const enrollment = await browser.send(staffEnrollmentCall)
  if (!enrollment.ok) throw new Error(enrollment.message)
  expect(enrollment.data.qr_svg).toContain('<svg')
  expect(enrollment.data.otpauth_uri).toContain(enrollment.data.secret.replaceAll(' ', ''))
  const { secret } = enrollment.data
  expect(await browser.send(staffConfirmEnrollmentCall, { body: { code: '000000' } })).toMatchObject({
    code: 'staff.wrong-code',
  })
  const code = base32Code(secret, club.now())
  const enrolled = await browser.send(staffConfirmEnrollmentCall, { body: { code } })
  if (!enrolled.ok) throw new Error(enrolled.message)
  const { recovery_codes, identity } = enrolled.data
  expect(new Set(recovery_codes).size).toBe(10)
  expect(identity.recovery_codes_left).toBe(10)

  const byRecovery = await withPassword(club, service_agent)
  const recovery_code = recovery_codes[3]?.toLowerCase() ?? ''
  expect(await byRecovery.send(staffUseRecoveryCodeCall, { body: { recovery_code } })).toMatchObject({
    ok: true,
    data: { recovery_codes_left: 9 },
  })
  const again = await withPassword(club, service_agent)
  expect(await again.send(staffUseRecoveryCodeCall, { body: { recovery_code } })).toMatchObject({
    status: 401,
    code: 'staff.wrong-recovery-code',
  })

  club.advanceSeconds(60)
  const renewed = await byRecovery.send(staffReplaceRecoveryCodesCall, {
    body: { code: base32Code(secret, club.now()) },
  })
  if (!renewed.ok) throw new Error(renewed.message)
  expect(renewed.data.recovery_codes).toHaveLength(10)
  expect(
    await again.send(staffUseRecoveryCodeCall, { body: { recovery_code: recovery_codes[4] ?? '' } }),
  ).toMatchObject({ code: 'staff.wrong-recovery-code' })
})

test('signing out ends the staff session on the server', async () => {
  const browser = await signedInStaff(club, gate_steward)
  const token = browser.cookies.get('staff') ?? ''
  expect((await browser.send(staffSignOutCall, { body: {} })).status).toBe(200)
  browser.cookies.set('staff', token)
  expect((await browser.send(staffSessionCall)).status).toBe(401)
})

test('no staff password is stored in plain text', async () => {
  const { rows } = await sql<{ text: string }>`
    select row_to_json(staff)::text as text from staff
    union all select row_to_json(staff_session)::text from staff_session
    union all select row_to_json(staff_recovery_code)::text from staff_recovery_code`.execute(
    club.database.db,
  )
  const all = rows.map(({ text }) => text).join('\n')
  for (const { password } of Object.values(staffPersonas)) expect(all).not.toContain(password)
})
