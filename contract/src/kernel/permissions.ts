/** Permissions of staff; roles are sets of them. */
export const permissions = [
  'staff.manage',
  'audit.read',
  'recovery.review',
  'recovery.approve-second',
  'recovery.desk',
  'customers.find',
  'campaigns.edit',
  'campaigns.approve',
  'participations.start',
  'stores.edit',
  'consent.publish',
  'receipts.review',
  'points.adjust',
  'events.manage',
  'gate.scan',
  'gate.supervise',
  'gifts.deliver',
  'parking.apply',
  'tickets.answer',
  'ratings.read',
] as const
export type Permission = (typeof permissions)[number]

/** Staff roles and their labels. */
export const roles = {
  attendant: {
    title: 'Atendente',
    may: ['recovery.desk', 'customers.find', 'participations.start', 'gifts.deliver', 'parking.apply'],
  },
  validator: { title: 'Validador', may: ['receipts.review'] },
  gate_steward: { title: 'Portaria', may: ['gate.scan'] },
  gate_supervisor: { title: 'Supervisor de portaria', may: ['gate.scan', 'gate.supervise'] },
  service_agent: { title: 'SAC', may: ['tickets.answer', 'ratings.read'] },
  account_security: {
    title: 'Segurança da conta',
    may: ['recovery.review', 'recovery.approve-second', 'customers.find'],
  },
  marketing: {
    title: 'Marketing',
    may: ['campaigns.edit', 'stores.edit', 'consent.publish', 'events.manage', 'ratings.read'],
  },
  approver: { title: 'Aprovador', may: ['campaigns.approve', 'points.adjust'] },
  auditor: { title: 'Auditor', may: ['audit.read'] },
  administrator: { title: 'Administrador', may: ['staff.manage', 'audit.read'] },
} as const satisfies Readonly<Record<string, { title: string; may: readonly Permission[] }>>
export type Role = keyof typeof roles

/** Whether any of the roles includes the permission. */
export const rolesAllow = (held: readonly Role[], permission: Permission): boolean =>
  held.some((role) => (roles[role].may as readonly Permission[]).includes(permission))
