import * as deskCalls from '@clube/contract/campaigns/desk-calls.ts'
import type { Call } from '@clube/contract/kernel/call.ts'
import type { Permission, Role } from '@clube/contract/kernel/permissions.ts'
import * as adjustmentCalls from '@clube/contract/points/adjustment-calls.ts'
import * as receiptPhotoCalls from '@clube/contract/receipts/receipt-photo-calls.ts'
import * as receiptCalls from '@clube/contract/receipts/receipt-staff-calls.ts'
import * as recoveryCalls from '@clube/contract/recovery/staff-calls.ts'
import * as auditCalls from '@clube/contract/staff/audit-calls.ts'
import * as managementCalls from '@clube/contract/staff/management-calls.ts'
import * as signInCalls from '@clube/contract/staff/sign-in-calls.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'path' in value && 'refusals' in value

const callsOf = (modules: readonly object[]): Call[] =>
  modules.flatMap((module) => Object.values(module) as unknown[]).filter(isCall)

const guarded = callsOf([
  managementCalls,
  auditCalls,
  recoveryCalls,
  receiptCalls,
  receiptPhotoCalls,
  adjustmentCalls,
  deskCalls,
]).filter(({ session }) => session === 'staff')
const open = callsOf([signInCalls]).filter(({ session }) => session === 'staff')

/** Written out by hand: who may do what, as the club decided it. */
const allowed: Readonly<Record<Role, readonly Permission[]>> = {
  attendant: ['recovery.desk', 'customers.find', 'participations.start', 'gifts.deliver', 'parking.apply'],
  validator: ['receipts.review'],
  gate_steward: ['gate.scan'],
  gate_supervisor: ['gate.scan', 'gate.supervise'],
  service_agent: ['tickets.answer', 'ratings.read'],
  account_security: ['recovery.review', 'recovery.approve-second', 'customers.find'],
  marketing: ['campaigns.edit', 'stores.edit', 'consent.publish', 'events.manage', 'ratings.read'],
  approver: ['campaigns.approve', 'points.adjust'],
  auditor: ['audit.read'],
  administrator: ['staff.manage', 'audit.read'],
}

const oneOfEach = Object.fromEntries(
  Object.values(staffPersonas).map((persona) => [persona.roles[0], persona]),
) as unknown as Readonly<Record<Role, (typeof staffPersonas)[keyof typeof staffPersonas]>>

const send = (browser: TestBrowser, call: Call) =>
  browser.raw(call.method, call.path, call.method === 'POST' ? {} : undefined)

test('there are calls to guard, and each names its permission', () => {
  expect(guarded.length).toBeGreaterThanOrEqual(20)
  for (const call of guarded) expect(call.permission, call.path).toBeDefined()
})

describe.each(Object.keys(allowed) as Role[])('%s', (role) => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await signedInStaff(club, oneOfEach[role])
  })

  test.each(guarded.map((call) => [call.path, call] as const))('%s', async (_path, call) => {
    const reply = await send(browser, call)
    const may = call.permission !== undefined && allowed[role].includes(call.permission)
    // Whoever may gets past the guard: an empty body is refused for itself, never for the person.
    if (may) expect([200, 422]).toContain(reply.status)
    else expect(reply).toMatchObject({ status: 403, code: 'session.not-allowed' })
  })

  test.each(open.map((call) => [call.path, call] as const))(
    '%s is for everybody signed in',
    async (_path, call) => {
      expect([200, 422]).toContain((await send(browser, call)).status)
    },
  )
})

test.each([...guarded, ...open].map((call) => [call.path, call] as const))(
  '%s is for nobody without a session',
  async (_path, call) => {
    const stranger = club.browser()
    expect(await send(stranger, call)).toMatchObject({ status: 401, code: 'session.required' })
    stranger.cookies.set('staff', 'A'.repeat(43))
    expect(await send(stranger, call)).toMatchObject({ status: 401, code: 'session.required' })
  },
)
