import type { Role } from '@clube/contract/kernel/permissions.ts'
import { staffChangeTitles, type StaffChangeKind } from '@clube/contract/staff/change-calls.ts'
import { isSensitive, secondSignatureDays, staffChangeDays } from '@clube/contract/staff/role-rules.ts'
import { formatRoles, type HeldRoles, type NamedBrand } from './staff-member.ts'

const dayMs = 24 * 3_600_000

/** A change that needs a second administrator; without a `staff_id` it is an invitation. */
export type StaffChange = {
  readonly id: string
  readonly kind: StaffChangeKind
  readonly staff_id: string | null
  readonly email: string
  readonly name: string
  /** The roles after the change. */
  readonly roles: readonly Role[]
  /** The brand after the change, for the role that needs one. */
  readonly brand_id: string | null
  readonly proposed_by: string
  readonly proposed_at: Date
  readonly expires_at: Date
} & (
  | { readonly state: 'proposed' }
  | { readonly state: 'approved' | 'rejected'; readonly decided_by: string; readonly decided_at: Date }
  | { readonly state: 'expired'; readonly decided_at: Date }
)

/** Whether the change lets the member do something sensitive that they cannot do now. */
export const needsSecondAdministrator = (change: {
  kind: StaffChangeKind
  before: HeldRoles
  after: HeldRoles
}): boolean => {
  const { kind, before, after } = change
  switch (kind) {
    case 'roles':
      return (
        isSensitive(after.roles.filter((role) => !before.roles.includes(role))) ||
        (after.brand_id !== null && after.brand_id !== before.brand_id)
      )
    case 'invite':
    case 'enable':
    case 'reset-second-factor':
      return isSensitive(after.roles)
    default:
      return kind satisfies never
  }
}

/** The deadline for the other administrators' decision. */
export const changeExpiry = (now: Date): Date => new Date(now.getTime() + staffChangeDays * dayMs)

/** The earliest time for a second signature by a member whose roles or access change now. */
export const secondSignatureFrom = (now: Date): Date => new Date(now.getTime() + secondSignatureDays * dayMs)

/** Describes the change in the audit trail, without names. */
export const describeChange = (
  { kind, ...held }: Pick<StaffChange, 'kind' | 'roles' | 'brand_id'>,
  brands: readonly NamedBrand[],
): string => `${staffChangeTitles[kind].toLowerCase()}, com os papéis: ${formatRoles(held, brands)}`
