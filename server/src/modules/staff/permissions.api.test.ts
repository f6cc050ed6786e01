import { projectsCsvFile } from '@clube/contract/new-project/staff-calls.ts'
import { roles, type Role } from '@clube/contract/kernel/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../testing/browser.ts'
import { useClub } from '../../testing/club.ts'
import { signedInStaff, staffPersonas } from '../../testing/staff.ts'

const club = useClub()

const anyMember = 'any signed-in member'
const anonymous = 'anonymous visitors'
type Allowed = readonly Role[] | typeof anyMember | typeof anonymous

const desk = ['attendant'] as const
const security = ['account_security'] as const
const validators = ['validator'] as const
const marketing = ['marketing'] as const
const approvers = ['approver'] as const
const gate = ['gate_steward', 'gate_supervisor'] as const
const supervisors = ['gate_supervisor'] as const
const giftDesk = ['attendant', 'gift_supervisor'] as const
const giftSupervisors = ['gift_supervisor'] as const
const board = ['marketing', 'approver', 'auditor'] as const
const reconcilers = ['reconciler'] as const
const agents = ['service_agent', 'service_supervisor'] as const
const raters = [...agents, 'marketing'] as const
const analysts = ['brand_analyst'] as const
const administrators = ['administrator'] as const
const auditors = ['auditor', 'administrator'] as const

/** Expected permissions of every role, written by hand. A call without a row fails the first test. */
const table: Readonly<Record<string, Allowed>> = {
  'POST /api/staff/sign-in': anonymous,
  'POST /api/staff/sign-in/code': anonymous,
  'POST /api/staff/sign-in/recovery-code': anonymous,
  'GET /api/staff/enrollment': anonymous,
  'POST /api/staff/enrollment/confirm': anonymous,
  'POST /api/staff/invitation': anonymous,
  'POST /api/staff/invitation/accept': anonymous,

  'GET /api/staff/session': anyMember,
  'POST /api/staff/sign-out': anonymous,
  'POST /api/staff/recovery-codes': anyMember,
  'GET /api/staff/waiting': anyMember,

  'GET /api/staff/members': administrators,
  'GET /api/staff/members/brands': administrators,
  'POST /api/staff/members/invite': administrators,
  'POST /api/staff/members/renew-invitation': administrators,
  'POST /api/staff/members/roles': administrators,
  'POST /api/staff/members/disable': administrators,
  'POST /api/staff/members/enable': administrators,
  'POST /api/staff/members/reset-second-factor': administrators,
  'GET /api/staff/members/changes': administrators,
  'POST /api/staff/members/changes/approve': administrators,
  'POST /api/staff/members/changes/reject': administrators,

  'GET /api/staff/audit': auditors,
  'GET /api/staff/audit/actors': auditors,
  'GET /api/staff/audit/proofs': auditors,
  'POST /api/staff/audit/verify': auditors,
  'POST /api/staff/audit/find-customer': auditors,

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
  'POST /api/staff/recovery/desk-codes/confirm': desk,
  'POST /api/staff/customers/find': ['attendant', 'account_security'],
  'POST /api/staff/customers/search': desk,
  'POST /api/staff/customers/open': ['attendant', 'account_security', 'approver', ...agents],
  'POST /api/staff/customers/history': ['attendant', 'account_security', 'approver', ...agents],
  'GET /api/staff/customers/corrections': desk,
  'POST /api/staff/customers/corrections/read': desk,
  'POST /api/staff/customers/corrections/propose': desk,
  'POST /api/staff/customers/corrections/approve': desk,
  'POST /api/staff/customers/corrections/reject': desk,
  'POST /api/staff/customers/resend': desk,
  'POST /api/staff/customers/resend-receipt': desk,
  'POST /api/staff/customers/request-deletion': desk,
  'POST /api/staff/customers/cancel-deletion': desk,
  'POST /api/staff/participation/campaigns': desk,
  'POST /api/staff/participation/start': desk,

  'GET /api/staff/receipts/queue': validators,
  'POST /api/staff/receipts/register': desk,
  'POST /api/staff/receipts/find': validators,
  'POST /api/staff/receipts/approve': validators,
  'POST /api/staff/receipts/reject': validators,
  'POST /api/staff/receipts/reverse': validators,
  'POST /api/staff/receipts/open': validators,
  'POST /api/staff/receipts/request-photo': validators,
  'POST /api/staff/receipts/earlier': validators,
  'POST /api/staff/receipts/photo-view': validators,
  'GET /api/staff/receipts/anomalies': validators,
  'GET /api/staff/ratings/figures': raters,
  'GET /api/staff/ratings/detractors': raters,
  'POST /api/staff/ratings/contact': raters,
  'POST /api/staff/ratings/follow-up': raters,
  'GET /api/staff/customer-service/queue': agents,
  'GET /api/staff/customer-service/overview': agents,
  'POST /api/staff/customer-service/open': agents,
  'GET /api/staff/customer-service/ticket/{ticket_id}': agents,
  'POST /api/staff/customer-service/of-customer': agents,
  'POST /api/staff/customer-service/search': agents,
  'POST /api/staff/customer-service/replying': agents,
  'GET /api/staff/customer-service/changes': agents,
  'POST /api/staff/customer-service/reply': agents,
  'POST /api/staff/customer-service/note': agents,
  'POST /api/staff/customer-service/assign': agents,
  'POST /api/staff/customer-service/next': agents,
  'POST /api/staff/customer-service/edit': agents,
  'POST /api/staff/customer-service/transfer': agents,
  'POST /api/staff/customer-service/merge': agents,
  'POST /api/staff/customer-service/attachment/upload': agents,
  'POST /api/staff/customer-service/attachment/discard': agents,
  'GET /api/staff/customer-service/hours': agents,
  'POST /api/staff/customer-service/hours/save': ['service_supervisor'],
  'GET /api/staff/customer-service/templates': agents,
  'POST /api/staff/customer-service/templates/save': ['service_supervisor'],
  'POST /api/staff/customer-service/templates/archive': ['service_supervisor'],
  'GET /api/staff/customer-service/figures': agents,
  'GET /api/staff/shops': marketing,
  'POST /api/staff/shops/save': marketing,
  'POST /api/staff/shops/import': marketing,
  'POST /api/staff/shops/import/preview': marketing,
  'POST /api/staff/points/find': approvers,
  'POST /api/staff/points/open': approvers,
  'POST /api/staff/points/adjust': approvers,

  'GET /api/staff/campaign': marketing,
  'GET /api/staff/campaign/results': marketing,
  'GET /api/staff/campaign/draft': marketing,
  'POST /api/staff/campaign/draft/save': marketing,
  'POST /api/staff/campaign/draft/delete': marketing,
  'POST /api/staff/campaign/create': marketing,
  'POST /api/staff/campaign/update': marketing,
  'POST /api/staff/campaign/submit': marketing,
  'POST /api/staff/campaign/change': marketing,
  'GET /api/staff/campaign/review': approvers,
  'POST /api/staff/campaign/approve': approvers,
  'POST /api/staff/campaign/return': approvers,
  'GET /api/staff/campaign/regulation': marketing,
  'POST /api/staff/campaign/regulation/propose': marketing,
  'POST /api/staff/campaign/regulation/withdraw': marketing,
  'GET /api/staff/campaign/regulation/review': approvers,
  'POST /api/staff/campaign/regulation/approve': approvers,
  'POST /api/staff/campaign/regulation/return': approvers,
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
  'POST /api/staff/event-tickets/session/cancel': marketing,
  'POST /api/staff/event-tickets/session/remove': marketing,

  'GET /api/staff/scratch-card/batches': marketing,
  'GET /api/staff/scratch-card/batches/review': approvers,
  'POST /api/staff/scratch-card/batches/request': marketing,
  'POST /api/staff/scratch-card/batches/approve': approvers,
  'POST /api/staff/scratch-card/batches/void': marketing,
  'POST /api/staff/scratch-card/codes/void': marketing,
  'GET /api/staff/scratch-card/giving': desk,
  'POST /api/staff/scratch-card/find': desk,
  'POST /api/staff/scratch-card/give': desk,
  'POST /api/staff/scratch-card/give/undo': desk,
  'POST /api/staff/scratch-card/awards/read': giftDesk,
  'POST /api/staff/scratch-card/awards/find': giftDesk,
  'POST /api/staff/scratch-card/awards/deliver': giftDesk,
  'POST /api/staff/scratch-card/awards/undo': giftSupervisors,
  'GET /api/staff/scratch-card/awards/deliveries': giftDesk,
  'POST /api/staff/scratch-card/awards/signature': giftSupervisors,
  'GET /api/staff/scratch-card/unclaimed': ['marketing', 'auditor'],
  'GET /api/staff/scratch-card/campaigns': board,
  'GET /api/staff/scratch-card/deck': board,
  'GET /api/staff/scratch-card/board': board,
  'POST /api/staff/scratch-card/deck/prepare': marketing,
  'POST /api/staff/scratch-card/deck/seal': ['approver'],

  'GET /api/staff/parking-voucher/campaigns': giftDesk,
  'POST /api/staff/parking-voucher/look-up': giftDesk,
  'POST /api/staff/parking-voucher/apply': giftDesk,
  'GET /api/staff/parking-voucher/state/{voucher_id}': giftDesk,
  'GET /api/staff/parking-voucher/vouchers': giftDesk,
  'POST /api/staff/parking-voucher/undo': giftSupervisors,
  'GET /api/staff/parking-voucher/cases': reconcilers,
  'POST /api/staff/parking-voucher/cases/ask-again': reconcilers,
  'POST /api/staff/parking-voucher/cases/decide': reconcilers,
  'GET /api/staff/parking-voucher/days': reconcilers,
  'POST /api/staff/parking-voucher/days/compare': reconcilers,
  'GET /api/staff/parking-voucher/items': reconcilers,
  'POST /api/staff/parking-voucher/items/decide': reconcilers,
  'GET /api/staff/parking-voucher/liability': reconcilers,
  'GET /api/staff/partner-points/choices': anyMember,
  'GET /api/staff/partner-points/partners': reconcilers,
  'POST /api/staff/partner-points/switch': reconcilers,
  'POST /api/staff/partner-points/settlement/start': reconcilers,
  'POST /api/staff/partner-points/settlement/part': reconcilers,
  'GET /api/staff/partner-points/settlement': reconcilers,
  'GET /api/staff/partner-points/items': reconcilers,
  'POST /api/staff/partner-points/items/decide': reconcilers,
  'GET /api/staff/partner-points/figures': reconcilers,
  'GET /api/staff/partner-points/cases': reconcilers,
  'POST /api/staff/partner-points/cases/ask-again': reconcilers,
  'POST /api/staff/partner-points/cases/decide': reconcilers,
  'GET /api/staff/partner-points/refunds': reconcilers,
  'POST /api/staff/partner-points/refunds/propose': reconcilers,
  'POST /api/staff/partner-points/refunds/confirm': reconcilers,
  'POST /api/staff/partner-points/refunds/withdraw': reconcilers,
  'POST /api/staff/partner-points/refunds/resume': reconcilers,

  'GET /api/staff/projects': analysts,
  'GET /api/staff/projects/brand': analysts,
  'POST /api/staff/projects/open': analysts,
  'POST /api/staff/projects/approve': analysts,
  'POST /api/staff/projects/reject': analysts,
  'POST /api/staff/projects/file-view': analysts,
  'POST /api/staff/projects/purchases/import': analysts,
  'GET /api/staff/brands': ['marketing', 'approver'],
  'POST /api/staff/brands/create': marketing,
  'POST /api/staff/brands/propose': marketing,
  'POST /api/staff/brands/withdraw': marketing,
  'POST /api/staff/brands/approve': approvers,
  'POST /api/staff/brands/reject': approvers,
  'POST /api/staff/free-gifts/pictures': marketing,
  'GET /api/staff/free-gifts/campaigns': marketing,
  'GET /api/staff/free-gifts/stock': marketing,
  'GET /api/staff/free-gifts/stock/movements': marketing,
  'GET /api/staff/free-gifts/points': giftDesk,
  'POST /api/staff/free-gifts/read': giftDesk,
  'POST /api/staff/free-gifts/find': giftDesk,
  'POST /api/staff/free-gifts/print': giftDesk,
  'POST /api/staff/free-gifts/deliver': giftDesk,
  'POST /api/staff/free-gifts/undo': giftSupervisors,
  'GET /api/staff/free-gifts/deliveries': giftDesk,
  'POST /api/staff/free-gifts/signature': giftSupervisors,
  'POST /api/staff/free-gifts/queue/join': giftDesk,
  'GET /api/staff/free-gifts/queue': giftDesk,
  'POST /api/staff/free-gifts/queue/next': giftDesk,
  'POST /api/staff/free-gifts/queue/absent': giftDesk,
  'POST /api/staff/free-gifts/stock/receive': marketing,
  'POST /api/staff/free-gifts/stock/transfer': marketing,
  'POST /api/staff/free-gifts/stock/lose': marketing,
  'POST /api/staff/free-gifts/stock/count': marketing,

  'GET /api/staff/gate/sessions': gate,
  'POST /api/staff/gate/scan': gate,
  'POST /api/staff/gate/undo': gate,
  'GET /api/staff/gate/session/{session_id}/own-admissions': gate,
  'GET /api/staff/gate/session/{session_id}/counters': gate,
  'GET /api/staff/gate/session/{session_id}/offline-list': gate,
  'GET /api/staff/gate/session/{session_id}/scans': supervisors,
  'POST /api/staff/gate/override': supervisors,
  'POST /api/staff/gate/door-entry': supervisors,
  'POST /api/staff/gate/release-no-shows': supervisors,
}

/** Files, which are not calls. */
const files: Readonly<Record<string, readonly Role[]>> = {
  'GET /api/staff/recovery/photo-views/{view_token}': security,
  'GET /api/staff/receipts/photo-views/{view_token}': validators,
  'GET /api/staff/event-tickets/session/{session_id}/ingressos.csv': marketing,
  'GET /api/staff/ratings/{from}/{to}/avaliacoes.csv': raters,
  'GET /api/staff/projects/pictures/{view_token}': analysts,
  'GET /api/staff/projects/pdfs/{view_token}': analysts,
  'GET /api/staff/projects/export': analysts,
  'GET /api/staff/customer-service/{from}/{to}/atendimentos.csv': ['service_supervisor'],
  'GET /api/staff/customer-service/attachment/{attachment_id}/anexo.jpg': agents,
  'GET /api/staff/customer-service/attachment/{attachment_id}/anexo.pdf': agents,
}

const personaOfRole = Object.fromEntries(
  Object.values(staffPersonas).map((persona) => [persona.roles[0], persona]),
) as unknown as Readonly<Record<Role, (typeof staffPersonas)[keyof typeof staffPersonas]>>

const send = async (browser: TestBrowser, operation: string): Promise<{ status: number; code?: string }> => {
  const [method = '', path = ''] = operation.split(' ')
  if (operation === `GET ${projectsCsvFile.path}`) return download(browser, path)
  return browser.raw(method, path.replace(/\{\w+\}/g, 'x'), method === 'POST' ? {} : undefined)
}

/** A file without parameters is served to permitted roles: its content is no envelope. */
const download = async (browser: TestBrowser, path: string) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(club.url + path, { headers: { cookie } })
  return response.ok
    ? { status: response.status }
    : { status: response.status, code: ((await response.json()) as { code: string }).code }
}

test('the permission table has exactly one row per staff call', async () => {
  const reference = (await (await fetch(`${club.url}/api/docs`)).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const served = Object.entries(reference.paths)
    .filter(([path]) => path.startsWith('/api/staff/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  expect(served.toSorted()).toEqual(Object.keys(table).toSorted())
})

const guarded = Object.entries({ ...table, ...files }).filter(([, allowed]) => allowed !== anonymous)

describe.each(Object.keys(personaOfRole) as Role[])('the role %s', (role) => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await signedInStaff(club, personaOfRole[role])
  })

  test.each(guarded)(
    `%s is limited to the permitted roles, called as ${role}`,
    async (operation, allowed) => {
      const response = await send(browser, operation)
      // Permitted roles pass the guard: an empty body is rejected as invalid or as not a form, never as forbidden.
      if (allowed === anyMember || allowed.includes(role))
        expect([200, 400, 404, 422]).toContain(response.status)
      else expect(response).toMatchObject({ status: 403, code: 'session.not-allowed' })
    },
  )
})

test.each(guarded)('%s requires a staff session', async (operation) => {
  const browser = club.browser()
  expect(await send(browser, operation)).toMatchObject({ status: 401, code: 'session.required' })
  browser.cookies.set('staff', 'A'.repeat(43))
  expect(await send(browser, operation)).toMatchObject({ status: 401, code: 'session.required' })
})

test('the demonstration has a staff member for each role', () => {
  expect(Object.keys(personaOfRole).toSorted()).toEqual(Object.keys(roles).toSorted())
})
