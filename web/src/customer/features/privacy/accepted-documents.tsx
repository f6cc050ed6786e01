import { listAcceptancesCall, type Acceptance } from '@clube/contract/consent/acceptance-calls.ts'
import { isRequiredDocument } from '@clube/contract/consent/required-kinds.ts'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Icon } from '../../../kit/icon/icon.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { clubLongDay } from '../../../parts/club-day.ts'
import { LoadFailure } from '../../../parts/club-data/load-failure.tsx'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { RevokeAcceptance } from './revoke-acceptance.tsx'
import css from './privacy.module.css'

/** What the person accepted, in which version and when, each to be read again as it was. */
export function AcceptedDocuments() {
  const send = useSend()
  const acceptances = useQuery({
    queryKey: ['acceptances'],
    queryFn: ({ signal }) => dataOf(send(listAcceptancesCall, { signal })),
  })
  if (acceptances.error)
    return <LoadFailure error={acceptances.error} onRetry={() => void acceptances.refetch()} />
  if (!acceptances.data)
    return (
      <Delayed>
        <Skeleton count={3} />
      </Delayed>
    )
  if (acceptances.data.length === 0) return <p className={css.soft}>Nenhum documento por enquanto.</p>
  return (
    <ul className={css.documents}>
      {acceptances.data.map((acceptance) => (
        <li key={acceptance.acceptance_id}>
          <Link href={placeOf(acceptance)}>
            <span>
              <strong>{consentTitles[acceptance.kind]}</strong>
              <span>
                {`Versão ${acceptance.version}, aceita em ${clubLongDay(acceptance.accepted_at)}, ${serviceChannelTitle(acceptance.service_channel)}`}
                {acceptance.revoked_at !== null && `. Revogada em ${clubLongDay(acceptance.revoked_at)}`}
              </span>
            </span>
            <Icon name="next" />
          </Link>
          {acceptance.revoked_at === null && !isRequiredDocument(acceptance) && (
            <RevokeAcceptance acceptance={acceptance} onRevoked={() => void acceptances.refetch()} />
          )}
        </li>
      ))}
    </ul>
  )
}

const placeOf = ({ kind, version, scope }: Acceptance): string =>
  `${paths.document(kind)}?${new URLSearchParams({ version, ...(scope ? { scope } : {}) }).toString()}`
