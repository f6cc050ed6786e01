import { randomBytes } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import {
  acceptInvitationCall,
  staffEnrollmentCall,
  staffSignInCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { fingerprint } from '../modules/vault/index.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { useDemonstrationServers } from '../testing/demonstration-servers.ts'
import { staffEmail, staffPersonas } from '../testing/staff.ts'

const servers = useDemonstrationServers()
const { browserAt } = servers
const { attendant, gate_steward } = staffPersonas
type Persona = typeof attendant | typeof gate_steward

const signIn = (browser: TestBrowser, persona: Persona) =>
  browser.send(staffSignInCall, { body: { email: staffEmail(persona), password: persona.password } })

/** A member whose authenticator app was erased, with a link for a new password. @returns the link's token */
const reinvite = async (persona: Persona): Promise<string> => {
  const { db } = servers.database
  const now = new Date()
  const { id: staff_id } = await db
    .updateTable('staff')
    .set({ totp_sealed: null })
    .where('email', '=', staffEmail(persona))
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + 3_600_000)
  const token_hash = fingerprint(token)
  const invitation = { token_hash, staff_id, created_at: now, expires_at, message_id: null, used_at: null }
  await db.insertInto('staff_invitation').values(invitation).execute()
  return token
}
const accept = (browser: TestBrowser, token: string) =>
  browser.send(acceptInvitationCall, {
    body: { token, password: 'Lampiao-Aceso-3', password_confirmation: 'Lampiao-Aceso-3' },
  })

describe('two servers and an old staff password', () => {
  test('a sign-in verified before an invitation was accepted and stored after it cannot enroll the attacker’s app', async () => {
    const token = await reinvite(attendant)
    const attacker = browserAt(0)
    // A sign-in first ends the browser's previous one, for which it waits for this lock.
    expect((await signIn(attacker, gate_steward)).ok).toBe(true)
    const client = await servers.database.pool.connect()
    await client.query('begin')
    await client.query('select from staff_session for update')
    const signingIn = signIn(attacker, attendant)
    await vi.waitFor(async () => {
      const { rows } = await servers.database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    const owner = browserAt(1)
    expect((await accept(owner, token)).ok).toBe(true)
    await client.query('commit')
    client.release()
    expect(await signingIn).toMatchObject({ status: 401, code: 'staff.wrong-credentials' })
    expect((await attacker.send(staffEnrollmentCall)).ok).toBe(false)
    expect((await owner.send(staffEnrollmentCall)).ok).toBe(true)
  })

  test('none of eight sign-ins with the old password, concurrent with the acceptance of an invitation, can enroll an authenticator app', async () => {
    const token = await reinvite(gate_steward)
    const attackers = Array.from({ length: 8 }, (_, index) => browserAt(index))
    const owner = browserAt(1)
    const [accepted] = await Promise.all([
      accept(owner, token),
      ...attackers.map((attacker) => signIn(attacker, gate_steward)),
    ])
    expect(accepted.ok).toBe(true)
    const enrollments = await Promise.all(attackers.map((attacker) => attacker.send(staffEnrollmentCall)))
    expect(enrollments.map(({ ok }) => ok)).toEqual(attackers.map(() => false))
    expect((await owner.send(staffEnrollmentCall)).ok).toBe(true)
  })
})
