import type { Role } from '@clube/contract/kernel/permissions.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import type { SendMessage } from '../messaging/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { invitationMs, rolesInWords, type Member } from './staff-member.ts'
import { saveInvitation } from './staff-secret-store.ts'
import { insertMember, lockMember } from './staff-store.ts'

/** A member and the link that sets the password: for the member alone. */
export type Invited = { readonly member: Member; readonly link: string; readonly expires_at: Date }

/** What inviting needs: the server and the command both have it. */
export type InvitingDeps = Pick<StaffDeps, 'db' | 'clock' | 'appendAuditLine'> & {
  readonly rules: Pick<StaffDeps['rules'], 'base_url'>
  /** Null where the link goes another way: a command prints it. */
  readonly sendMessage: SendMessage | null
}

/** Address of the page that accepts invitations; the token stands behind the `#`, which is never sent. */
export const invitationPath = '/equipe/convite'

/** Makes the link and sends it, in the transaction of what it is for. */
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
 * Invites somebody: a link by e-mail, good for a day and for one use, that sets the password.
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
    const invited = await makeInvitation(deps, tx, member, now)
    await deps.appendAuditLine(tx, {
      actor,
      action: 'staff.invite',
      subject: { kind: 'staff', id: member.id },
      sentence: `Convidou alguém para a equipe com os papéis: ${rolesInWords(input.roles)}.`,
    })
    return invited
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
