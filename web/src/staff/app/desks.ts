import type { Role } from '@clube/contract/kernel/permissions.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { lazyPage } from '../../platform/navigation/lazy-page.tsx'
import type { Desk } from '../promotions/promotion.ts'
import { builtPromotions } from '../promotions/promotions.ts'
import { staffPaths } from './paths.ts'

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
  ...builtPromotions.flatMap((promotion) => promotion.desks),
  {
    path: staffPaths.shops,
    title: 'Lojas',
    permission: 'stores.edit',
    page: lazyPage(() => import('../desks/shops/shops-desk.tsx').then((module) => module.ShopsDesk)),
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

/** The desks available to these roles. */
export const desksOf = (roles: readonly Role[]): readonly Desk[] =>
  desks.filter(({ permission }) => rolesAllow(roles, permission))
