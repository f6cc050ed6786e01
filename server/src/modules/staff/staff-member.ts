import { roles as knownRoles, type Role } from '@clube/contract/kernel/permissions.ts'
import type { Invitation, StaffMember, StaffState } from '@clube/contract/staff/member.ts'

/** A stored staff member. */
export type Member = {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  readonly brand_id: string | null
  readonly state: StaffState
  readonly password_hash: string | null
  readonly totp_sealed: Buffer | null
  readonly created_at: Date
  readonly last_signed_in_at: Date | null
}

/** Validity of an invitation: a day. */
export const invitationMs = 24 * 3_600_000

/** Vault label of an authenticator secret, bound to its owner. */
export const totpLabel = (staff_id: string): string => `staff.totp.${staff_id}`

/** The administrator's view of a member. */
export const memberView = (member: Member, invitation: Invitation | null): StaffMember => ({
  staff_id: member.id,
  name: member.name,
  email: member.email,
  roles: [...member.roles],
  brand_id: member.brand_id,
  state: member.state,
  has_second_factor: member.totp_sealed !== null,
  created_at: member.created_at.toISOString(),
  last_signed_in_at: member.last_signed_in_at?.toISOString() ?? null,
  invitation,
})

/** Whether the change would leave the club without an administrator. */
export const isLastAdministrator = (
  administrators: readonly { readonly id: string }[],
  staff_id: string,
): boolean => administrators.length === 1 && administrators[0]?.id === staff_id

/** Roles with the brand for which their holder works. */
export type HeldRoles = { readonly roles: readonly Role[]; readonly brand_id: string | null }

export type NamedBrand = { readonly brand_id: string; readonly name: string }

/** Labels of roles in the audit trail, with the name of the brand. */
export const formatRoles = ({ roles, brand_id }: HeldRoles, brands: readonly NamedBrand[]): string => {
  const brand = brands.find((each) => each.brand_id === brand_id)
  const titles = roles.map((role) => knownRoles[role].title).join(', ')
  return brand ? `${titles} (${brand.name})` : titles
}
