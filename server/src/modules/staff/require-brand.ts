import type { changeStaffRolesCall } from '@clube/contract/staff/management-calls.ts'
import type { Refuse } from '../../kernel/refusal.ts'
import type { StaffDeps } from './deps.ts'
import type { HeldRoles } from './staff-member.ts'

/** @throws {Refusal} staff.unknown-brand for a brand that does not exist, or that has not been approved */
export const requireKnownBrand = async (
  deps: Pick<StaffDeps, 'db' | 'listBrands'>,
  { brand_id }: HeldRoles,
  refuse: Refuse<Pick<(typeof changeStaffRolesCall)['refusals'], 'staff.unknown-brand'>>,
): Promise<void> => {
  if (brand_id === null) return
  const brands = await deps.listBrands(deps.db)
  if (!brands.some((brand) => brand.brand_id === brand_id)) throw refuse('staff.unknown-brand')
}
