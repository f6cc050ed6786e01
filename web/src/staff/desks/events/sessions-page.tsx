import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { staffPaths } from '../../app/paths.ts'
import { DataTable, focusFirstRow, type Column } from '../../parts/data-table.tsx'
import { DeskPage, LoadingRows } from '../../parts/desk-page.tsx'
import { Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { peopleInWords, placesLine, statusInWords } from './event-words.ts'
import css from './events.module.css'
import { LiveProblem } from './live-problem.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { PlacesBar } from './session-numbers.tsx'
import { campaignParameter } from './session-paths.ts'
import { useEventCampaigns, useLiveSessions, useRenewEvents } from './use-event-sessions.ts'

const columns: readonly Column<StaffSession>[] = [
  { title: 'Sessão', cell: ({ title }) => <span className={css.name}>{title}</span> },
  { title: 'Início', narrow: true, cell: ({ starts_at }) => instantInWords(starts_at) },
  {
    title: 'Situação',
    narrow: true,
    cell: (session) => {
      const { words, tone } = statusInWords(session, serverNow())
      return <Chip {...(tone && { tone })}>{words}</Chip>
    },
  },
  {
    title: 'Lugares',
    cell: (session) => (
      <span className={css.share}>
        <PlacesBar session={session} />
        <span>{placesLine(session)}</span>
      </span>
    ),
  },
  {
    title: 'Na espera',
    narrow: true,
    cell: ({ numbers }) => (numbers.waiting_people > 0 ? peopleInWords(numbers.waiting_people) : '–'),
  },
]

/** The sessions of a promotion, with numbers that follow what happens. */
export function SessionsPage() {
  const [, navigate] = useLocation()
  const [parameters, setParameters] = useSearchParams()
  const [isNew, setNew] = useState(false)
  const renew = useRenewEvents()
  const campaigns = useEventCampaigns()
  const wanted = parameters.get(campaignParameter)
  const campaign = campaigns.data?.find(({ campaign_id }) => campaign_id === wanted) ?? campaigns.data?.[0]
  const campaign_id = campaign?.campaign_id ?? null
  const sessions = useLiveSessions(campaign_id)
  const open = ({ session_id }: { session_id: string }) => navigate(`${staffPaths.events}/${session_id}`)
  useShortcuts({ n: () => setNew(campaign_id !== null), l: focusFirstRow })

  return (
    <DeskPage
      title="Eventos"
      actions={
        campaign_id && (
          <Button compact onClick={() => setNew(true)}>
            Nova sessão
          </Button>
        )
      }
    >
      {campaigns.isPending && <LoadingRows />}
      <LiveProblem query={campaigns} />
      {campaigns.data?.length === 0 && (
        <EmptyState drawing="ticket">
          Nenhuma promoção de ingressos ainda. Crie a promoção para planejar as sessões.
        </EmptyState>
      )}
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
          <KeyHints
            hints={[
              ['N', 'nova sessão'],
              ['L', 'lista'],
              ['↑ ↓', 'mudar de linha'],
              ['Enter', 'abrir'],
            ]}
          />
          {sessions.isPending && <LoadingRows />}
          <LiveProblem query={sessions} />
          {sessions.data && sessions.data.length > 0 && (
            <DataTable
              label="Sessões, da primeira à última"
              columns={columns}
              rows={sessions.data}
              keyOf={({ session_id }) => session_id}
              onOpen={open}
            />
          )}
          {sessions.data?.length === 0 && (
            <EmptyState drawing="ticket">Esta promoção ainda não tem sessões.</EmptyState>
          )}
          <SessionDialog
            open={isNew}
            about={{ campaign_id }}
            onClose={() => setNew(false)}
            onSaved={(session) => {
              setNew(false)
              void renew()
              open(session)
            }}
          />
        </>
      )}
    </DeskPage>
  )
}
