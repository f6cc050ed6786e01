import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { WatchedSession } from '@clube/contract/event-tickets/staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { staffPaths } from '../../app/paths.ts'
import { DeskPage, LoadingRows } from '../../parts/desk-page.tsx'
import { StateLine } from '../../parts/fact-list.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'
import { statusInWords } from './event-words.ts'
import css from './events.module.css'
import { LiveProblem } from './live-problem.tsx'
import { SessionDeeds } from './session-deeds.tsx'
import { SessionDialog } from './session-dialog.tsx'
import { SessionFacts } from './session-facts.tsx'
import { nextList, SessionLists, type ListName } from './session-lists.tsx'
import { GateNumbers, SessionNumbers } from './session-numbers.tsx'
import { sessionsPath } from './session-paths.ts'
import { useEventCampaigns, useLiveSession, useRenewEvents } from './use-event-sessions.ts'

/** One session: its numbers of this moment, what was decided, what can be done, who comes. */
export function SessionPage({ session_id }: { session_id: string }) {
  const found = useLiveSession(session_id)
  const [, navigate] = useLocation()
  const session = found.data
  const back = session ? sessionsPath(session.campaign_id) : staffPaths.events
  useShortcuts({ b: () => navigate(back) })
  return (
    <DeskPage title={session?.title ?? 'Sessão'} actions={<Link href={back}>Voltar às sessões (B)</Link>}>
      {found.isPending && <LoadingRows />}
      <LiveProblem query={found} />
      {session && <Found session={session} asOf={new Date(found.dataUpdatedAt)} />}
    </DeskPage>
  )
}

function Found({ session, asOf }: { session: WatchedSession; asOf: Date }) {
  const renew = useRenewEvents()
  const campaigns = useEventCampaigns()
  const [isChanging, setChanging] = useState(false)
  const [list, setList] = useState<ListName>('tickets')
  useShortcuts({ e: () => setChanging(true), f: () => setList(nextList(list)) })
  const { words, tone } = statusInWords(session, serverNow())
  const campaign = campaigns.data?.find(({ campaign_id }) => campaign_id === session.campaign_id)
  return (
    <>
      <StateLine>
        <Chip {...(tone && { tone })}>{words}</Chip>
        <span>{instantInWords(session.starts_at)}</span>
        <span>{session.place}</span>
        {campaign && <span>{campaign.title}</span>}
        <span className={css.asOf}>Números das {asOf.toLocaleTimeString('pt-BR')}</span>
      </StateLine>
      <SessionNumbers session={session} />
      <div className={css.deeds}>
        <Button compact onClick={() => setChanging(true)}>
          Alterar
        </Button>
        <SessionDeeds session={session} onChanged={renew} />
      </div>
      <KeyHints
        hints={[
          ['E', 'alterar'],
          ['F', 'próxima lista'],
          ['B', 'voltar'],
        ]}
      />
      <SessionFacts session={session} />
      <GateNumbers gates={session.gates} />
      <SessionLists session_id={session.session_id} list={list} onList={setList} />
      <SessionDialog
        open={isChanging}
        about={{ session }}
        onClose={() => setChanging(false)}
        onSaved={() => {
          setChanging(false)
          void renew()
        }}
      />
    </>
  )
}
