import { staffCode, staffEmail, staffPersonas, type StaffPersona } from '../../seeds/demonstration/staff.ts'
import { staffConfirmCodeCall, staffSignInCall } from '@clube/contract/staff/sign-in-calls.ts'
import type { TestBrowser } from './browser.ts'
import { vi } from 'vitest'
import type { TestClub } from './club.ts'

export { staffCode, staffEmail, staffPersonas }

/** A browser in which a staff member has entered the password but no code. */
export const withPassword = async (club: TestClub, persona: StaffPersona): Promise<TestBrowser> => {
  const browser = club.browser()
  const body = { email: staffEmail(persona), password: persona.password }
  const response = await browser.send(staffSignInCall, { body })
  if (!response.ok) throw new Error(`The password was refused: ${response.message}`)
  return browser
}

/**
 * A browser of a signed-in staff member of the demonstration. Each code is accepted once, so the server's clock
 * is advanced by a step first.
 */
export const signedInStaff = async (club: TestClub, persona: StaffPersona): Promise<TestBrowser> => {
  club.advanceSeconds(30)
  const browser = await withPassword(club, persona)
  const response = await browser.send(staffConfirmCodeCall, {
    body: { code: staffCode(persona, club.now()) },
  })
  if (!response.ok) throw new Error(`The code was refused: ${response.message}`)
  return browser
}

const returnedTokens = new Set<string>()

/** The token in the newest e-mailed invitation, once it has arrived; each token is returned once. */
export const invitationTokenTo = ({ database }: Pick<TestClub, 'database'>, email: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const messages = await database.db
        .selectFrom('outbox_message')
        .select('text')
        .where('recipient', '=', email)
        .execute()
      const tokens = messages.flatMap(({ text }) => {
        const token = /^http:\/\/127\.0\.0\.1\/equipe\/convite#([\w-]{43})$/m.exec(text)?.[1]
        return token === undefined || returnedTokens.has(token) ? [] : [token]
      })
      const [token] = tokens
      if (token === undefined) throw new Error(`No new invitation for ${email}`)
      returnedTokens.add(token)
      return token
    },
    { timeout: 20_000 },
  )
