import { partnersPath } from '@clube/contract/partner-points/partner-path.ts'

/** Paths of the pages of partner points. */
export const partnerPaths = {
  partners: partnersPath,
  /** Where an account of a partner is linked. */
  link: (partner: string) => `${partnersPath}/${partner}/vincular`,
  /** Where a promotion's points are exchanged. */
  redeem: (slug: string) => `${partnersPath}/resgatar/${slug}`,
  redemption: (transaction_id: string) => `${partnersPath}/resgates/${transaction_id}`,
} as const

/** The page that links an account, from which the person returns to a promotion's exchange. */
export const linkPathFrom = (partner: string, slug: string): string =>
  `${partnerPaths.link(partner)}?${new URLSearchParams({ promocao: slug }).toString()}`
