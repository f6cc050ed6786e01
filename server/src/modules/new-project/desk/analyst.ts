import { refuseRequest } from '../../../kernel/refusal.ts'

/** A staff member who decides on the projects of one brand, and sees no other's. */
export type Analyst = {
  readonly staff_id: string
  readonly name: string
  readonly brand_id: string
}

/** @throws {Refusal} session.not-allowed for a member without a brand */
export const analystOf = ({
  staff_id,
  name,
  brand_id,
}: Omit<Analyst, 'brand_id'> & { readonly brand_id: string | null }): Analyst => {
  if (brand_id === null) throw refuseRequest('session.not-allowed')
  return { staff_id, name, brand_id }
}
