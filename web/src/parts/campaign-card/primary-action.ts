import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { paths } from '../../platform/navigation/paths.ts'

/** Where somebody who may take part goes on, by the promotion's kind; null where the kind has no page yet. */
export function primaryAction({ kind, slug }: Pick<CampaignPage, 'kind' | 'slug'>): {
  href: string
  words: string
} | null {
  switch (kind) {
    case 'event_tickets':
      return { href: paths.reserve(slug), words: 'Escolher sessão' }
    case 'free_gifts':
    case 'parking_voucher':
      return { href: paths.newReceipt, words: 'Cadastrar nota fiscal' }
    case 'scratch_card':
    case 'partner_points':
    case 'new_project':
      return null
    default:
      return kind satisfies never
  }
}
