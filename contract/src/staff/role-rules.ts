import { roles as allRoles, rolesAllow, type Permission, type Role } from '../kernel/permissions.ts'

/** Days before a member with a new role or renewed access may give a second signature. */
export const secondSignatureDays = 3
/** Days within which a second administrator can decide on a staff change. */
export const staffChangeDays = 7

/** Permissions over accounts, money or staff: a second administrator approves each new holder. */
const sensitivePermissions: readonly Permission[] = [
  'staff.manage',
  'recovery.review',
  'recovery.approve-second',
  'recovery.desk',
  'customers.correct',
  'campaigns.edit',
  'campaigns.approve',
  'consent.publish',
  'receipts.review',
  'points.adjust',
  'projects.decide',
  'partners.reconcile',
  'parking.reconcile',
]

/** Whether any of the roles includes a sensitive permission. */
export const isSensitive = (roles: readonly Role[]): boolean =>
  sensitivePermissions.some((permission) => rolesAllow(roles, permission))

/** Whether both lists contain the same roles, in any order. */
export const areSameRoles = (a: readonly Role[], b: readonly Role[]): boolean =>
  a.every((role) => b.includes(role)) && b.every((role) => a.includes(role))

/** Whether a member with these roles works for one brand, and sees only what belongs to it. */
export const needsBrand = (roles: readonly Role[]): boolean => roles.includes('brand_analyst')

/** Pairs of roles that one person must not have: one proposes or administers what the other approves. */
export const exclusiveRoles: readonly { readonly pair: readonly [Role, Role]; readonly message: string }[] = [
  {
    pair: ['administrator', 'account_security'],
    message: 'Quem administra a equipe não analisa recuperações de conta.',
  },
  {
    pair: ['administrator', 'approver'],
    message: 'Quem administra a equipe não aprova promoções nem ajusta pontos.',
  },
  { pair: ['administrator', 'validator'], message: 'Quem administra a equipe não confere notas.' },
  { pair: ['administrator', 'attendant'], message: 'Quem administra a equipe não atende no balcão.' },
  { pair: ['marketing', 'approver'], message: 'Quem escreve promoções não as aprova.' },
  {
    pair: ['attendant', 'account_security'],
    message: 'Quem atende no balcão não analisa recuperações de conta.',
  },
  { pair: ['validator', 'approver'], message: 'Quem confere notas não ajusta pontos.' },
  // People who work for a brand see nothing of the club or of other brands.
  ...(Object.keys(allRoles) as Role[])
    .filter((role) => role !== 'brand_analyst')
    .map((role) => ({
      pair: ['brand_analyst', role] as const,
      message: 'Quem analisa projetos de uma marca não tem outro papel.',
    })),
]

/** Why one person must not have these roles together, or null. */
export const exclusiveRolesError = (held: readonly Role[]): string | null =>
  exclusiveRoles.find(({ pair }) => pair.every((role) => held.includes(role)))?.message ?? null
