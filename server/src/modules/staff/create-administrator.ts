import { parseEmail } from '@clube/contract/brazil/email.ts'
import { parseFullName } from '@clube/contract/brazil/full-name.ts'
import { inviteMember, renewInvitation, type Invited, type InvitingDeps } from './invite-member.ts'
import { findByEmail } from './staff-store.ts'

/** Why nobody was created, as a sentence for the operator. */
export class AdministratorRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AdministratorRefused'
  }
}

/**
 * Creates the first administrator, or another, from the command line, which prints the link: there may be no mail yet.
 * Who was invited and lost the link gets a new one.
 * @throws {AdministratorRefused} when e-mail or name are not good, or the e-mail belongs to somebody who signs in already
 */
export const createAdministrator = async (
  tools: Omit<InvitingDeps, 'sendMessage'>,
  input: { email: string; name: string },
): Promise<Invited> => {
  const deps = { ...tools, sendMessage: null }
  const email = parseEmail(input.email)
  if (!email.ok) throw new AdministratorRefused(`"${input.email}": ${email.message}`)
  const name = parseFullName(input.name)
  if (!name.ok) throw new AdministratorRefused(`"${input.name}": ${name.message}`)
  const actor = { kind: 'system' } as const
  const known = await findByEmail(deps.db, email.value)
  if (known?.state === 'invited') return renewInvitation(deps, { actor, staff_id: known.id })
  if (known) throw new AdministratorRefused(`${email.value} já faz parte da equipe.`)
  const person = { name: name.value, email: email.value, roles: ['administrator'] as const }
  return inviteMember(deps, { actor, ...person })
}
