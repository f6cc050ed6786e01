import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const kiosk = '/entrar?service_channel=totem'

/** Expects that every control on the page is at least 72 px high. */
export async function expectLargeTargets(page: Page): Promise<void> {
  const small = await page.locator('button:visible, a:visible, input:visible').evaluateAll((controls) =>
    controls
      // Checkboxes and radios are pressed by their labels, and a password manager's field is not pressed.
      .filter((control) => !control.matches('[type=checkbox], [type=radio], [name=username], .sr-only'))
      .map((control) => ({ html: control.outerHTML, height: control.getBoundingClientRect().height }))
      .filter(({ height }) => height < 72),
  )
  expect(small).toEqual([])
}
