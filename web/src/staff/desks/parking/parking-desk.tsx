import { rolesAllow, type Permission } from '@clube/contract/kernel/permissions.ts'
import type { ComponentType } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { DeskPage } from '../../parts/desk-page.tsx'
import { DeskTabs, type DeskTab } from '../../parts/desk-tabs.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { ApplyTab } from './apply-tab.tsx'
import { CasesTab } from './cases-tab.tsx'
import { DayItems } from './day-items.tsx'
import { DaysTab } from './days-tab.tsx'
import { LiabilityTab } from './liability-tab.tsx'
import { parkingPaths } from './parking-paths.ts'
import { VouchersTab } from './vouchers-tab.tsx'

type Tab = DeskTab & { permission: Permission; Page: ComponentType }

/** Tabs for tasks with a waiting person come first. */
const tabs: readonly Tab[] = [
  { path: parkingPaths.apply, title: 'Aplicar', permission: 'parking.apply', Page: ApplyTab },
  { path: parkingPaths.vouchers, title: 'Vales do dia', permission: 'parking.apply', Page: VouchersTab },
  { path: parkingPaths.cases, title: 'A decidir', permission: 'parking.reconcile', Page: CasesTab },
  { path: parkingPaths.days, title: 'Conferência', permission: 'parking.reconcile', Page: DaysTab },
  {
    path: parkingPaths.liability,
    title: 'O que devemos',
    permission: 'parking.reconcile',
    Page: LiabilityTab,
  },
]

/** Estacionamento: vouchers by hand and the day's list; what waits for a decision, and the comparison with the car park. */
export function ParkingDesk() {
  const { roles } = useStaffIdentity()
  const [path] = useLocation()
  const own = tabs.filter(({ permission }) => rolesAllow(roles, permission))
  const [first] = own
  const current = own.find((tab) => path === tab.path || path.startsWith(`${tab.path}/`))
  return (
    <DeskPage title={current ? `Estacionamento: ${current.title}` : 'Estacionamento'}>
      <DeskTabs label="Estacionamento" tabs={own} current={current} />
      <Switch>
        {own.some(({ path: tabPath }) => tabPath === parkingPaths.days) && (
          <Route path={parkingPaths.day(':day')}>
            <DayItems />
          </Route>
        )}
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
