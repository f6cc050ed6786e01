import { parkingPath } from '@clube/contract/parking-voucher/parking-path.ts'

/** Paths of the pages of parking vouchers. */
export const parkingPaths = {
  /** Where a ticket is read, and the person's vouchers. */
  mine: parkingPath,
  /** Where a ticket is read for one promotion. */
  apply: <Slug extends string>(slug: Slug) => `${parkingPath}/${slug}` as const,
  /** The voucher of a participation. */
  voucher: <Id extends string>(transaction_id: Id) => `${parkingPath}/vale/${transaction_id}` as const,
} as const
