import { listCampaignsCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import type { Club } from '@clube/contract/club/club.ts'
import { listMyAwardsCall } from '@clube/contract/scratch-card/award-calls.ts'
import { listRedemptionsCall } from '@clube/contract/partner-points/calls.ts'
import { listOwnTicketsCall } from '@clube/contract/customer-service/calls.ts'
import { countUnreadTicketsCall } from '@clube/contract/customer-service/unread-call.ts'
import { listOpenRatingsCall, listOwnRatingsCall } from '@clube/contract/ratings/calls.ts'
import { listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import { listMyParkingVouchersCall } from '@clube/contract/parking-voucher/calls.ts'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, vi } from 'vitest'
import { Route, Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { OtherPage, preloadPage, routeOf } from '../customer/app/routes.ts'
import { preloadPromotions } from '../customer/promotions/promotions.ts'
import { AppProvider } from '../platform/app/app-context.tsx'
import { syncServerTime } from '../platform/clock/server-clock.ts'
import { setSession } from '../platform/session/session-store.ts'
import { fakeApp } from './fake-server.ts'
import { server, settle, setUpScreens } from './screen-test.tsx'

/** Sets up screens of a customer who signed in with the password. */
export function setUpShopperScreens(): void {
  setUpScreens()
  // As on any page but the first one, no screen waits for the code of promotions.
  beforeAll(async () => void (await preloadPromotions()))
  beforeEach(() => {
    syncServerTime(new Date().toISOString())
    // Needed by several pages, such as the home page and those that show receipts.
    server.respond(listCreditCall, [])
    server.respond(listCampaignsCall, [])
    server.respond(listMyGiftsCall, [])
    server.respond(listOpenRatingsCall, [])
    server.respond(listOwnRatingsCall, [])
    server.respond(countUnreadTicketsCall, { count: 0 })
    server.respond(listOwnTicketsCall, [])
    server.respond(listMyAwardsCall, [])
    server.respond(listRedemptionsCall, [])
    server.respond(listMyParkingVouchersCall, [])
    setSession({ kind: 'signedIn', level: 'customer', customer_name: 'Ana', account_id: 'c1' })
  })
}

/** Opens only the page at a path: other paths render nothing. The result contains the history of paths. */
export async function openPage(path: string, changes: Partial<Club> = {}) {
  // A campaign's page matches its own path.
  const route = routeOf(path) ?? { pattern: '/*?', page: OtherPage }
  await preloadPage(path)
  const page = (
    <Route path={route.pattern}>
      <route.page />
    </Route>
  )
  return show(page, path, changes)
}

/** Shows an element in the shopper's app. The result contains the history of paths. */
export async function show(element: ReactNode, path = '/', changes: Partial<Club> = {}) {
  const location = memoryLocation({ path, record: true })
  const view = render(
    <AppProvider app={fakeApp(server, changes)}>
      <Router hook={location.hook} searchHook={location.searchHook}>
        {element}
      </Router>
    </AppProvider>,
  )
  await settle()
  // Code that the page loads for its later parts.
  await act(() => vi.dynamicImportSettled())
  return { ...view, history: location.history }
}
