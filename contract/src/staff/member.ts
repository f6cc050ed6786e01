import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { parsePassword, passwordMaxLength, passwordTooLongMessage } from '../brazil/password.ts'
import { parsedText } from '../brazil/parsed-text.ts'
import type { Parsed } from '../brazil/parsed.ts'
import type { Password } from '../brazil/password.ts'
import { roles, type Role } from '../kernel/permissions.ts'
import { exclusiveRolesError, needsBrand } from './role-rules.ts'

/** invited → active ⇄ disabled. An invited member has no password yet. */
export const staffStateSchema = z.enum(['invited', 'active', 'disabled'])
export type StaffState = z.infer<typeof staffStateSchema>

/** Labels of the states. */
export const staffStateTitles = {
  invited: 'Convite enviado',
  active: 'Ativo',
  disabled: 'Desativado',
} as const satisfies Readonly<Record<StaffState, string>>

export const roleNames = Object.keys(roles) as [Role, ...Role[]]
export const roleSchema = z.enum(roleNames)

export const rolesRequiredMessage = 'Escolha pelo menos um papel'
/** The roles granted to a member: at least one, no duplicates, and none that excludes another. */
export const heldRolesSchema = z.pipe(
  z.array(roleSchema, { error: rolesRequiredMessage }).check(
    z.minLength(1, rolesRequiredMessage),
    z.maxLength(roleNames.length, rolesRequiredMessage),
    z.refine((held) => exclusiveRolesError(held) === null, {
      error: ({ input }) => exclusiveRolesError(input as Role[]) ?? undefined,
    }),
  ),
  z.transform((held: Role[]) => roleNames.filter((role) => held.includes(role))),
)

/** The brand of a member who works for one; null for the club's own. */
export const brandIdSchema = z._default(z.nullable(z.uuid({ error: 'Escolha a marca' })), null)

/** A brand is stated exactly with the role that needs one. */
export const requireBrand = (payload: {
  readonly value: { readonly roles: readonly Role[]; readonly brand_id: string | null }
  issues: { code: 'custom'; input: unknown; path: string[]; message: string }[] | unknown[]
}): void => {
  const { roles: held, brand_id } = payload.value
  if (needsBrand(held) === (brand_id !== null)) return
  const message = needsBrand(held) ? brandRequiredMessage : 'Só quem analisa projetos trabalha para uma marca'
  payload.issues.push({ code: 'custom', input: brand_id, path: ['brand_id'], message } as never)
}
export const brandRequiredMessage = 'Escolha a marca'

/** Higher than for customers, because staff see personal data. */
export const staffPasswordMinLength = 12
export const staffPasswordTooShortMessage = `A senha da equipe deve ter no mínimo ${staffPasswordMinLength} caracteres`

/** Parses a new password of a staff member. */
export const parseStaffPassword = (text: string): Parsed<Password> => {
  const parsed = parsePassword(text)
  if (text === '' || (parsed.ok && Array.from(parsed.value).length >= staffPasswordMinLength)) return parsed
  const isTooLong = Array.from(text).length > passwordMaxLength
  return { ok: false, message: isTooLong ? passwordTooLongMessage : staffPasswordTooShortMessage }
}
export const staffPasswordSchema = /* @__PURE__ */ parsedText(parseStaffPassword)

/** A secret from a link or a form: any string of limited length. */
export const secretTextSchema = z
  .string({ error: requiredTextMessage })
  .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(200))

/** A pending invitation and the delivery state of its e-mail. */
export const invitationSchema = z.object({
  sent_at: z.string(),
  expires_at: z.string(),
  /** Null when the link was not sent by e-mail, for instance by the command line. */
  delivery: z.nullable(z.enum(['queued', 'sent', 'failed'])),
})
export type Invitation = z.infer<typeof invitationSchema>

/** A member as the administrator sees it. */
export const staffMemberSchema = z.object({
  staff_id: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(roleSchema),
  /** The brand for which the member works; null for the club's own. */
  brand_id: z.nullable(z.string()),
  state: staffStateSchema,
  has_second_factor: z.boolean(),
  created_at: z.string(),
  last_signed_in_at: z.nullable(z.string()),
  invitation: z.nullable(invitationSchema),
})
export type StaffMember = z.infer<typeof staffMemberSchema>
