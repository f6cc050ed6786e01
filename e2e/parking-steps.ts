import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Misbehavior } from '../server/counterparts/misbehavior.ts'
import { expect } from './fixtures.ts'

/** An unused ticket of the local car park: a car that entered 140 minutes ago. */
export const unusedTicket = (): string => `1${String(randomInt(100_000_000_000)).padStart(11, '0')}`

/** A ticket number as the pages show it, with any spaces between its groups. */
export const shownTicket = (ticket: string): RegExp => new RegExp(ticket.replace(/(\d{4})(?=\d)/g, '$1\\s'))

/** Posts to the page of the local car park from an open page, because other origins are rejected. */
async function postOutside(page: Page, data: object): Promise<void> {
  const status = await page.evaluate(async (body) => {
    const response = await fetch('/dev/outside', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify(body),
    })
    return response.status
  }, data)
  expect(status).toBe(204)
}

/** Makes the local car park misbehave in the next requests of an operation. */
export const misbehave = (
  page: Page,
  misbehavior: Misbehavior,
  options: { operation: string; requests: number },
): Promise<void> => postOutside(page, { action: 'misbehave', service: '*', misbehavior, ...options })

/** The car of a ticket leaves the local car park. */
export const leave = (page: Page, ticket_number: string): Promise<void> =>
  postOutside(page, { action: 'leave', ticket_number })

/** The fields of a ticket, on the page of shoppers and at the desk. */
export const ticketField = (page: Page) => page.getByRole('textbox', { name: 'Número do ticket' })
