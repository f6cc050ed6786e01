import type { Page } from '@playwright/test'
import { releaseNoShowsFrom } from './club-database.ts'
import { hoursFromNow, createEvent, createEventSession } from './event-steps.ts'
import { expect } from './fixtures.ts'
import { heading } from './shopper-steps.ts'

/**
 * Creates an event with a session that starts in two hours, whose tickets are on sale until then and whose no-shows can
 * already be released.
 */
export async function createEventWithSession(
  baseURL = '',
): Promise<{ campaign_id: string; session_id: string }> {
  const { campaign_id } = await createEvent(baseURL)
  const starts_at = hoursFromNow(2)
  const { session_id } = await createEventSession(baseURL, campaign_id, {
    title: 'Sessão da noite',
    starts_at,
    sales_until: starts_at,
    cancel_until: hoursFromNow(-0.5),
    capacity: 20,
    limit_per_document: 4,
  })
  await releaseNoShowsFrom(session_id, hoursFromNow(-0.25))
  return { campaign_id, session_id }
}

/** The gate's latest result. */
export const gateResult = (page: Page) => page.getByRole('region', { name: 'Resultado' })
/** A counter of the gate, by its title. */
export const gateCounter = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Números' })
    .locator('div')
    .filter({ hasText: new RegExp(`^${title}`) })

/** Opens the gate of the session on the page. */
export async function openGate(page: Page, session_id: string, gate: string): Promise<void> {
  await page.goto('/equipe/portaria')
  await page.locator(`input[value="${session_id}"]`).check()
  await page.getByLabel('Nome desta portaria').fill(gate)
  await page.getByRole('button', { name: 'Abrir portaria' }).click()
  await expect(heading(page, gate)).toBeVisible()
  await expect(page.getByText(/^Conectado · lista\sde\s\d\d:\d\d$/)).toBeVisible()
}

/** Types a ticket code, or any other text. */
export async function validate(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código do ingresso').fill(code)
  await page.getByRole('button', { name: 'Validar' }).click()
}
