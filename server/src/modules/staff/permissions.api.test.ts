import { roles, type Role } from '@clube/contract/kernel/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()

const everybody = 'everybody signed in'
const strangers = 'whoever comes to sign in or out'
type Whom = readonly Role[] | typeof everybody | typeof strangers

const desk = ['attendant'] as const
const security = ['account_security'] as const
const validators = ['validator'] as const
const marketing = ['marketing'] as const
const approvers = ['approver'] as const
const gate = ['gate_steward', 'gate_supervisor'] as const
const supervisors = ['gate_supervisor'] as const
const administrators = ['administrator'] as const
const auditors = ['auditor', 'administrator'] as const

/** Written out by hand: who may call what, as the club decided it. A call without a row fails the first test. */
const table: Readonly<Record<string, Whom>> = {
  'POST /api/staff/sign-in': strangers,
  'POST /api/staff/sign-in/code': strangers,
  'POST /api/staff/sign-in/recovery-code': strangers,
  'GET /api/staff/enrolment': strangers,
  'POST /api/staff/enrolment/confirm': strangers,
  'POST /api/staff/invitation': strangers,
  'POST /api/staff/invitation/accept': strangers,

  'GET /api/staff/session': everybody,
  'POST /api/staff/sign-out': strangers,
  'POST /api/staff/recovery-codes': everybody,

  'GET /api/staff/members': administrators,
  'POST /api/staff/members/invite': administrators,
  'POST /api/staff/members/renew-invitation': administrators,
  'POST /api/staff/members/roles': administrators,
  'POST /api/staff/members/disable': administrators,
  'POST /api/staff/members/enable': administrators,
  'POST /api/staff/members/reset-second-factor': administrators,

  'GET /api/staff/audit': auditors,
  'GET /api/staff/audit/actors': auditors,
  'POST /api/staff/audit/verify': auditors,

  'GET /api/staff/recovery/requests': security,
  'GET /api/staff/recovery/requests/{id}': security,
  'POST /api/staff/recovery/requests/{id}/start': security,
  'POST /api/staff/recovery/requests/{id}/photos/{photo_id}/view': security,
  'POST /api/staff/recovery/requests/{id}/approve': security,
  'POST /api/staff/recovery/requests/{id}/approve-second': security,
  'POST /api/staff/recovery/requests/{id}/ask-again': security,
  'POST /api/staff/recovery/requests/{id}/reject': security,
  'POST /api/staff/recovery/requests/{id}/send-code': security,
  'POST /api/staff/recovery/desk-codes': desk,
  'POST /api/staff/customers/find': ['attendant', 'account_security'],
  'POST /api/staff/customers/request-deletion': desk,
  'POST /api/staff/customers/give-up-deletion': desk,
  'POST /api/staff/participation/campaigns': desk,
  'POST /api/staff/participation/start': desk,

  'GET /api/staff/receipts/queue': validators,
  'POST /api/staff/receipts/find': validators,
  'POST /api/staff/receipts/approve': validators,
  'POST /api/staff/receipts/reject': validators,
  'POST /api/staff/receipts/reverse': validators,
  'POST /api/staff/receipts/photo-look': validators,
  'GET /api/staff/receipts/anomalies': validators,
  'GET /api/staff/shops': marketing,
  'POST /api/staff/shops/save': marketing,
  'POST /api/staff/shops/import': marketing,
  'POST /api/staff/points/find': approvers,
  'POST /api/staff/points/adjust': approvers,

  'GET /api/staff/campaign': marketing,
  'POST /api/staff/campaign/create': marketing,
  'POST /api/staff/campaign/update': marketing,
  'POST /api/staff/campaign/submit': marketing,
  'POST /api/staff/campaign/change': marketing,
  'GET /api/staff/campaign/review': approvers,
  'POST /api/staff/campaign/approve': approvers,
  'POST /api/staff/campaign/return': approvers,
  'POST /api/staff/transaction/reverse': approvers,
  'GET /api/staff/consent': marketing,
  'POST /api/staff/consent/preview': marketing,
  'POST /api/staff/consent/publish': marketing,

  'GET /api/staff/event-tickets/sessions': marketing,
  'GET /api/staff/event-tickets/campaigns': marketing,
  'GET /api/staff/event-tickets/session/{session_id}': marketing,
  'GET /api/staff/event-tickets/session/{session_id}/tickets': marketing,
  'GET /api/staff/event-tickets/session/{session_id}/reservations': marketing,
  'GET /api/staff/event-tickets/session/{session_id}/waiting-list': marketing,
  'POST /api/staff/event-tickets/session/create': marketing,
  'POST /api/staff/event-tickets/session/update': marketing,
  'POST /api/staff/event-tickets/session/remove': marketing,

  'GET /api/staff/gate/sessions': gate,
  'POST /api/staff/gate/scan': gate,
  'GET /api/staff/gate/session/{session_id}/counters': gate,
  'GET /api/staff/gate/session/{session_id}/offline-list': gate,
  'GET /api/staff/gate/session/{session_id}/scans': supervisors,
  'POST /api/staff/gate/override': supervisors,
  'POST /api/staff/gate/door-entry': supervisors,
  'POST /api/staff/gate/release-no-shows': supervisors,
}

/** Pictures and files, which are no calls of the reference. */
const files: Readonly<Record<string, readonly Role[]>> = {
  'GET /api/staff/recovery/photo-views/{view_token}': security,
  'GET /api/staff/receipts/photo-looks/{look_token}': validators,
  'GET /api/staff/event-tickets/session/{session_id}/ingressos.csv': marketing,
}

const oneOfEach = Object.fromEntries(
  Object.values(staffPersonas).map((persona) => [persona.roles[0], persona]),
) as unknown as Readonly<Record<Role, (typeof staffPersonas)[keyof typeof staffPersonas]>>

const send = (browser: TestBrowser, operation: string) => {
  const [method = '', path = ''] = operation.split(' ')
  return browser.raw(method, path.replace(/\{\w+\}/g, 'x'), method === 'POST' ? {} : undefined)
}

test('the table has a row for every call of the staff, and no other', async () => {
  const reference = (await (await fetch(`${club.url}/api/docs`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const served = Object.entries(reference.paths)
    .filter(([path]) => path.startsWith('/api/staff/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  expect(served.toSorted()).toEqual(Object.keys(table).toSorted())
})

const guarded = Object.entries({ ...table, ...files }).filter(([, whom]) => whom !== strangers)

describe.each(Object.keys(oneOfEach) as Role[])('%s', (role) => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await signedInStaff(club, oneOfEach[role])
  })

  test.each(guarded)('%s', async (operation, whom) => {
    const reply = await send(browser, operation)
    // Whoever may gets past the guard: an empty body or address is refused for itself, never for the person.
    if (whom === everybody || whom.includes(role)) expect([200, 404, 422]).toContain(reply.status)
    else expect(reply).toMatchObject({ status: 403, code: 'session.not-allowed' })
  })
})

test.each(guarded)('%s is for nobody without a session', async (operation) => {
  const stranger = club.browser()
  expect(await send(stranger, operation)).toMatchObject({ status: 401, code: 'session.required' })
  stranger.cookies.set('staff', 'A'.repeat(43))
  expect(await send(stranger, operation)).toMatchObject({ status: 401, code: 'session.required' })
})

test('every role of the club has somebody in the demonstration', () => {
  expect(Object.keys(oneOfEach).toSorted()).toEqual(Object.keys(roles).toSorted())
})
