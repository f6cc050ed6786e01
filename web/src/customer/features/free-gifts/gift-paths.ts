import { giftsPath } from '@clube/contract/free-gifts/gift-path.ts'

/** Paths of the pages of free gifts. */
export const giftPaths = {
  mine: giftsPath,
  /** Where the gifts of a promotion are chosen. */
  choose: (slug: string) => `${giftsPath}/${slug}`,
  voucher: (voucher_id: string) => `${giftsPath}/vale/${voucher_id}`,
} as const
