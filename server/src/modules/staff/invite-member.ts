import { inviteStaffCall, renewInvitationCall } from '@clube/contract/staff/management-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import type { SendMessage } from '../messaging/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { StaffDeps } from './deps.ts'
import { proposeChange, type ChangeOutcome } from './propose-change.ts'
import { needsSecondAdministrator, secondSignatureFrom } from './staff-change.ts'
import { requireKnownBrand } from './require-brand.ts'
import { invitationMs, formatRoles, type HeldRoles, type Member } from './staff-member.ts'
import { saveInvitation } from './staff-secret-store.ts'
import { findByEmail, insertMember, lockAdministrators, lockMember } from './staff-store.ts'

const refuse = refusalsOf(renewInvitationCall)

/** A member and their secret link for setting the password. */
export type Invited = { readonly member: Member; readonly link: string; readonly expires_at: Date }

/** Dependencies of inviting, for server and command line. */
export type InvitingDeps = Pick<StaffDeps, 'db' | 'clock' | 'appendAuditLine' | 'listBrands'> & {
  readonly rules: Pick<StaffDeps['rules'], 'base_url'>
  /** Null when the link is not sent: a command prints it. */
  readonly sendMessage: SendMessage | null
}

export type Person = HeldRoles & { readonly name: string; readonly email: string }

/** URL of the invitation page; the token is in the fragment, which is not sent to servers. */
export const invitationPath = '/equipe/convite'

/** Creates and sends the link in the caller's transaction. */
export const createInvitation = async (
  deps: InvitingDeps,
  tx: Tx,
  member: Member,
  now: Date,
): Promise<Invited> => {
  const token = createSecret()
  const expires_at = new Date(now.getTime() + invitationMs)
  const link = `${deps.rules.base_url}${invitationPath}#${token}`
  const message_id = deps.sendMessage
    ? await deps.sendMessage(tx, {
        channel: 'email',
        // An administrator entered the address, and few invitations are sent.
        is_verified: true,
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
 * Inserts a member and sends a single-use link, valid for a day, for setting the password.
 * @param invitation.second_signature_from when the member may give a second signature
 * @returns undefined when the e-mail is taken
 */
export const insertInvited = async (
  deps: InvitingDeps,
  tx: Tx,
  invitation: Person & { actor: AuditActor; second_signature_from: Date; now: Date },
): Promise<Invited | undefined> => {
  const { actor, now, ...person } = invitation
  const member = await insertMember(tx, { ...person, now })
  if (!member) return undefined
  const invited = await createInvitation(deps, tx, member, now)
  await deps.appendAuditLine(tx, {
    actor,
    action: 'staff.invite',
    subject: { kind: 'staff', id: member.id },
    sentence: `Convidou alguém para a equipe com os papéis: ${formatRoles(person, await deps.listBrands(tx))}.`,
  })
  return invited
}

/**
 * Invites a member, or proposes the invitation to the other administrators if a role is sensitive.
 * @throws {Refusal} staff.email-taken, staff.unknown-brand, staff.second-administrator-needed, staff.change-pending
 */
export const inviteMember = async (
  deps: InvitingDeps,
  input: Person & { actor_id: string },
): Promise<ChangeOutcome> => {
  const now = deps.clock()
  const { actor_id, ...person } = input
  const refuseInvite = refusalsOf(inviteStaffCall)
  await requireKnownBrand(deps, person, refuseInvite)
  return inTransaction(deps.db, async (tx) => {
    const administrators = await lockAdministrators(tx)
    if (needsSecondAdministrator({ kind: 'invite', before: { roles: [], brand_id: null }, after: person })) {
      if (await findByEmail(tx, person.email)) throw refuseInvite('staff.email-taken')
      const change = { ...person, kind: 'invite', staff_id: null, proposed_by: actor_id } as const
      return proposeChange(deps, tx, { administrators, change, now })
    }
    const invited = await insertInvited(deps, tx, {
      ...person,
      actor: { kind: 'staff', id: actor_id },
      second_signature_from: secondSignatureFrom(now),
      now,
    })
    if (!invited) throw refuseInvite('staff.email-taken')
    return { kind: 'done', member: invited.member }
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
    const invited = await createInvitation(deps, tx, member, now)
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
