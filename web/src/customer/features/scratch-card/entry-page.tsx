import { endSentence } from '@clube/contract/kernel/club-time.ts'
import type { CampaignCard } from '@clube/contract/campaigns/campaign.ts'
import { findScratchCampaignCall } from '@clube/contract/scratch-card/offer-calls.ts'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { failureOf } from '../../../parts/call-failed.ts'
import { formatEnd, formatShortDateTime } from '../../../parts/club-time.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { EmptyList } from '../../../parts/empty-list.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useCampaigns } from '../../../parts/club-data/use-campaigns.ts'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { formatCampaignPeriod } from '../../promotions/campaign-labels.ts'
import { saveCode } from './saved-code.ts'
import { scratchPaths } from './scratch-paths.ts'

/**
 * The public page that printed links open: keeps the code while the person signs in, and opens the promotion, so that no
 * URL in the history contains the code.
 */
export function EntryPage() {
  const campaigns = useCampaigns()
  return (
    <Page title="Raspadinha" back={{ href: paths.promotions, label: 'Promoções' }}>
      <Loaded query={campaigns} loadingText="Carregando a raspadinha">
        {(found) => <Entry campaigns={found.filter(({ kind }) => kind === 'scratch_card')} />}
      </Loaded>
    </Page>
  )
}

function Entry({ campaigns }: { campaigns: readonly CampaignCard[] }) {
  const search = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const number = search.get('cd_identificador')
  const code = search.get('codigo')
  const found =
    number === null
      ? // A link without a number belongs to the only promotion, if there is exactly one.
        campaigns.length === 1
        ? campaigns[0]
        : undefined
      : campaigns.find(({ cd_identificador }) => String(cd_identificador) === number)
  // Before the start there is nothing to draw.
  const campaign = number !== null && found?.state === 'scheduled' ? undefined : found
  useEffect(() => {
    if (!found) return
    if (code !== null) saveCode(found.campaign_id, code.slice(0, maxCodeLength))
    if (campaign) navigate(scratchPaths.play(campaign.slug), { replace: true })
    else if (code !== null)
      navigate(`${scratchPaths.entry}?cd_identificador=${found.cd_identificador}`, { replace: true })
  }, [found?.campaign_id])

  if (campaign) return null
  if (number === null && campaigns.length > 1)
    return (
      <div className="stack">
        {campaigns.map((each) => (
          <ForwardLink
            key={each.campaign_id}
            variant="card"
            href={scratchPaths.play(each.slug)}
            title={each.title}
            text={formatCampaignPeriod(each)}
          />
        ))}
      </div>
    )
  if (number !== null && /^[1-9]\d{0,8}$/.test(number)) return <NotRunning number={number} />
  return (
    <EmptyList illustration="search" href={paths.promotions} action="Ver promoções">
      {number === null ? 'Nenhuma raspadinha no momento.' : unknownText}
    </EmptyList>
  )
}

const unknownText =
  'Esta raspadinha não está em andamento. Confira o endereço impresso ou veja as outras promoções.'

/** Explains why the link's promotion is not in the list, if its number belongs to a promotion. */
function NotRunning({ number }: { number: string }) {
  const campaign = useCallQuery(['scratch-campaign', number], (send, signal) =>
    send(findScratchCampaignCall, { query: { cd_identificador: number }, signal }),
  )
  const failure = campaign.error ? failureOf(campaign.error) : null
  if (failure?.kind === 'refused')
    return (
      <EmptyList illustration="search" href={paths.promotions} action="Ver promoções">
        {unknownText}
      </EmptyList>
    )
  return (
    <Loaded query={campaign} loadingText="Carregando a raspadinha">
      {({ slug, state, starts_at, ends_at }) => (
        <EmptyList illustration="search" href={paths.promotion(slug)} action="Ver a promoção">
          {state === 'ended'
            ? endSentence(`Esta promoção terminou em ${formatEnd(ends_at)}`)
            : state === 'scheduled'
              ? `Esta promoção começa em ${formatShortDateTime(starts_at)}. Guarde o código até lá.`
              : state === 'paused'
                ? 'Esta promoção está pausada. Guarde o código: ele continua valendo.'
                : unknownText}
        </EmptyList>
      )}
    </Loaded>
  )
}

/** Longer texts are not codes. */
const maxCodeLength = 64
