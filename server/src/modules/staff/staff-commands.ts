import { parseEmail } from '@clube/contract/brazil/email.ts'
import { parseFullName } from '@clube/contract/brazil/full-name.ts'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import { roleNames } from '@clube/contract/staff/member.ts'
import { exclusiveRolesError, needsBrand } from '@clube/contract/staff/role-rules.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import type { StaffDeps } from './deps.ts'
import {
  insertInvited,
  createInvitation,
  renewInvitation,
  type Invited,
  type InvitingDeps,
} from './invite-member.ts'
import { eraseSecondFactor } from './manage-member.ts'
import { expireChangeOf } from './staff-change-store.ts'
import { formatRoles, type Member } from './staff-member.ts'
import { findByEmail, lockMember, transitionState, saveRoles } from './staff-store.ts'

/** Why a staff command failed, as a message for the operator. */
export class StaffCommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StaffCommandError'
  }
}

/** Dependencies of the commands; links are printed, since e-mail may not be configured yet. */
type CommandDeps = Omit<InvitingDeps, 'sendMessage' | 'listBrands'>

/** No member that a command creates or restores is described with a brand. */
const withoutBrands = { sendMessage: null, listBrands: async () => [] }

const actor = { kind: 'system' } as const

/**
 * Creates an administrator from the command line. An invited member without a password gets a new link.
 * @throws {StaffCommandError} when the e-mail or name is invalid, or the e-mail belongs to an active member
 */
export const createAdministrator = async (
  commandDeps: CommandDeps,
  input: { email: string; name: string },
): Promise<Invited> => {
  const deps = { ...commandDeps, ...withoutBrands }
  const email = emailOf(input.email)
  const name = parseFullName(input.name)
  if (!name.ok) throw new StaffCommandError(`"${input.name}": ${name.message}`)
  const known = await findByEmail(deps.db, email)
  if (known?.state === 'invited') return renewInvitation(deps, { actor, staff_id: known.id })
  const now = deps.clock()
  const person = { name: name.value, email, roles: ['administrator'] as const, brand_id: null }
  const invited = await inTransaction(deps.db, (tx) =>
    insertInvited(deps, tx, { ...person, actor, second_signature_from: now, now }),
  )
  if (!invited) throw new StaffCommandError(`${email} já faz parte da equipe.`)
  return invited
}

/**
 * Restores the access of a member who is locked out, lost the phone or was disabled, without another administrator:
 * enables the member, erases the second factor and prints a link that sets a new password.
 * @throws {StaffCommandError} when the e-mail belongs to no member
 */
export const restoreAccess = (
  commandDeps: CommandDeps & Pick<StaffDeps, 'limits' | 'vault'>,
  input: { email: string },
): Promise<Invited> => {
  const deps = { ...commandDeps, ...withoutBrands }
  return changeByCommand(deps, input.email, async (tx, member, now) => {
    const { id } = member
    const to = member.password_hash === null ? 'invited' : 'active'
    await transitionState(tx, { id, from: ['disabled'], to, now })
    await eraseSecondFactor(deps, tx, { id, now })
    const invited = await createInvitation(deps, tx, member, now)
    await deps.appendAuditLine(tx, {
      actor,
      action: 'staff.restore-access',
      subject: { kind: 'staff', id },
      sentence:
        'Devolveu o acesso pela linha de comando: apagou o segundo fator e gerou um convite que troca a senha.',
    })
    return invited
  })
}

/**
 * Grants a member a role, for clubs without two administrators.
 * @throws {StaffCommandError} when the e-mail belongs to no member, or the role is unknown or excluded by the member's
 *   roles
 */
export const grantRole = async (
  deps: CommandDeps,
  input: { email: string; role: string },
): Promise<{ roles: string }> => {
  const role = roleNames.find((name) => name === input.role)
  if (!role) throw new StaffCommandError(`"${input.role}": os papéis são ${roleNames.join(', ')}.`)
  return changeByCommand(deps, input.email, async (tx, member, now) => {
    const roles: Role[] = roleNames.filter((name) => name === role || member.roles.includes(name))
    const error = exclusiveRolesError(roles)
    if (error !== null) throw new StaffCommandError(`${member.email}: ${error}`)
    if (needsBrand([role]))
      throw new StaffCommandError(
        `${member.email}: este papel é de uma marca, que se escolhe em Pessoas da equipe.`,
      )
    await saveRoles(tx, { id: member.id, roles, brand_id: null, now })
    await deps.appendAuditLine(tx, {
      actor,
      action: 'staff.grant-role',
      subject: { kind: 'staff', id: member.id },
      sentence: `Deu um papel pela linha de comando. Os papéis agora: ${formatRoles({ roles, brand_id: null }, [])}.`,
    })
    return { roles: formatRoles({ roles, brand_id: null }, []) }
  })
}

/** Locks a member and expires their pending change, which was proposed under different circumstances. */
const changeByCommand = async <Result>(
  deps: CommandDeps,
  text: string,
  change: (tx: Tx, member: Member, now: Date) => Promise<Result>,
): Promise<Result> => {
  const email = emailOf(text)
  const known = await findByEmail(deps.db, email)
  const now = deps.clock()
  return inTransaction(deps.db, async (tx) => {
    const member = known && (await lockMember(tx, known.id))
    if (!member) throw new StaffCommandError(`${email} não faz parte da equipe.`)
    await expireChangeOf(tx, member.id, now)
    return change(tx, member, now)
  })
}

const emailOf = (text: string): string => {
  const email = parseEmail(text)
  if (!email.ok) throw new StaffCommandError(`"${text}": ${email.message}`)
  return email.value
}
