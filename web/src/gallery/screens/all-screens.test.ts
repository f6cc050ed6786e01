// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { otherRoutes } from '../../customer/app/other-page.tsx'
import { routes } from '../../customer/app/routes.ts'
import { desks } from '../../staff/app/desks.ts'
import { staffBase, staffPaths } from '../../staff/app/paths.ts'
import { servicePaths } from '../../staff/desks/customer-service/service-paths.ts'
import { eventPaths } from '../../staff/desks/events/event-paths.ts'
import { giftPaths } from '../../staff/desks/gifts/gift-paths.ts'
import {
  reconciliationPaths,
  reconciliationTabs,
} from '../../staff/desks/partner-points/reconciliation-paths.ts'
import { parkingPaths } from '../../staff/desks/parking/parking-paths.ts'
import { scratchPaths } from '../../staff/desks/scratch-cards/scratch-paths.ts'
import { matchesPattern } from '../../platform/navigation/paths.ts'
import { allScreens } from './all-screens.ts'

const {
  approval,
  campaign,
  customer,
  campaignDraft: _draft,
  campaignResults,
  editCampaign,
  pointsAccount,
  publishDocument,
  recoveryRequest,
  served,
  waitingCorrection,
  documentsOf: _,
  serviceTicket: _ticket,
  participation: _participation,
  documentVersion: _version,
  ...fixed
} = staffPaths
/**
 * Fixed paths come first, so that they are not matched by a pattern with an id. A new path with an id does not compile
 * until it is destructured above.
 */
const fixedPages: readonly string[] = Object.values(fixed)
const staffPages = [
  ...new Set([
    ...fixedPages,
    ...desks.map(({ path }) => path),
    publishDocument(),
    editCampaign(':id'),
    campaignResults(':id'),
    ...[approval, campaign, customer, pointsAccount, recoveryRequest, served, waitingCorrection].map(
      (pathOf) => pathOf(':id'),
    ),
    servicePaths.search,
    servicePaths.figures,
    servicePaths.templates,
    servicePaths.hours,
    servicePaths.ticket(':ticket_id'),
    eventPaths.session(':session_id'),
    giftPaths.stockOf(':campaign_id'),
    parkingPaths.apply,
    parkingPaths.vouchers,
    parkingPaths.cases,
    parkingPaths.days,
    parkingPaths.day(':day'),
    parkingPaths.liability,
    scratchPaths.deck,
    scratchPaths.board,
    scratchPaths.codes,
    scratchPaths.give,
    scratchPaths.deliver,
    scratchPaths.unclaimed,
    scratchPaths.codesOf(':campaign_id'),
    scratchPaths.deckOf(':campaign_id'),
    scratchPaths.boardOf(':campaign_id'),
    ...reconciliationTabs.map((tab) => reconciliationPaths.tab(':partner', tab)),
  ]),
]

const withoutQuery = (path: string) => path.replace(/[?#].*$/, '')
const pages = [...Object.values(routes), ...otherRoutes].map(({ pattern }) => pattern)
const shopperScreens = allScreens.filter(({ app }) => app === 'shopper')
const staffScreens = allScreens.filter(({ app }) => app === 'staff')
const staffPageOf = (path: string) =>
  staffPages.find((pattern) => matchesPattern(withoutQuery(path).slice(staffBase.length) || '/', pattern))

test('no two gallery screens have the same id', () => {
  const ids = allScreens.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test.each(pages)('the page %s has gallery screens', (pattern) => {
  expect(shopperScreens.some(({ path }) => matchesPattern(withoutQuery(path), pattern))).toBe(true)
})

test.each(staffPages)('the staff page %s has gallery screens', (pattern) => {
  expect(staffScreens.some(({ path }) => staffPageOf(path) === pattern)).toBe(true)
})

test('every gallery screen belongs to a page, except those of unknown paths', () => {
  const unmatched = [
    ...shopperScreens.filter(
      ({ path }) => !pages.some((pattern) => matchesPattern(withoutQuery(path), pattern)),
    ),
    ...staffScreens.filter(({ path }) => staffPageOf(path) === undefined),
  ]
  expect(unmatched.map(({ id }) => id)).toEqual(['inicio/nao-existe', 'equipe/nao-existe'])
})
