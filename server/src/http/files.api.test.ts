import { reservationCalendarFile, reservationTicketsFile } from '@clube/contract/event-tickets/calls.ts'
import { giftVoucherFile } from '@clube/contract/free-gifts/calls.ts'
import { giftPictureFile } from '@clube/contract/free-gifts/picture-calls.ts'
import { resultsFile } from '@clube/contract/campaigns/results-calls.ts'
import { auditFile } from '@clube/contract/staff/audit-calls.ts'
import { sessionTicketsFile } from '@clube/contract/event-tickets/staff-calls.ts'
import { signInPasswordlessCall } from '@clube/contract/identity/sign-in-calls.ts'
import { filePath, type ServedFile } from '@clube/contract/kernel/served-file.ts'
import { pointsStatementFile } from '@clube/contract/points/calls.ts'
import {
  projectPdfFile,
  projectPictureFile,
  projectsCsvFile,
} from '@clube/contract/new-project/staff-calls.ts'
import { ratingFiguresFile } from '@clube/contract/ratings/staff-calls.ts'
import { ownDocumentFile, ownPictureFile } from '@clube/contract/customer-service/calls.ts'
import { serviceTicketsFile } from '@clube/contract/customer-service/figures-calls.ts'
import { deskDocumentFile, deskPictureFile } from '@clube/contract/customer-service/staff-calls.ts'
import { receiptPhotoFile } from '@clube/contract/receipts/receipt-photo-calls.ts'
import { requestPhotoFile } from '@clube/contract/recovery/review-calls.ts'
import { codesCsvFile, codesSheetFile } from '@clube/contract/scratch-card/batch-calls.ts'
import { settlementItemsFile } from '@clube/contract/partner-points/settlement-calls.ts'
import { awardReceiptFile, deskReceiptFile } from '@clube/contract/scratch-card/award-calls.ts'
import {
  parkingItemsFile,
  parkingLiabilityFile,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { unclaimedFile } from '@clube/contract/scratch-card/unclaimed-calls.ts'
import { deckFile, drawsFile } from '@clube/contract/scratch-card/publication-calls.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestBrowser } from '../testing/browser.ts'
import { useClub } from '../testing/club.ts'
import { contractFiles } from '../testing/contract-calls.ts'
import { freshCpfs, registerCustomer } from '../testing/joining.ts'
import { signedInStaff, staffPersonas } from '../testing/staff.ts'

const club = useClub({}, { passwordless: 'yes', access_key: 'chave-do-totem' })

type Response = { status: number; code?: string }
type EveryCaller =
  | 'anonymous'
  | 'identified'
  | 'customer'
  | 'marketing'
  | 'validator'
  | 'security'
  | 'attendant'
  | 'analyst'
type Caller = EveryCaller | 'reconciler' | 'service_supervisor'
const signInRequired = { status: 401, code: 'session.required' }
const passwordRequired = { status: 403, code: 'session.password-required' }
const forbidden = { status: 403, code: 'session.not-allowed' }
const notFound = { status: 404, code: 'request.not-found' }
const served = { status: 200 }

/** An id that does not exist. */
const unknownId = '3f0f8a52-6f0e-4c8e-9d55-0b8f1f1f2a11'

/** The expected response per file and caller, for an unknown id. */
const table: readonly {
  file: ServedFile
  params: Record<string, string>
  badId: Record<string, string> | null
  /** Every caller, and the roles that may read this file. */
  responses: Record<EveryCaller, Response> & Partial<Record<Caller, Response>>
}[] = [
  {
    file: pointsStatementFile,
    params: {},
    badId: null,
    responses: {
      anonymous: signInRequired,
      identified: passwordRequired,
      customer: served,
      marketing: signInRequired,
      validator: signInRequired,
      security: signInRequired,
      attendant: signInRequired,
      analyst: signInRequired,
    },
  },
  {
    file: reservationCalendarFile,
    params: { reservation_id: unknownId },
    badId: { reservation_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: { status: 404, code: 'event-tickets.unknown-reservation' },
      customer: { status: 404, code: 'event-tickets.unknown-reservation' },
      marketing: signInRequired,
      validator: signInRequired,
      security: signInRequired,
      attendant: signInRequired,
      analyst: signInRequired,
    },
  },
  {
    file: reservationTicketsFile,
    params: { reservation_id: unknownId },
    badId: { reservation_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: { status: 404, code: 'event-tickets.unknown-reservation' },
      customer: { status: 404, code: 'event-tickets.unknown-reservation' },
      marketing: signInRequired,
      validator: signInRequired,
      security: signInRequired,
      attendant: signInRequired,
      analyst: signInRequired,
    },
  },
  {
    file: giftVoucherFile,
    params: { voucher_id: unknownId, format: '80mm' },
    badId: { voucher_id: unknownId, format: 'a3' },
    responses: {
      anonymous: signInRequired,
      identified: { status: 404, code: 'free-gifts.unknown-voucher' },
      customer: { status: 404, code: 'free-gifts.unknown-voucher' },
      marketing: signInRequired,
      validator: signInRequired,
      security: signInRequired,
      attendant: signInRequired,
      analyst: signInRequired,
    },
  },
  {
    file: awardReceiptFile,
    params: { award_id: unknownId, format: 'a4' },
    badId: { award_id: unknownId, format: 'a3' },
    responses: {
      anonymous: signInRequired,
      identified: { status: 404, code: 'scratch-card.unknown-award' },
      customer: { status: 404, code: 'scratch-card.unknown-award' },
      marketing: signInRequired,
      validator: signInRequired,
      security: signInRequired,
      attendant: signInRequired,
      analyst: signInRequired,
    },
  },
  {
    file: deskReceiptFile,
    params: { award_id: unknownId, format: '80mm' },
    badId: { award_id: 'nada', format: '80mm' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: { status: 404, code: 'scratch-card.unknown-award' },
      analyst: forbidden,
    },
  },
  {
    file: ownPictureFile,
    params: { attachment_id: unknownId },
    badId: { attachment_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: passwordRequired,
      customer: { status: 404, code: 'customer-service.attachment-unknown' },
      marketing: signInRequired,
      validator: signInRequired,
      security: signInRequired,
      attendant: signInRequired,
      analyst: signInRequired,
    },
  },
  {
    file: ownDocumentFile,
    params: { attachment_id: unknownId },
    badId: { attachment_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: passwordRequired,
      customer: { status: 404, code: 'customer-service.attachment-unknown' },
      marketing: signInRequired,
      validator: signInRequired,
      security: signInRequired,
      attendant: signInRequired,
      analyst: signInRequired,
    },
  },
  {
    file: deskPictureFile,
    params: { attachment_id: unknownId },
    badId: { attachment_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
      service_supervisor: { status: 404, code: 'customer-service.attachment-unknown' },
    },
  },
  {
    file: deskDocumentFile,
    params: { attachment_id: unknownId },
    badId: { attachment_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
      service_supervisor: { status: 404, code: 'customer-service.attachment-unknown' },
    },
  },
  {
    file: serviceTicketsFile,
    params: { from: '2026-01-01', to: '2026-01-31' },
    badId: { from: '2026-01-01', to: 'hoje' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
      service_supervisor: served,
    },
  },
  {
    file: settlementItemsFile,
    params: { partner: 'outro', state: 'matched' },
    badId: { partner: 'voe-mais', state: 'nada' },
    responses: {
      reconciler: { status: 404, code: 'partner-points.unknown-partner' },
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: unclaimedFile,
    params: { campaign_id: unknownId },
    badId: { campaign_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: { status: 404, code: 'campaigns.unknown' },
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: parkingItemsFile,
    params: { day: '2020-01-01' },
    badId: { day: 'ontem' },
    responses: {
      reconciler: { status: 404, code: 'parking-voucher.not-compared' },
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: parkingLiabilityFile,
    params: { from_day: '2026-12-31', to_day: '2026-12-01' },
    badId: { from_day: 'ontem', to_day: 'hoje' },
    responses: {
      reconciler: { status: 422, code: 'parking-voucher.period' },
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: giftPictureFile,
    params: { picture_id: unknownId },
    badId: { picture_id: 'nada' },
    responses: {
      anonymous: notFound,
      identified: notFound,
      customer: notFound,
      marketing: notFound,
      validator: notFound,
      security: notFound,
      attendant: notFound,
      analyst: notFound,
    },
  },
  ...[codesCsvFile, codesSheetFile].map((file) => ({
    file,
    params: { batch_id: unknownId },
    badId: { batch_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: { status: 404, code: 'scratch-card.unknown-batch' },
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  })),
  ...[deckFile, drawsFile].map((file) => ({
    file,
    params: { campaign_id: unknownId },
    badId: { campaign_id: 'nada' },
    responses: {
      anonymous: notFound,
      identified: notFound,
      customer: notFound,
      marketing: notFound,
      validator: notFound,
      security: notFound,
      attendant: notFound,
      analyst: notFound,
    },
  })),
  {
    file: resultsFile,
    params: { campaign_id: unknownId },
    badId: { campaign_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: { status: 404, code: 'campaigns.unknown' },
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: ratingFiguresFile,
    params: { from: '2026-01-01', to: '2027-01-02' },
    badId: { from: '2026-01-31', to: '2026-01-01' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: notFound,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: sessionTicketsFile,
    params: { session_id: unknownId },
    badId: { session_id: 'nada' },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: { status: 404, code: 'event-tickets.unknown-session' },
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: auditFile,
    params: { from: '2026-01-01', to: '2026-01-31' },
    badId: null,
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  ...[projectPictureFile, projectPdfFile].map((file) => ({
    file,
    params: { view_token: 'A'.repeat(43) },
    badId: { view_token: 'x'.repeat(150) },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: notFound,
    },
  })),
  {
    file: projectsCsvFile,
    params: {},
    badId: null,
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: forbidden,
      attendant: forbidden,
      analyst: served,
    },
  },
  {
    file: receiptPhotoFile,
    params: { view_token: 'A'.repeat(43) },
    badId: { view_token: 'x'.repeat(150) },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: notFound,
      security: forbidden,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
  {
    file: requestPhotoFile,
    params: { view_token: 'A'.repeat(43) },
    badId: { view_token: 'x'.repeat(150) },
    responses: {
      anonymous: signInRequired,
      identified: signInRequired,
      customer: signInRequired,
      marketing: forbidden,
      validator: forbidden,
      security: notFound,
      attendant: forbidden,
      analyst: forbidden,
    },
  },
]

const signInIdentified = async (document_id: string): Promise<TestBrowser> => {
  const browser = club.browser()
  const body = { document_id, terms_id: 'shd_auth_terms', access_key: 'chave-do-totem' }
  const reply = await browser.send(signInPasswordlessCall, { body })
  if (!reply.ok) throw new Error(reply.message)
  return browser
}

const cpfs = freshCpfs(1, 730_000_000)
const callers = {} as Record<Caller, TestBrowser>
beforeAll(async () => {
  const document_id = cpfs.pop() ?? ''
  callers.anonymous = club.browser()
  callers.customer = await registerCustomer(club.browser(), document_id)
  callers.identified = await signInIdentified(document_id)
  callers.marketing = await signedInStaff(club, staffPersonas.marketing)
  callers.validator = await signedInStaff(club, staffPersonas.validator)
  callers.attendant = await signedInStaff(club, staffPersonas.attendant)
  callers.reconciler = await signedInStaff(club, staffPersonas.reconciler)
  callers.analyst = await signedInStaff(club, staffPersonas.brand_analyst)
  callers.service_supervisor = await signedInStaff(club, staffPersonas.service_supervisor)
  callers.security = await signedInStaff(club, staffPersonas.reviewer)
})

const get = async (browser: TestBrowser, path: string, headers: Record<string, string> = {}) => {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(club.url + path, { headers: { cookie, ...headers } })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json') === true
  const code = isEnvelope ? ((await response.json()) as { code?: string }).code : undefined
  return { status: response.status, code, headers: response.headers }
}

test('the expected responses cover every file that the contract declares', async () => {
  const declared = (await contractFiles()).map(({ path }) => path)
  expect(table.map(({ file }) => file.path).toSorted()).toEqual(declared.toSorted())
})

describe.each(table)('$file.path', ({ file, params, responses }) => {
  test.each(Object.entries(responses) as [Caller, Response][])(
    'a file request by %s gets the expected response',
    async (caller, expected) => {
      const { status, code, headers } = await get(callers[caller], filePath(file, params))
      expect({ status, code }).toEqual({ code: undefined, ...expected })
      // Neither files nor refusals may be cached, sniffed or executed.
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('content-disposition')).toBe(
        status === 200 ? `${file.disposition}; filename="${file.filename}"` : null,
      )
    },
  )

  test('a HEAD request for a file is not found', async () => {
    const response = await fetch(club.url + filePath(file, params), { method: 'HEAD' })
    expect(response.status).toBe(404)
  })
})

test.each(table.filter(({ badId }) => badId !== null))(
  '$file.path with a malformed id is not found, even for a role that may read it',
  async ({ file, badId, responses }) => {
    const caller = (Object.keys(responses) as Caller[]).find((name) =>
      [200, 404, 422].includes(responses[name]?.status ?? 0),
    )
    if (caller === undefined) throw new Error('No role in the table may read the file')
    const { status, code } = await get(callers[caller], filePath(file, badId ?? {}))
    expect({ status, code }).toEqual(notFound)
  },
)

test('a staff session expires when idle even if an unattended page loads files', async () => {
  const browser = await signedInStaff(club, staffPersonas.marketing)
  const path = filePath(sessionTicketsFile, { session_id: unknownId })
  for (let round = 0; round < 2; round += 1) {
    club.advanceSeconds(14 * 60)
    expect((await get(browser, path, { 'x-unattended': 'yes' })).status).toBe(404)
  }
  club.advanceSeconds(3 * 60)
  expect((await get(browser, path, { 'x-unattended': 'yes' })).status).toBe(401)
})
