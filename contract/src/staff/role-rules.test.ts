import { expect, test } from 'vitest'
import { roles, type Role } from '../kernel/permissions.ts'
import { exclusiveRoles, exclusiveRolesError, isSensitive } from './role-rules.ts'

test('all roles except those of gates, gift desks, service agents and auditors are sensitive', () => {
  const others = (Object.keys(roles) as Role[]).filter((role) => !isSensitive([role]))
  expect(others).toEqual([
    'gift_supervisor',
    'gate_steward',
    'gate_supervisor',
    'service_agent',
    'service_supervisor',
    'auditor',
  ])
})

test('one person cannot hold both sides of a two-person rule', () => {
  const isPermitted = (held: readonly Role[], permission: string) =>
    held.some((role) => (roles[role].permissions as readonly string[]).includes(permission))
  const allowed = (Object.keys(roles) as Role[]).flatMap((one) =>
    (Object.keys(roles) as Role[])
      .map((other): Role[] => [one, other])
      .filter((held) => exclusiveRolesError(held) === null),
  )
  for (const held of allowed) {
    expect(isPermitted(held, 'campaigns.edit') && isPermitted(held, 'campaigns.approve')).toBe(false)
    expect(isPermitted(held, 'recovery.desk') && isPermitted(held, 'recovery.review')).toBe(false)
    const manages = isPermitted(held, 'staff.manage')
    for (const approval of ['campaigns.approve', 'points.adjust', 'recovery.review', 'receipts.review'])
      expect(manages && isPermitted(held, approval)).toBe(false)
  }
})

test('a pair of mutually exclusive roles is reported in any order and among other roles', () => {
  for (const { pair, message } of exclusiveRoles)
    for (const held of [pair, pair.toReversed(), [...pair, 'auditor' as const]])
      expect(exclusiveRolesError(held)).toBe(message)
  expect(exclusiveRolesError(['marketing', 'auditor'])).toBeNull()
})
