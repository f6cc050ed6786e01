import {
  listAcceptancesCall,
  revokeAcceptanceCall,
  type Acceptance,
} from '@clube/contract/consent/acceptance-calls.ts'
import { isRequiredDocument } from '@clube/contract/consent/required-kinds.ts'
import { serviceChannelTitle } from '@clube/contract/campaigns/service-channel.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { formatLongDay } from '../../../parts/club-time.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { consentTitles } from '@clube/contract/consent/consent-titles.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import css from './privacy.module.css'

const acceptancesKey = ['acceptances']

/** The documents that the person accepted, with version and date, each linked to the text as accepted. */
export function AcceptedDocuments() {
  const acceptances = useCallQuery(acceptancesKey, (send, signal) => send(listAcceptancesCall, { signal }))
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

/** Revokes an acceptance after explaining the effect. */
function RevokeAcceptance({ acceptance }: { acceptance: Acceptance }) {
  const { acceptance_id, kind } = acceptance
  const { pending, run } = useAction()
  const confirmation = useDialog()
  const title = consentTitles[kind]
  const revoke = async () => {
    await run((send) => send(revokeAcceptanceCall, { body: { acceptance_id } }), {
      success: 'Aceite revogado.',
      refresh: [acceptancesKey],
    })
    confirmation.close()
  }
  return (
    <>
      <div className={css.revoke}>
        <Button compact variant="quiet" aria-label={`Revogar: ${title}`} onClick={confirmation.open}>
          Revogar
        </Button>
      </div>
      <ConfirmDialog
        {...confirmation.props}
        title="Revogar este aceite?"
        confirm="Sim, revogar"
        cancelLabel="Manter o aceite"
        pending={pending}
        onConfirm={revoke}
      >
        <p>
          O documento “{title}” deixa de valer para você a partir de agora. O que já aconteceu com base nele
          continua válido; para participar de novo, você o lê e aceita outra vez.
        </p>
      </ConfirmDialog>
    </>
  )
}
