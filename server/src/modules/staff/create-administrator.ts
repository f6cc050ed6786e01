import { parseEmail } from '@clube/contract/brazil/email.ts'
import { parseFullName } from '@clube/contract/brazil/full-name.ts'
import { inviteMember, renewInvitation, type Invited, type InvitingDeps } from './invite-member.ts'
import { findByEmail } from './staff-store.ts'

/** Why no administrator was created, as a message for the operator. */
export class AdministratorError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AdministratorError'
  }
}

/**
 * Creates an administrator from the command line, which prints the link, since e-mail may not be configured yet.
 * An invited member without a password gets a new link.
 * @throws {AdministratorError} when e-mail or name are invalid, or the e-mail belongs to an active member
 */
export const createAdministrator = async (
  tools: Omit<InvitingDeps, 'sendMessage'>,
  input: { email: string; name: string },
): Promise<Invited> => {
  const deps = { ...tools, sendMessage: null }
  const email = parseEmail(input.email)
  if (!email.ok) throw new AdministratorError(`"${input.email}": ${email.message}`)
  const name = parseFullName(input.name)
  if (!name.ok) throw new AdministratorError(`"${input.name}": ${name.message}`)
  const actor = { kind: 'system' } as const
  const known = await findByEmail(deps.db, email.value)
  if (known?.state === 'invited') return renewInvitation(deps, { actor, staff_id: known.id })
  if (known) throw new AdministratorError(`${email.value} já faz parte da equipe.`)
  const person = { name: name.value, email: email.value, roles: ['administrator'] as const }
  return inviteMember(deps, { actor, ...person })
}
