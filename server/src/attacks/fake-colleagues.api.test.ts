import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '@clube/contract/kernel/permissions.ts'
import {
  approveStaffChangeCall,
  listStaffChangesCall,
  rejectStaffChangeCall,
} from '@clube/contract/staff/change-calls.ts'
import {
  changeStaffRolesCall,
  disableStaffCall,
  enableStaffCall,
  inviteStaffCall,
  listStaffCall,
  resetSecondFactorCall,
} from '@clube/contract/staff/management-calls.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { signedInStaff, staffEmail, staffPersonas } from '../testing/staff.ts'

const club = useClub()
const { administrator, second_administrator, approver, gate_steward, marketing } = staffPersonas
type Persona = (typeof staffPersonas)[keyof typeof staffPersonas]

let isabel: TestBrowser
let jorge: TestBrowser
beforeAll(async () => {
  isabel = await signedInStaff(club, administrator)
  jorge = await signedInStaff(club, second_administrator)
})

const idOf = async (persona: Persona): Promise<string> => {
  const { id } = await club.database.db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', staffEmail(persona))
    .executeTakeFirstOrThrow()
  return id
}

const rolesOf = async (persona: Persona) => {
  const response = await isabel.send(listStaffCall)
  return response.ok ? response.data.find(({ email }) => email === staffEmail(persona))?.roles : undefined
}

/** The id of the change that was proposed. */
const proposalIn = (response: { ok: boolean; data?: unknown; message?: string | undefined }): string => {
  const data = response.data as { kind?: string; change?: { change_id: string } } | undefined
  if (data?.kind !== 'proposed') throw new Error(`Nothing was proposed: ${response.message}`)
  return data.change?.change_id ?? ''
}

const changeRoles = async (browser: TestBrowser, persona: Persona, roles: Role[]) =>
  browser.send(changeStaffRolesCall, { body: { staff_id: await idOf(persona), roles } })
const decide = (browser: TestBrowser, change_id: string) =>
  browser.send(approveStaffChangeCall, { body: { change_id } })

const sensitive: Role[] = [
  'attendant',
  'validator',
  'account_security',
  'marketing',
  'approver',
  'administrator',
]

describe('one administrator', () => {
  test.each(sensitive)(
    'one administrator cannot grant the role %s without a second administrator',
    async (role) => {
      const before = await rolesOf(gate_steward)
      const change_id = proposalIn(await changeRoles(isabel, gate_steward, ['gate_steward', role]))
      expect(await rolesOf(gate_steward)).toEqual(before)
      expect(await decide(isabel, change_id)).toMatchObject({ status: 403, code: 'staff.own-proposal' })
      const seen = await jorge.send(listStaffChangesCall)
      expect(seen.ok && seen.data.pending).toMatchObject([
        { change_id, kind: 'roles', name: gate_steward.name, proposed_by: { name: administrator.name } },
      ])
      expect(await jorge.send(rejectStaffChangeCall, { body: { change_id } })).toMatchObject({ status: 200 })
      expect(await decide(jorge, change_id)).toMatchObject({ status: 409, code: 'staff.change-decided' })
      expect(await rolesOf(gate_steward)).toEqual(before)
    },
  )

  test.each<Role[][]>([
    [['administrator', 'account_security']],
    [['administrator', 'approver']],
    [['administrator', 'validator']],
    [['administrator', 'attendant']],
    [['marketing', 'approver']],
  ])('an administrator cannot propose to hold the mutually exclusive roles %j', async (roles) => {
    expect(await changeRoles(isabel, administrator, roles)).toMatchObject({
      status: 422,
      errors: [{ path: 'roles', message: expect.stringContaining('Quem') }],
    })
  })

  test('one administrator cannot invite a member with a sensitive role without a second administrator', async () => {
    const body = { name: 'Colega Inventada', email: 'inventada@exemplo.com.br', roles: ['approver' as const] }
    const change_id = proposalIn(await isabel.send(inviteStaffCall, { body }))
    expect(await isabel.send(inviteStaffCall, { body })).toMatchObject({ code: 'staff.change-pending' })
    const invited = await sql`select 1 from staff where email = ${body.email}`.execute(club.database.db)
    expect(invited.rows).toEqual([])
    expect(await isabel.send(rejectStaffChangeCall, { body: { change_id } })).toMatchObject({ status: 200 })
  })

  test('one administrator cannot reset another member’s second factor or re-enable a member without a second administrator', async () => {
    const staff_id = await idOf(approver)
    expect(proposalIn(await isabel.send(resetSecondFactorCall, { body: { staff_id } }))).not.toBe('')
    expect(await isabel.send(disableStaffCall, { body: { staff_id } })).toMatchObject({ status: 200 })
    // Disabling the member ended the pending change.
    const change_id = proposalIn(await isabel.send(enableStaffCall, { body: { staff_id } }))
    expect(await decide(jorge, change_id)).toMatchObject({ data: { member: { state: 'active' } } })
  })

  test('an administrator cannot approve a change of their own account', async () => {
    const change_id = proposalIn(await changeRoles(jorge, administrator, ['administrator', 'marketing']))
    expect(await decide(isabel, change_id)).toMatchObject({ status: 409, code: 'staff.own-account' })
    expect(await jorge.send(rejectStaffChangeCall, { body: { change_id } })).toMatchObject({ status: 200 })
  })
})

describe('two administrators', () => {
  test('an administrator created by two others can approve changes only after 3 days', async () => {
    const change_id = proposalIn(await changeRoles(isabel, marketing, ['administrator']))
    expect(await decide(jorge, change_id)).toMatchObject({ data: { member: { roles: ['administrator'] } } })
    const proposed = proposalIn(await changeRoles(isabel, gate_steward, ['gate_steward', 'validator']))
    const bruno = await signedInStaff(club, marketing)
    const early = await decide(bruno, proposed)
    expect(early).toMatchObject({ status: 403, code: 'session.roles-too-recent' })
    club.advanceSeconds(3 * 24 * 3600)
    isabel = await signedInStaff(club, administrator)
    jorge = await signedInStaff(club, second_administrator)
    const later = await signedInStaff(club, marketing)
    expect(await decide(later, proposed)).toMatchObject({ status: 200 })
    expect(await rolesOf(gate_steward)).toEqual(['validator', 'gate_steward'])
  })

  test('a proposed change cannot be approved after 7 days', async () => {
    const change_id = proposalIn(await changeRoles(isabel, gate_steward, ['gate_steward', 'attendant']))
    club.advanceSeconds(7 * 24 * 3600)
    isabel = await signedInStaff(club, administrator)
    jorge = await signedInStaff(club, second_administrator)
    expect(await decide(jorge, change_id)).toMatchObject({ code: 'staff.change-decided' })
    expect(await jorge.send(listStaffChangesCall)).toMatchObject({ data: { pending: [] } })
    proposalIn(await changeRoles(isabel, gate_steward, ['gate_steward', 'attendant']))
  })

  test('disabling the proposer ends their pending proposals permanently', async () => {
    const staff_id = await idOf(administrator)
    const [pending] = await club.database.db
      .selectFrom('staff_change')
      .select('id')
      .where('state', '=', 'proposed')
      .execute()
    expect(await jorge.send(disableStaffCall, { body: { staff_id } })).toMatchObject({ status: 200 })
    const change_id = pending?.id ?? ''
    const ended = { status: 409, code: 'staff.change-decided' }
    expect(await decide(jorge, change_id)).toMatchObject(ended)
    await sql`update staff set state = 'active' where id = ${staff_id}`.execute(club.database.db)
    isabel = await signedInStaff(club, administrator)
    expect(await decide(jorge, change_id)).toMatchObject(ended)
    expect(await jorge.send(rejectStaffChangeCall, { body: { change_id } })).toMatchObject(ended)
  })
})

test('an administrator who disables all others can change nothing sensitive', async () => {
  for (const other of [second_administrator, marketing])
    expect(await isabel.send(disableStaffCall, { body: { staff_id: await idOf(other) } })).toMatchObject({
      status: 200,
    })
  const refused = { status: 409, code: 'staff.second-administrator-needed' }
  expect(await changeRoles(isabel, gate_steward, ['gate_steward', 'approver'])).toMatchObject(refused)
  expect(
    await isabel.send(enableStaffCall, { body: { staff_id: await idOf(second_administrator) } }),
  ).toMatchObject(refused)
  const body = { name: 'Colega Inventada', email: 'outra@exemplo.com.br', roles: ['administrator' as const] }
  expect(await isabel.send(inviteStaffCall, { body })).toMatchObject(refused)
  expect(await isabel.send(inviteStaffCall, { body: { ...body, roles: ['gate_steward'] } })).toMatchObject({
    data: { kind: 'done' },
  })
})
