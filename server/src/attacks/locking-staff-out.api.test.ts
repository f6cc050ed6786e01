import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  staffConfirmCodeCall,
  staffEnrollmentCall,
  staffSessionCall,
  staffSignInCall,
  acceptInvitationCall,
  staffConfirmEnrollmentCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { createAppendAuditLine } from '../modules/audit/index.ts'
import { createLimits } from '../modules/limits/index.ts'
import { restoreAccess } from '../modules/staff/index.ts'
import { createVault } from '../modules/vault/index.ts'
import { base32Code } from '../testing/authenticator.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { testRootKey, useClub } from '../testing/club.ts'
import { signedInStaff, staffCode, staffEmail, staffPersonas } from '../testing/staff.ts'

const club = useClub()
const { administrator, auditor, approver, validator, marketing } = staffPersonas
type Persona = (typeof staffPersonas)[keyof typeof staffPersonas]

/** Submits e-mail and password from an IP, with a fresh captcha proof. */
const signIn = async (browser: TestBrowser, persona: Persona, password: string, ip = '203.0.113.7') => {
  browser.discardProof()
  const body = { email: staffEmail(persona), password, ...(await browser.captchaFields()) }
  return browser.raw('POST', staffSignInCall.path, body, { 'x-forwarded-for': ip })
}

const enterCode = (browser: TestBrowser, code: string, ip = '203.0.113.7') =>
  browser.raw('POST', staffConfirmCodeCall.path, { code }, { 'x-forwarded-for': ip })

/** Guesses passwords of the account until it is locked for the guesser. */
const guessPasswords = async (persona: Persona, ip: string) => {
  const attacker = club.browser()
  for (let guess = 1; guess <= 5; guess += 1)
    expect(await signIn(attacker, persona, 'Errada-de-todo', ip)).toMatchObject({ status: 401 })
  expect(await signIn(attacker, persona, persona.password, ip)).toMatchObject({ code: 'staff.throttled' })
}

/** The browser of the persona's last sign-in, signed out. */
const knownBrowser = async (persona: Persona): Promise<TestBrowser> => {
  const browser = await signedInStaff(club, persona)
  browser.cookies.delete('staff')
  club.advanceSeconds(30)
  return browser
}

describe('an attacker who guesses passwords to lock staff out', () => {
  test('guessing staff passwords requires a captcha every few guesses', async () => {
    const body = { email: staffEmail(auditor), password: 'Errada-de-todo' }
    const response = await club.browser().raw('POST', staffSignInCall.path, body)
    expect(response).toMatchObject({ status: 422, code: 'captcha.required' })
    const browser = club.browser()
    const fields = await browser.captchaFields()
    const statuses = []
    for (let guess = 0; guess < 5; guess += 1)
      statuses.push(
        (await browser.raw('POST', staffSignInCall.path, { ...body, ...fields, email: `${guess}@x.com` }))
          .status,
      )
    expect(statuses).toEqual([401, 401, 401, 401, 422])
  })

  test('password guessing does not lock a browser that the member has used, even in the same network', async () => {
    const own = await knownBrowser(administrator)
    await guessPasswords(administrator, '203.0.113.7')
    expect(await signIn(own, administrator, administrator.password)).toMatchObject({ status: 200 })
    expect(await enterCode(own, staffCode(administrator, club.now()))).toMatchObject({ status: 200 })
  })

  test('password guessing does not lock a new browser in another network', async () => {
    await guessPasswords(administrator, '198.51.100.9')
    expect(await signIn(club.browser(), administrator, administrator.password, '192.0.2.77')).toMatchObject({
      status: 200,
    })
  })

  test('password guessing locks the attacker’s network for at most one hour', async () => {
    await guessPasswords(marketing, '198.51.100.20')
    await sql`update attempt_lock set failures = 99, locked_until = ${new Date(0)}`.execute(club.database.db)
    const attacker = club.browser()
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await signIn(attacker, marketing, 'Errada-de-todo', '198.51.100.20')).toMatchObject({
        status: 401,
      })
      expect(await signIn(attacker, marketing, marketing.password, '198.51.100.20')).toMatchObject({
        code: 'staff.throttled',
        message: 'Muitas tentativas. Aguarde 60 minutos e tente novamente.',
      })
      club.advanceSeconds(3601)
    }
    expect(await signIn(attacker, marketing, marketing.password, '198.51.100.20')).toMatchObject({
      status: 200,
    })
  })

  test('an attacker who knows a staff password exhausts only the code attempts of unknown devices, for at most one hour', async () => {
    const own = await knownBrowser(approver)
    const attacker = club.browser()
    for (let guess = 1; guess <= 6; guess += 1) {
      await signIn(attacker, approver, approver.password)
      expect(await enterCode(attacker, '000000')).toMatchObject({ status: guess <= 5 ? 401 : 429 })
    }
    // All unknown devices share the second factor's lock, since a code has only six digits.
    const otherNetwork = club.browser()
    await signIn(otherNetwork, approver, approver.password, '192.0.2.78')
    expect(await enterCode(otherNetwork, '000000', '192.0.2.78')).toMatchObject({ code: 'staff.throttled' })
    await signIn(own, approver, approver.password)
    expect(await enterCode(own, staffCode(approver, club.now()))).toMatchObject({ status: 200 })

    await sql`update attempt_lock set failures = 99, locked_until = ${new Date(0)}`.execute(club.database.db)
    expect(await enterCode(otherNetwork, '000000', '192.0.2.78')).toMatchObject({ status: 401 })
    club.advanceSeconds(3601)
    const afterLock = club.browser()
    await signIn(afterLock, approver, approver.password)
    expect(await enterCode(afterLock, staffCode(approver, club.now()))).toMatchObject({ status: 200 })
  })

  test('an attacker cannot choose the id of a known browser', async () => {
    const browser = club.browser()
    browser.cookies.set('staff-device', 'chosen-by-an-attacker')
    club.advanceSeconds(30)
    await signIn(browser, validator, validator.password)
    expect(await enterCode(browser, staffCode(validator, club.now()))).toMatchObject({ status: 200 })
    expect(browser.cookies.get('staff-device')).toMatch(/^[\w-]{43}$/)
  })

  test('password guessing does not lock out an administrator whose access is restored from the command line', async () => {
    await guessPasswords(administrator, '198.18.0.5')
    const vault = createVault(testRootKey)
    const { db } = club.database
    const deps = {
      db,
      clock: club.now,
      vault,
      limits: createLimits(db),
      appendAuditLine: createAppendAuditLine({ vault, clock: club.now }),
      rules: { base_url: 'http://127.0.0.1' },
    }
    const { link } = await restoreAccess(deps, { email: staffEmail(administrator) })
    const browser = club.browser()
    const password = 'Ventania-Boa-7'
    const body = { token: link.split('#')[1] ?? '', password, password_confirmation: password }
    expect(await browser.send(acceptInvitationCall, { body })).toMatchObject({ data: { next: 'enrollment' } })
    const enrollment = await browser.send(staffEnrollmentCall)
    const code = base32Code(enrollment.ok ? enrollment.data.secret : '', club.now())
    expect(await browser.send(staffConfirmEnrollmentCall, { body: { code } })).toMatchObject({ status: 200 })
    expect(await browser.send(staffSessionCall)).toMatchObject({ data: { roles: ['administrator'] } })
  })
})
