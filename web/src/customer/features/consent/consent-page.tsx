import { consentKinds } from '@clube/contract/club/club.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { useParams, useSearch } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { useConsent } from '../../../parts/club-data/use-consent.ts'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ConsentView } from '../../../parts/consent-view/consent-view.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { PointsRules } from '../../promotions/points-rules.tsx'

/**
 * A consent document on its own page (spec §2): `/documentos/:kind`, `?version=` for an older version, `?scope=` for a
 * promotion's own document.
 */
export function ConsentPage() {
  const { kind } = useParams<{ kind: string }>()
  const known = consentKinds.find((each) => each === kind)
  return (
    <Page title={known ? consentTitles[known] : 'Documento'} width="text">
      {known ? (
        <Consent kind={known} />
      ) : (
        <EmptyState illustration="search">
          {readConsentDocumentCall.refusals['consent.unknown-document'].message}
        </EmptyState>
      )}
    </Page>
  )
}

function Consent({ kind }: { kind: keyof typeof consentTitles }) {
  const search = new URLSearchParams(useSearch())
  const consent = useConsent(kind, search.get('version') ?? undefined, search.get('scope') ?? undefined)
  return (
    <Loaded query={consent} loadingText="Carregando documento" skeleton={<Skeleton count={8} />}>
      {(found) => (
        <>
          <ConsentView consent={found} />
          {kind === 'loyaltyclub_regulation' && found.state === 'active' && <PointsRules />}
        </>
      )}
    </Loaded>
  )
}
