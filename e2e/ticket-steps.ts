import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { TestBrowser, type ApiResponse } from '../server/src/testing/browser.ts'
import { freshCpfs, registrationOf } from '../server/src/testing/joining.ts'
import { expect } from './fixtures.ts'
import { heading, newCustomer, signIn, toast } from './shopper-steps.ts'
import { joinByApi } from './staff-steps.ts'

const dataOf = <Data>(response: ApiResponse<Data>): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

/** Joins, reserves and confirms by API calls. @returns the tickets with their codes */
export async function reserveTickets(
  baseURL: string | undefined,
  places: { campaign_id: string; session_id: string; quantity: number },
): Promise<readonly { qr_code: string; short_code: string }[]> {
  const { campaign_id, session_id, quantity } = places
  const document_id = freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? ''
  const browser = new TestBrowser(baseURL ?? '')
  await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  dataOf(await browser.send(registerCall, { body: registrationOf(document_id) }))
  const start = { campaign_id, kind: 'event_tickets' as const }
  const { transaction_id } = dataOf(await browser.send(startTransactionCall, { body: start }))
  const hold = dataOf(await browser.send(reserveCall, { body: { transaction_id, session_id, quantity } }))
  const confirm = {
    reservation_id: hold.reservation_id,
    participants: Array.from({ length: quantity }, () => ({ name: 'Ana Lúcia Pereira' })),
    accepted_terms: 'yes' as const,
    terms_version: '1.0',
  }
  return dataOf(await browser.send(confirmReservationCall, { body: confirm })).tickets
}

/** Signs a new customer in and opens the sessions of a campaign. */
export async function openTicketsPage(
  page: Page,
  baseURL: string | undefined,
  slug: string,
): Promise<{ email: string }> {
  const person = await joinByApi(baseURL)
  await page.goto(`${baseURL}/entrar`)
  await signIn(page, { ...person, password: newCustomer.password })
  await page.goto(`${baseURL}/ingressos/${slug}`)
  return person
}

/** Holds the default number of places and waits for the countdown. */
export async function holdPlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reservar' }).click()
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
}

/** Confirms the held place. */
export async function confirmTicket(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /Termos do evento/ }).check()
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(heading(page, 'Ingresso confirmado!')).toBeVisible()
}

/** Cancels the reservation of the ticket with this code in *Meus ingressos*. */
export async function cancelTicket(page: Page, shortCode?: string): Promise<void> {
  const reservation = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Cancelar reserva' }) })
  const target = shortCode === undefined ? reservation : reservation.filter({ hasText: shortCode })
  // A double click only opens the confirmation.
  await target.getByRole('button', { name: 'Cancelar reserva' }).dblclick()
  await page.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(toast(page, 'Reserva cancelada.')).toBeVisible()
}

/**
 * Opens *Meus ingressos* while the server fails and while offline, expects the ticket of a participant, and
 * goes online again.
 */
export async function viewTicketsOffline(page: Page, participant: string): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  // The service worker caches files as they are requested, once active.
  await page.reload()
  await expect(page.getByText(participant).first()).toBeVisible()
  const expectStoredTickets = async () => {
    await page.reload()
    await expect(page.getByText(/Estes são os ingressos guardados neste aparelho/)).toBeVisible()
    await expect(
      page.getByRole('img', { name: `QR Code do ingresso de ${participant}` }).first(),
    ).toBeVisible()
  }
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )
  await expectStoredTickets()
  await page.unroute('**/api/**')
  await page.context().setOffline(true)
  await expectStoredTickets()
  await page.context().setOffline(false)
  await page.reload()
}
