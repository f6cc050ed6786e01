import { Link } from 'wouter'
import { Icon } from '../../../kit/icon/icon.tsx'
import { CampaignCards } from '../../promotions/campaign-card.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './home.module.css'

/** Number of promotions on the home; a link leads to the others. */
const shown = 2

/** The first promotions of the club and a link to all of them. */
export function WhatsOn() {
  const campaigns = useCampaigns()
  const first = campaigns.data?.slice(0, shown) ?? []
  return (
    <section aria-labelledby="promocoes">
      <h2 id="promocoes" className={css.heading}>
        Promoções
      </h2>
      {first.length > 0 && <CampaignCards campaigns={first} level="h3" />}
      {campaigns.data?.length === 0 && <p className={css.soft}>Nenhuma promoção no momento.</p>}
      <Link href={paths.promotions} className={css.all}>
        Ver todas as promoções
        <Icon name="next" />
      </Link>
    </section>
  )
}
