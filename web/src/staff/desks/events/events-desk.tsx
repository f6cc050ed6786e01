import { formatPeople } from '@clube/contract/kernel/count-formats.ts'
import { useLocation, useRoute, useSearchParams } from 'wouter'
import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { DeskButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import { StateChip } from '../../parts/fact-list.tsx'
import { Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { describePlaces, describeStatus } from './event-labels.ts'
import { campaignParameter, eventPaths } from './event-paths.ts'
import css from './events.module.css'
import { NewSessionForm } from './session-form.tsx'
import { PlacesBar } from './session-numbers.tsx'
import { SessionPage } from './session-page.tsx'
import { staleNumbers, useEventCampaigns, useLiveSessions } from './use-event-sessions.ts'

/** Planning and monitoring of event sessions, and their attendees. */
export function EventsDesk() {
  const [isSessionPage, params] = useRoute(eventPaths.session(':session_id'))
  return isSessionPage && params.session_id ? (
    <SessionPage key={params.session_id} session_id={params.session_id} />
  ) : (
    <SessionsPage />
  )
}

const columns: readonly Column<StaffEventSession>[] = [
  { title: 'Sessão', cell: ({ title }) => <span className={css.name}>{title}</span> },
  { title: 'Início', narrow: true, cell: ({ starts_at }) => formatInstant(starts_at) },
  {
    title: 'Situação',
    narrow: true,
    cell: (session) => <StateChip {...describeStatus(session, serverNow())} />,
  },
  {
    title: 'Lugares',
    cell: (session) => (
      <span className={css.share}>
        <PlacesBar session={session} />
        <span>{describePlaces(session)}</span>
      </span>
    ),
  },
  {
    title: 'Na espera',
    narrow: true,
    cell: ({ numbers }) => (numbers.waiting_people > 0 ? formatPeople(numbers.waiting_people) : '–'),
  },
]

/** The sessions of a campaign with live numbers. */
function SessionsPage() {
  const [, navigate] = useLocation()
  const [parameters, setParameters] = useSearchParams()
  const newSession = useDialog()
  const campaigns = useEventCampaigns()
  const requestedId = parameters.get(campaignParameter)
  const campaign =
    campaigns.data?.find(({ campaign_id }) => campaign_id === requestedId) ?? campaigns.data?.[0]
  const campaign_id = campaign?.campaign_id ?? null
  const sessions = useLiveSessions(campaign_id)
  const open = ({ session_id }: { session_id: string }) => navigate(eventPaths.session(session_id))

  return (
    <DeskPage
      title="Eventos"
      actions={campaign_id && <DeskButton onClick={newSession.open}>Nova sessão</DeskButton>}
    >
      <Loaded query={campaigns} skeleton={<Skeleton shape="field" count={5} />}>
        {() =>
          campaign_id === null && (
            <EmptyState illustration="ticket">
              Crie uma promoção de ingressos para planejar as sessões.
            </EmptyState>
          )
        }
      </Loaded>
      {campaigns.data && campaign_id && (
        <>
          <Filters>
            <FilterSelect
              label="Promoção"
              value={campaign_id}
              onChange={(id) => setParameters({ [campaignParameter]: id }, { replace: true })}
              options={campaigns.data.map((each) => ({ value: each.campaign_id, label: each.title }))}
            />
          </Filters>
          <KeyHints isList hints={[['N', 'nova sessão', newSession.open]]} />
          <QueryTable
            query={sessions}
            stale={staleNumbers}
            label="Sessões, da primeira à última"
            columns={columns}
            keyOf={({ session_id }) => session_id}
            onOpen={open}
            empty={<EmptyState illustration="ticket">Esta promoção ainda não tem sessões.</EmptyState>}
          />
          <Dialog {...newSession.props} title="Nova sessão" wide fieldFirst>
            <NewSessionForm target={{ campaign_id }} onSaved={open} />
          </Dialog>
        </>
      )}
    </DeskPage>
  )
}
