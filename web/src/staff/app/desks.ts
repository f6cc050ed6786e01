import type { Role } from '@clube/contract/kernel/permissions.ts'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import { lazyPage } from '../../platform/navigation/lazy-page.tsx'
import type { Desk } from '../promotions/promotion.ts'
import { implementedPromotions } from '../promotions/promotions.ts'
import { staffPaths } from './paths.ts'

/** Every desk, in the order of the sidebar: queues first. Members start at their first one, so that auditors start at *Auditoria*. */
export const desks: readonly Desk[] = [
  {
    path: staffPaths.recovery,
    title: 'Recuperações',
    permission: 'recovery.review',
    waiting: ['recovery.review', 'recovery.approve-second'],
    page: lazyPage(async () => (await import('../desks/recovery/recovery-desk.tsx')).RecoveryDesk),
  },
  {
    path: staffPaths.serviceDesk,
    title: 'Balcão',
    permission: 'recovery.desk',
    waiting: ['customers.correct'],
    page: lazyPage(async () => (await import('../desks/service-desk/service-desk.tsx')).ServiceDesk),
  },
  {
    path: staffPaths.receipts,
    title: 'Notas',
    permission: 'receipts.review',
    waiting: ['receipts.review'],
    page: lazyPage(async () => (await import('../desks/receipts/receipts-desk.tsx')).ReceiptsDesk),
  },
  {
    path: staffPaths.customerService,
    title: 'Atendimentos',
    permission: 'tickets.answer',
    waiting: ['tickets.answer'],
    page: lazyPage(
      async () => (await import('../desks/customer-service/customer-service-desk.tsx')).CustomerServiceDesk,
    ),
  },
  {
    path: staffPaths.approvals,
    title: 'Aprovações',
    permission: 'campaigns.approve',
    waiting: ['campaigns.approve'],
    page: lazyPage(async () => (await import('../desks/campaigns/approvals-desk.tsx')).ApprovalsDesk),
  },
  {
    path: staffPaths.campaigns,
    title: 'Promoções',
    permission: 'campaigns.edit',
    page: lazyPage(async () => (await import('../desks/campaigns/campaigns-desk.tsx')).CampaignsDesk),
  },
  {
    path: staffPaths.documents,
    title: 'Documentos',
    permission: 'consent.publish',
    page: lazyPage(async () => (await import('../desks/consent/documents-desk.tsx')).DocumentsDesk),
  },
  {
    path: staffPaths.team,
    title: 'Pessoas da equipe',
    permission: 'staff.manage',
    waiting: ['staff.manage'],
    page: lazyPage(async () => (await import('../desks/team/team-desk.tsx')).TeamDesk),
  },
  {
    path: staffPaths.audit,
    title: 'Auditoria',
    permission: 'audit.read',
    page: lazyPage(async () => (await import('../desks/audit/audit-desk.tsx')).AuditDesk),
  },
  ...implementedPromotions.flatMap((promotion) => promotion.desks),
  {
    path: staffPaths.shops,
    title: 'Lojas',
    permission: 'stores.edit',
    page: lazyPage(async () => (await import('../desks/shops/shops-desk.tsx')).ShopsDesk),
  },
  {
    path: staffPaths.ratings,
    title: 'Avaliações',
    permission: 'ratings.read',
    waiting: ['ratings.read'],
    page: lazyPage(async () => (await import('../desks/ratings/ratings-desk.tsx')).RatingsDesk),
  },
  {
    path: staffPaths.points,
    title: 'Pontos',
    permission: 'points.adjust',
    page: lazyPage(async () => (await import('../desks/points/points-desk.tsx')).PointsDesk),
  },
]

/** The page of one customer, for all roles with its permission; it is not listed as a desk. */
export const customerPage = {
  permission: 'customers.view',
  page: lazyPage(async () => (await import('../desks/service-desk/customer-page.tsx')).CustomerPage),
} as const

/** The desks available to these roles. */
export const desksOf = (roles: readonly Role[]): readonly Desk[] =>
  desks.filter(({ permission }) => [permission].flat().some((each) => rolesAllow(roles, each)))
