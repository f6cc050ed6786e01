import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import type { WatchedSession } from '@clube/contract/event-tickets/staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { clubClockWithSeconds } from '../../../parts/club-time.ts'
import { DeskPage } from '../../parts/desk-page.tsx'
import { FactList, StateLine } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { eventPaths } from './event-paths.ts'
import { describeStatus } from './event-labels.ts'
import css from './events.module.css'
import { SessionActions } from './session-actions.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { nextList, SessionLists, type ListName } from './session-lists.tsx'
import { GateNumbers, SessionNumbers } from './session-numbers.tsx'
import { staleNumbers, useEventCampaigns, useLiveSession } from './use-event-sessions.ts'

/** One session: its current numbers, its plan, the possible actions, and its lists. */
export function SessionPage({ session_id }: { session_id: string }) {
  const found = useLiveSession(session_id)
  const [, navigate] = useLocation()
  const session = found.data
  const back = session ? eventPaths.sessionsOf(session.campaign_id) : eventPaths.events
  return (
    <DeskPage title={session?.title ?? 'Sessão'} actions={<Link href={back}>Voltar às sessões (B)</Link>}>
      <Loaded query={found} skeleton={<Skeleton shape="field" count={5} />}>
        {(loaded) => (
          <>
            <RefreshFailure query={found} stale={staleNumbers} />
            <Found session={loaded} asOf={new Date(found.dataUpdatedAt)} onBack={() => navigate(back)} />
          </>
        )}
      </Loaded>
    </DeskPage>
  )
}

function Found({ session, asOf, onBack }: { session: WatchedSession; asOf: Date; onBack: () => void }) {
  const campaigns = useEventCampaigns()
  const [isChanging, setChanging] = useState(false)
  const [list, setList] = useState<ListName>('tickets')
  const { words, tone } = describeStatus(session, serverNow())
  const campaign = campaigns.data?.find(({ campaign_id }) => campaign_id === session.campaign_id)
  return (
    <>
      <StateLine>
        <Chip tone={tone}>{words}</Chip>
        <span>{formatInstant(session.starts_at)}</span>
        <span>{session.place}</span>
        {campaign && <span>{campaign.title}</span>}
        <span className={css.asOf}>Números das {clubClockWithSeconds(asOf)}</span>
      </StateLine>
      <SessionNumbers session={session} />
      <div className="row">
        <Button compact onClick={() => setChanging(true)}>
          Alterar
        </Button>
        <SessionActions session={session} />
      </div>
      <KeyHints
        hints={[
          ['E', 'alterar', () => setChanging(true)],
          ['F', 'próxima lista', () => setList(nextList(list))],
          ['B', 'voltar', onBack],
        ]}
      />
      <SessionFacts session={session} />
      <GateNumbers gates={session.gates} />
      <SessionLists session_id={session.session_id} list={list} onList={setList} />
      <SessionDialog
        open={isChanging}
        about={{ session }}
        onClose={() => setChanging(false)}
        onSaved={() => setChanging(false)}
      />
    </>
  )
}

/** The session's plan. */
function SessionFacts({ session }: { session: StaffSession }) {
  const facts: [string, string][] = [
    ['Início', formatInstant(session.starts_at)],
    ['Término', session.ends_at ? formatInstant(session.ends_at) : '–'],
    ['Reservas', `${formatInstant(session.sales_from)} a ${formatInstant(session.sales_until)}`],
    ['Cancelamento até', formatInstant(session.cancel_until)],
    [
      'Liberar quem não veio',
      session.no_show_from ? `a partir de ${formatInstant(session.no_show_from)}` : 'Não',
    ],
    ['Limite por CPF', String(session.limit_per_document)],
    ['Idade mínima', session.minimum_age === null ? 'Qualquer idade' : `${session.minimum_age} anos`],
  ]
  return <FactList facts={facts} />
}
