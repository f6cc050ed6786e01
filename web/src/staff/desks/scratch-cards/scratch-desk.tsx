import type { Permission } from '@clube/contract/kernel/permissions.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import type { ComponentType } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DeskTabs } from '../../parts/desk-tabs.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { BoardTab } from './board-tab.tsx'
import { CodesTab } from './codes-tab.tsx'
import { DeckTab } from './deck-tab.tsx'
import { DeliveryTab } from './delivery-tab.tsx'
import { GiveTab } from './give-tab.tsx'
import { scratchPaths } from './scratch-paths.ts'
import { UnclaimedTab } from './unclaimed-tab.tsx'

type Tab = {
  path: string
  title: string
  /** Any of them opens the tab. */
  permissions: readonly Permission[]
  Page: ComponentType
}

/** Tabs for tasks with a waiting person come first. */
const tabs: readonly Tab[] = [
  {
    path: scratchPaths.deliver,
    title: 'Entregar prêmio',
    permissions: ['scratch.deliver'],
    Page: DeliveryTab,
  },
  { path: scratchPaths.give, title: 'Dar raspadinha', permissions: ['scratch.give'], Page: GiveTab },
  { path: scratchPaths.deck, title: 'Baralho', permissions: ['scratch.board'], Page: DeckTab },
  {
    path: scratchPaths.codes,
    title: 'Códigos',
    permissions: ['campaigns.edit', 'scratch.approve'],
    Page: CodesTab,
  },
  { path: scratchPaths.board, title: 'Painel', permissions: ['scratch.board'], Page: BoardTab },
  {
    path: scratchPaths.unclaimed,
    title: 'Não entregues',
    permissions: ['scratch.unclaimed'],
    Page: UnclaimedTab,
  },
]

/** Everything that staff do with scratch cards, in tabs by permission. */
export function ScratchDesk() {
  const { roles } = useStaffIdentity()
  const [path] = useLocation()
  const own = tabs.filter(({ permissions }) =>
    permissions.some((permission) => rolesAllow(roles, permission)),
  )
  const [first] = own
  const current = own.find((tab) => path === tab.path || path.startsWith(`${tab.path}/`))
  return (
    <DeskPage title={current ? `Raspadinhas: ${current.title}` : 'Raspadinhas'}>
      <DeskTabs label="Raspadinhas" tabs={own} current={current} />
      <Switch>
        {own.map(({ path: tabPath, Page }) => (
          <Route key={tabPath} path={`${tabPath}/*?`}>
            <Page />
          </Route>
        ))}
        <Route>{first && <Redirect to={first.path} replace />}</Route>
      </Switch>
    </DeskPage>
  )
}
