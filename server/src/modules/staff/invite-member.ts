import type { Role } from '@clube/contract/kernel/permissions.ts'
import type { Invitation } from '@clube/contract/staff/management-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { invitationMs, rolesInWords, type Member } from './staff-member.ts'
import { saveInvitation } from './staff-secret-store.ts'
import { insertMember, lockMember } from './staff-store.ts'

export type Invited = { readonly member: Member; readonly invitation: Invitation }

/** What inviting needs: the server and the command both have it. */
export type InvitingDeps = Pick<StaffDeps, 'db' | 'clock' | 'appendAuditLine'> & {
  readonly rules: Pick<StaffDeps['rules'], 'base_url'>
}

/** Address of the page that accepts invitations; the token stands behind the `#`, which is never sent. */
export const invitationPath = '/equipe/convite'

const makeInvitation = async (
  deps: InvitingDeps,
  tx: Tx,
  input: { staff_id: string; now: Date },
): Promise<Invitation> => {
  const token = createSecret()
  const expires_at = new Date(input.now.getTime() + invitationMs)
  await saveInvitation(tx, {
    token_hash: fingerprint(token),
    staff_id: input.staff_id,
    created_at: input.now,
    expires_at,
  })
  return { link: `${deps.rules.base_url}${invitationPath}#${token}`, expires_at: expires_at.toISOString() }
}

/**
 * Invites somebody: a link, good for a day and for one use, that sets the password.
 * @throws {Refusal} staff.email-taken
 */
export const inviteMember = async (
  deps: InvitingDeps,
  input: { actor: AuditActor; name: string; email: string; roles: readonly Role[] },
): Promise<Invited> => {
  const now = deps.clock()
  const { actor, ...person } = input
  return inTransaction(deps.db, async (tx) => {
    const member = await insertMember(tx, { ...person, now })
    if (!member) throw new Refusal('staff.email-taken')
    const invitation = await makeInvitation(deps, tx, { staff_id: member.id, now })
    await deps.appendAuditLine(tx, {
      actor,
      action: 'staff.invite',
      subject: { kind: 'staff', id: member.id },
      sentence: `Convidou alguém para a equipe com os papéis: ${rolesInWords(input.roles)}.`,
    })
    return { member, invitation }
  })
}

/**
 * A new link for who lost the invitation or the password. The old password works until the link is used.
 * @throws {Refusal} staff.unknown, staff.wrong-state, staff.own-account
 */
export const renewInvitation = async (
  deps: InvitingDeps,
  input: { actor: AuditActor; staff_id: string },
): Promise<Invited> => {
  const now = deps.clock()
  const { actor, staff_id } = input
  // Whoever sits at an unlocked desk must not be able to keep the account.
  if (actor.kind === 'staff' && actor.id === staff_id) throw new Refusal('staff.own-account')
  return inTransaction(deps.db, async (tx) => {
    const member = await lockMember(tx, staff_id)
    if (!member) throw new Refusal('staff.unknown')
    if (member.state === 'disabled') throw new Refusal('staff.wrong-state')
    const invitation = await makeInvitation(deps, tx, { staff_id, now })
    await deps.appendAuditLine(tx, {
      actor,
      action: 'staff.renew-invitation',
      subject: { kind: 'staff', id: staff_id },
      sentence: 'Gerou um novo convite, que troca a senha.',
    })
    return { member, invitation }
  })
}
