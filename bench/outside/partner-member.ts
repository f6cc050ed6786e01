import type { PartnerMember } from '../../server/counterparts/partner-books.ts'

/** A member of the partner, by its index. */
export const memberOf = (index: number): PartnerMember => ({
  member_number: String(70_000_000 + index),
  document_id: String(index),
  proof: '1234',
  balance: 1_000_000_000,
  is_authorized: true,
})
