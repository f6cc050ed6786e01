import { staffCode, staffEmail, staffPersonas, type StaffPersona } from '../../seeds/demonstration/staff.ts'
import { staffConfirmCodeCall, staffSignInCall } from '@clube/contract/staff/sign-in-calls.ts'
import type { TestBrowser } from './browser.ts'
import type { TestClub } from './club.ts'

export { staffCode, staffEmail, staffPersonas }

/** A browser in which the password of a member was given and the code is still missing. */
export const withPassword = async (club: TestClub, persona: StaffPersona): Promise<TestBrowser> => {
  const browser = club.browser()
  const body = { email: staffEmail(persona), password: persona.password }
  const reply = await browser.send(staffSignInCall, { body })
  if (!reply.ok) throw new Error(`The password was refused: ${reply.message}`)
  return browser
}

/**
 * A browser in which a member of the demonstration's staff is signed in. Each code counts once, so the server's clock
 * moves on by a step first.
 */
export const signedInStaff = async (club: TestClub, persona: StaffPersona): Promise<TestBrowser> => {
  club.pass(30)
  const browser = await withPassword(club, persona)
  const reply = await browser.send(staffConfirmCodeCall, { body: { code: staffCode(persona, club.now()) } })
  if (!reply.ok) throw new Error(`The code was refused: ${reply.message}`)
  return browser
}
