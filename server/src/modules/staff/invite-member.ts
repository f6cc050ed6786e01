import { inviteStaffCall, renewInvitationCall } from '@clube/contract/staff/management-calls.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import type { SendMessage } from '../messaging/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { invitationMs, formatRoles, type Member } from './staff-member.ts'
import { saveInvitation } from './staff-secret-store.ts'
import { insertMember, lockMember } from './staff-store.ts'

const refuse = refusalsOf(renewInvitationCall)

/** A member and their secret link for setting the password. */
export type Invited = { readonly member: Member; readonly link: string; readonly expires_at: Date }

/** Dependencies of inviting, for server and command line. */
export type InvitingDeps = Pick<StaffDeps, 'db' | 'clock' | 'appendAuditLine'> & {
  readonly rules: Pick<StaffDeps['rules'], 'base_url'>
  /** Null when the link is not sent: a command prints it. */
  readonly sendMessage: SendMessage | null
}

/** URL of the invitation page; the token is in the fragment, which is not sent to servers. */
export const invitationPath = '/equipe/convite'

/** Creates and sends the link in the caller's transaction. */
const makeInvitation = async (deps: InvitingDeps, tx: Tx, member: Member, now: Date): Promise<Invited> => {
  const token = createSecret()
  const expires_at = new Date(now.getTime() + invitationMs)
  const link = `${deps.rules.base_url}${invitationPath}#${token}`
  const message_id = deps.sendMessage
    ? await deps.sendMessage(tx, {
        channel: 'email',
        to: member.email,
        customer_id: null,
        content: {
          template: 'staff-invitation',
          name: member.name,
          link,
          until: expires_at,
          renews_password: member.state === 'active',
        },
        expires_at,
      })
    : null
  await saveInvitation(tx, {
    token_hash: fingerprint(token),
    staff_id: member.id,
    created_at: now,
    expires_at,
    message_id,
  })
  return { member, link, expires_at }
}

/**
 * Invites a member: e-mails a single-use link, valid for a day, for setting the password.
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
    if (!member) throw refusalsOf(inviteStaffCall)('staff.email-taken')
    const invited = await makeInvitation(deps, tx, member, now)
    await deps.appendAuditLine(tx, {
      actor,
      action: 'staff.invite',
      subject: { kind: 'staff', id: member.id },
      sentence: `Convidou alguém para a equipe com os papéis: ${formatRoles(input.roles)}.`,
    })
    return invited
  })
}

/**
 * Sends a new link for a lost invitation or password. The old password works until the link is used.
 * @throws {Refusal} staff.unknown, staff.wrong-state, staff.own-account
 */
export const renewInvitation = async (
  deps: InvitingDeps,
  input: { actor: AuditActor; staff_id: string },
): Promise<Invited> => {
  const now = deps.clock()
  const { actor, staff_id } = input
  // An unlocked desk must not allow taking over the account.
  if (actor.kind === 'staff' && actor.id === staff_id) throw refuse('staff.own-account')
  return inTransaction(deps.db, async (tx) => {
    const member = await lockMember(tx, staff_id)
    if (!member) throw refuse('staff.unknown')
    if (member.state === 'disabled') throw refuse('staff.wrong-state')
    const invited = await makeInvitation(deps, tx, member, now)
    await deps.appendAuditLine(tx, {
      actor,
      action: 'staff.renew-invitation',
      subject: { kind: 'staff', id: staff_id },
      sentence: deps.sendMessage
        ? 'Enviou um novo convite por e-mail, que troca a senha.'
        : 'Gerou um novo convite, que troca a senha.',
    })
    return invited
  })
}
