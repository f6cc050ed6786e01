import { useRef, useState, type RefObject } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DeskTabs, type DeskTab } from '../../parts/desk-tabs.tsx'
import { FiguresTab } from './figures-tab.tsx'
import { HoursTab } from './hours-tab.tsx'
import { useLiveDesk } from './live-desk.ts'
import { QueueTab } from './queue-tab.tsx'
import { SearchTab } from './search-tab.tsx'
import { useOverview } from './service-data.ts'
import { servicePaths } from './service-paths.ts'
import { TemplatesTab } from './templates-tab.tsx'
import { TicketPage } from './ticket-page.tsx'

const tabs = [
  { path: servicePaths.queue, title: 'Fila' },
  { path: servicePaths.search, title: 'Busca' },
  { path: servicePaths.figures, title: 'Números' },
  { path: servicePaths.templates, title: 'Modelos' },
  { path: servicePaths.hours, title: 'Horários' },
] as const satisfies readonly DeskTab[]

/** Atendimentos: tickets by deadline, one ticket with its conversation, search, figures, templates and hours; all of it live. */
export function CustomerServiceDesk() {
  const [path] = useLocation()
  const tab = tabs.find((each) => each.path === path)
  const ticket_id = tab ? null : (path.slice(servicePaths.queue.length + 1).split('/')[0] ?? null)
  const state = useLiveDesk(ticket_id)
  /** The ticket that was open last, whose row is focused when its page is left. */
  const lastOpened = useRef<string>(null)
  if (ticket_id !== null) lastOpened.current = ticket_id
  return ticket_id === null ? (
    <Lists current={tab} isLive={state === 'live'} lastOpened={lastOpened} />
  ) : (
    <TicketPage key={ticket_id} ticket_id={ticket_id} isLive={state === 'live'} />
  )
}

type ListsProps = { current: DeskTab | undefined; isLive: boolean; lastOpened: RefObject<string | null> }

function Lists({ current, isLive, lastOpened }: ListsProps) {
  const { data } = useOverview()
  // What was searched stays while other parts of the desk are shown; it is never part of an address.
  const [search, setSearch] = useState('')
  return (
    <DeskPage
      title={
        current && current.path !== servicePaths.queue ? `Atendimentos: ${current.title}` : 'Atendimentos'
      }
    >
      <DeskTabs
        label="Atendimentos"
        tabs={tabs.map((tab) =>
          tab.path === servicePaths.queue ? { ...tab, waiting: data?.counts.active ?? 0 } : tab,
        )}
        current={current}
      />
      <Switch>
        <Route path={servicePaths.search}>
          <SearchTab text={search} onText={setSearch} />
        </Route>
        <Route path={servicePaths.figures}>
          <FiguresTab />
        </Route>
        <Route path={servicePaths.templates}>
          <TemplatesTab />
        </Route>
        <Route path={servicePaths.hours}>
          <HoursTab />
        </Route>
        <Route>
          <QueueTab isLive={isLive} lastOpened={lastOpened} />
        </Route>
      </Switch>
    </DeskPage>
  )
}
