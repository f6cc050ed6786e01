/** Permissions of staff; roles are sets of them. */
export const permissions = [
  'staff.manage',
  'audit.read',
  'recovery.review',
  'recovery.approve-second',
  'recovery.desk',
  'customers.find',
  'customers.search',
  'customers.view',
  'customers.correct',
  'customers.resend',
  'campaigns.edit',
  'campaigns.approve',
  'participations.start',
  'stores.edit',
  'consent.publish',
  'receipts.register',
  'receipts.review',
  'points.adjust',
  'events.manage',
  'gate.scan',
  'gate.supervise',
  'gifts.deliver',
  'gifts.supervise',
  'gifts.stock',
  'scratch.deliver',
  'scratch.supervise',
  'scratch.unclaimed',
  'scratch.give',
  'scratch.board',
  'scratch.approve',
  'partners.reconcile',
  'parking.apply',
  'parking.supervise',
  'parking.reconcile',
  'tickets.answer',
  'tickets.supervise',
  'ratings.read',
] as const
export type Permission = (typeof permissions)[number]

/** Staff roles and their labels. */
export const roles = {
  attendant: {
    title: 'Atendente',
    permissions: [
      'recovery.desk',
      'customers.find',
      'customers.search',
      'customers.view',
      'customers.correct',
      'customers.resend',
      'participations.start',
      'receipts.register',
      'gifts.deliver',
      'scratch.deliver',
      'scratch.give',
      'parking.apply',
    ],
  },
  gift_supervisor: {
    title: 'Supervisor de balcão',
    permissions: [
      'gifts.deliver',
      'gifts.supervise',
      'scratch.deliver',
      'scratch.supervise',
      'parking.apply',
      'parking.supervise',
    ],
  },
  validator: { title: 'Validador', permissions: ['receipts.review'] },
  gate_steward: { title: 'Portaria', permissions: ['gate.scan'] },
  gate_supervisor: { title: 'Supervisor de portaria', permissions: ['gate.scan', 'gate.supervise'] },
  service_agent: {
    title: 'Atendente do SAC',
    permissions: ['tickets.answer', 'ratings.read', 'customers.view'],
  },
  service_supervisor: {
    title: 'Supervisor do SAC',
    permissions: ['tickets.answer', 'tickets.supervise', 'ratings.read', 'customers.view'],
  },
  account_security: {
    title: 'Segurança da conta',
    permissions: ['recovery.review', 'recovery.approve-second', 'customers.find', 'customers.view'],
  },
  marketing: {
    title: 'Marketing',
    permissions: [
      'campaigns.edit',
      'stores.edit',
      'consent.publish',
      'events.manage',
      'gifts.stock',
      'scratch.unclaimed',
      'scratch.board',
      'ratings.read',
    ],
  },
  approver: {
    title: 'Aprovador',
    permissions: ['campaigns.approve', 'scratch.board', 'scratch.approve', 'points.adjust', 'customers.view'],
  },
  reconciler: { title: 'Conciliação', permissions: ['partners.reconcile', 'parking.reconcile'] },
  auditor: { title: 'Auditor', permissions: ['audit.read', 'scratch.unclaimed', 'scratch.board'] },
  administrator: { title: 'Administrador', permissions: ['staff.manage', 'audit.read'] },
} as const satisfies Readonly<Record<string, { title: string; permissions: readonly Permission[] }>>
export type Role = keyof typeof roles

/** Roles whose permissions no desk uses yet, so staff are not offered them. */
export const rolesWithoutDesk: readonly Role[] = []

/** The roles that include a permission. */
export const rolesWith = (permission: Permission): Role[] =>
  (Object.keys(roles) as Role[]).filter((role) => rolesAllow([role], permission))

/** Whether any of the roles includes the permission. */
export const rolesAllow = (held: readonly Role[], permission: Permission): boolean =>
  held.some((role) => (roles[role].permissions as readonly Permission[]).includes(permission))
