import type { Permission, Role } from '@clube/contract/kernel/permissions.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { lazyPage, type LazyPage } from '../../platform/navigation/lazy-page.tsx'
import { staffPaths } from './paths.ts'

export type Desk = {
  path: string
  title: string
  permission: Permission
  page: LazyPage<object>
}

/** Every desk, in the order of the sidebar: queues first. */
export const desks: readonly Desk[] = [
  {
    path: staffPaths.recovery,
    title: 'Recuperações',
    permission: 'recovery.review',
    page: lazyPage(() => import('../desks/recovery/recovery-desk.tsx').then((module) => module.RecoveryDesk)),
  },
  {
    path: staffPaths.serviceDesk,
    title: 'Balcão',
    permission: 'recovery.desk',
    page: lazyPage(() =>
      import('../desks/service-desk/service-desk.tsx').then((module) => module.ServiceDesk),
    ),
  },
  {
    path: staffPaths.receipts,
    title: 'Notas',
    permission: 'receipts.review',
    page: lazyPage(() => import('../desks/receipts/receipts-desk.tsx').then((module) => module.ReceiptsDesk)),
  },
  {
    path: staffPaths.approvals,
    title: 'Aprovações',
    permission: 'campaigns.approve',
    page: lazyPage(() =>
      import('../desks/campaigns/approvals-desk.tsx').then((module) => module.ApprovalsDesk),
    ),
  },
  {
    path: staffPaths.campaigns,
    title: 'Promoções',
    permission: 'campaigns.edit',
    page: lazyPage(() =>
      import('../desks/campaigns/campaigns-desk.tsx').then((module) => module.CampaignsDesk),
    ),
  },
  {
    path: staffPaths.documents,
    title: 'Documentos',
    permission: 'consent.publish',
    page: lazyPage(() =>
      import('../desks/consent/documents-desk.tsx').then((module) => module.DocumentsDesk),
    ),
  },
  {
    path: staffPaths.gate,
    title: 'Portaria',
    permission: 'gate.scan',
    page: lazyPage(() => import('../desks/gate/gate-desk.tsx').then((module) => module.GateDesk)),
  },
  {
    path: staffPaths.shops,
    title: 'Lojas',
    permission: 'stores.edit',
    page: lazyPage(() => import('../desks/shops/shops-desk.tsx').then((module) => module.ShopsDesk)),
  },
  {
    path: staffPaths.events,
    title: 'Eventos',
    permission: 'events.manage',
    page: lazyPage(() => import('../desks/events/events-desk.tsx').then((module) => module.EventsDesk)),
  },
  {
    path: staffPaths.points,
    title: 'Pontos',
    permission: 'points.adjust',
    page: lazyPage(() => import('../desks/points/points-desk.tsx').then((module) => module.PointsDesk)),
  },
  {
    path: staffPaths.team,
    title: 'Pessoas da equipe',
    permission: 'staff.manage',
    page: lazyPage(() => import('../desks/team/team-desk.tsx').then((module) => module.TeamDesk)),
  },
  {
    path: staffPaths.audit,
    title: 'Auditoria',
    permission: 'audit.read',
    page: lazyPage(() => import('../desks/audit/audit-desk.tsx').then((module) => module.AuditDesk)),
  },
]

/** The desks that somebody with these roles sees. */
export const desksOf = (roles: readonly Role[]): readonly Desk[] =>
  desks.filter(({ permission }) => rolesAllow(roles, permission))
