import {
  type StaffNextStep,
  acceptInvitationCall,
  readInvitationCall,
} from '@clube/contract/staff/sign-in-calls.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import { isWeakPassword } from '../identity/index.ts'
import { fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { beginSecondFactor } from './staff-sign-in-session.ts'
import { consumeInvitation, findInvitation } from './staff-secret-store.ts'
import { deleteSessionsOf } from './staff-session-store.ts'
import { findMember, savePassword } from './staff-store.ts'

const refuse = refusalsOf(acceptInvitationCall)

/**
 * The member of an invitation.
 * @throws {Refusal} staff.invitation-invalid
 */
export const readInvitation = async (
  deps: Pick<StaffDeps, 'db' | 'clock'>,
  input: { token: string },
): Promise<{ name: string; email: string }> => {
  const invitation = await findInvitation(deps.db, {
    token_hash: fingerprint(input.token),
    now: deps.clock(),
  })
  const member = invitation && (await findMember(deps.db, invitation.staff_id))
  if (!member || member.state === 'disabled')
    throw refusalsOf(readInvitationCall, acceptInvitationCall)('staff.invitation-invalid')
  return { name: member.name, email: member.email }
}

/**
 * Accepts an invitation by setting the password. An enrolled second factor is kept, so that a link alone never
 * gives access to the account; all sessions end.
 * @throws {Refusal} staff.invitation-invalid, staff.weak-password
 */
export const acceptInvitation = async (
  deps: StaffDeps,
  input: { token: string; password: string; replaces: string | null },
): Promise<{ next: StaffNextStep; token: string }> => {
  const now = deps.clock()
  const { name, email } = await readInvitation(deps, input)
  if (isWeak(input.password, { name, email, club_name: deps.rules.club_name }))
    throw refuse('staff.weak-password')
  const password_hash = await deps.hasher.admit(({ hash }) => hash(input.password))
  return inTransaction(deps.db, async (tx) => {
    const used = await consumeInvitation(tx, { token_hash: fingerprint(input.token), now })
    const member = used && (await savePassword(tx, { id: used.staff_id, password_hash, now }))
    if (!member) throw refuse('staff.invitation-invalid')
    await deleteSessionsOf(tx, member.id)
    const { replaces } = input
    const session = await beginSecondFactor(deps, tx, { member, password_hash, replaces, now })
    if (!session) throw refuse('staff.invitation-invalid')
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: member.id },
      action: 'staff.accept-invitation',
      subject: null,
      sentence: 'Aceitou o convite e definiu a senha.',
    })
    return session
  })
}

/** Whether the password is on the list of common ones, or just the member's name or e-mail or the club's name. */
const isWeak = (password: string, owner: { name: string; email: string; club_name: string }): boolean => {
  const texts = [owner.club_name, owner.name, owner.email, owner.email.split('@', 1)[0] ?? '']
  return texts.some((club_name) =>
    isWeakPassword(password, { document_id: '', birth_date: null, cellphone: '', club_name }),
  )
}
