import { consentKinds } from '@clube/contract/club/club.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import { useParams, useSearch } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Screen, Stack } from '../../../kit/page/screen.tsx'
import { ClubData } from '../../../parts/club-data/club-data.tsx'
import { LoadFailure } from '../../../parts/club-data/load-failure.tsx'
import { useConsent } from '../../../parts/club-data/use-consent.ts'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { ConsentView } from '../../../parts/consent-view/consent-view.tsx'
import { PageHeader } from '../../../parts/page-header/page-header.tsx'
import { useTitle } from '../../../platform/navigation/use-title.ts'
import css from './consent-page.module.css'

/**
 * A consent document on its own page (spec §2): `/documentos/:kind`, `?version=` for an older version, `?scope=` for
 * a promotion's.
 */
export function ConsentPage() {
  const { kind } = useParams<{ kind: string }>()
  const known = consentKinds.find((each) => each === kind)
  const title = known ? consentTitles[known] : 'Documento'
  useTitle(title)
  return (
    <Screen wide>
      <div className={css.page}>
        <Stack>
          <PageHeader title={title} />
          {known ? (
            <ClubData>
              <Consent kind={known} />
            </ClubData>
          ) : (
            <EmptyState drawing="search">
              {readConsentDocumentCall.refusals['consent.unknown-document'].message}
            </EmptyState>
          )}
        </Stack>
      </div>
    </Screen>
  )
}

function Consent({ kind }: { kind: keyof typeof consentTitles }) {
  const asked = new URLSearchParams(useSearch())
  const version = asked.get('version') ?? undefined
  const consent = useConsent(kind, version, asked.get('scope') ?? undefined)
  if (consent.data) return <ConsentView consent={consent.data} />
  if (consent.error) return <LoadFailure error={consent.error} onRetry={() => void consent.refetch()} />
  return (
    <Delayed>
      <output className="spoken">Carregando documento</output>
      <Skeleton count={8} />
    </Delayed>
  )
}
