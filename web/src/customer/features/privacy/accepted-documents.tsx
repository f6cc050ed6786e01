import { listAcceptancesCall, type Acceptance } from '@clube/contract/consent/acceptance-calls.ts'
import { isRequiredDocument } from '@clube/contract/consent/required-kinds.ts'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { dataOf } from '../../../parts/call-failed.ts'
import { formatLongDay } from '../../../parts/club-time.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { consentTitles } from '../../../parts/consent-view/consent-titles.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { paths } from '../../../platform/navigation/paths.ts'
import { acceptancesKey, RevokeAcceptance } from './revoke-acceptance.tsx'
import css from './privacy.module.css'

/** The documents that the person accepted, with version and date, each linked to the text as accepted. */
export function AcceptedDocuments() {
  const send = useSend()
  const acceptances = useQuery({
    queryKey: acceptancesKey,
    queryFn: ({ signal }) => dataOf(send(listAcceptancesCall, { signal })),
  })
  return (
    <Loaded query={acceptances} loadingText="Carregando os documentos" skeleton={<Skeleton count={3} />}>
      {(found) =>
        found.length === 0 ? (
          <p className="soft">Nenhum documento por enquanto.</p>
        ) : (
          <ul className={`lines ${css.documents}`}>
            {found.map((acceptance) => (
              <li key={acceptance.acceptance_id}>
                <ForwardLink
                  href={pathOf(acceptance)}
                  title={consentTitles[acceptance.kind]}
                  text={describe(acceptance)}
                />
                {acceptance.revoked_at === null && !isRequiredDocument(acceptance) && (
                  <RevokeAcceptance acceptance={acceptance} />
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function describe({ version, accepted_at, service_channel, revoked_at }: Acceptance): string {
  const channel = serviceChannelTitle(service_channel)
  const accepted = `Versão ${version}, aceita em ${formatLongDay(accepted_at)}, ${channel}`
  return revoked_at === null ? accepted : `${accepted}. Revogada em ${formatLongDay(revoked_at)}`
}

const pathOf = ({ kind, version, scope }: Acceptance): string =>
  `${paths.document(kind)}?${new URLSearchParams({ version, ...(scope ? { scope } : {}) }).toString()}`
