import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The element that has the focus; empty when it is the body. */
const focusedElement = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element === null || element === document.body ? '' : `${element.tagName} ${element.textContent}`
  })

/** Expects the focus to remain on an element of the page after an action that replaced its own control. */
export const expectFocusKept = (page: Page, action: string) =>
  expect.poll(() => focusedElement(page), `focus after: ${action}`).not.toBe('')

type PressTwice = {
  button: Locator
  /** The call that must be sent once. */
  call: { path: string }
  /** Visible once the action is done. */
  done: Locator
}

/**
 * Presses a button twice before the page can react to the first press; expects one request, and that the focus stays on
 * the page once the action is done.
 */
export async function pressTwice(page: Page, action: string, { button, call, done }: PressTwice) {
  const path = new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`)
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (path.test(pathname)) sent.push(pathname)
  })
  await expect(button).toBeEnabled()
  await button.focus()
  await button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })
  await expect(done).toBeVisible()
  // Pending until everything on the page is up to date, after which a confirmation closes.
  await expect(page.locator('button[aria-busy]')).toHaveCount(0)
  expect(sent, `requests of a double click: ${action}`).toHaveLength(1)
  await expectFocusKept(page, action)
}
