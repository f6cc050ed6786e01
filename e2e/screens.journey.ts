import { expect, test } from './fixtures.ts'
import { serveScreens } from './gallery-pages.ts'

let gallery: Awaited<ReturnType<typeof serveScreens>>
test.beforeAll(async () => {
  test.setTimeout(120_000)
  gallery = await serveScreens()
})
test.afterAll(() => gallery.close())

/** Groups of the gallery, and where their screens are used. */
const groups = {
  Entrada: '',
  'Recuperação da senha': '',
  'Recuperação por fotos': '',
  'Entrada da equipe': '',
  'Mesa Recuperações': '@desk',
  'Mesa Balcão': '@desk',
  'Mesa Pessoas da equipe': '@desk',
  'Mesa Auditoria': '@desk',
}

for (const [group, tag] of Object.entries(groups)) {
  for (const theme of ['light', 'dark']) {
    test(`every state of "${group}" is reached and accessible, ${theme} ${tag}`, async ({
      page,
      scanA11y,
    }) => {
      await page.goto(`${gallery.url}screens.html`)
      const listed = page.getByRole('region', { name: group, exact: true }).getByRole('link')
      const ids = await listed.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      expect(ids).not.toEqual([])
      test.setTimeout(20_000 + ids.length * 8_000)
      for (const id of ids) {
        await test.step(id, async () => {
          // Each state begins with a page of its own.
          await page.goto('about:blank')
          await page.goto(`${gallery.url}screen.html?theme=${theme}${id}`)
          const html = page.locator('html')
          await expect(html, id).toHaveAttribute('data-reached', /./)
          await expect(html, id).toHaveAttribute('data-reached', 'yes')
          await scanA11y(`${id}, ${theme}`)
        })
      }
    })
  }
}

test('no group of screens is left out', async ({ page }) => {
  await page.goto(`${gallery.url}screens.html`)
  await expect(page.getByRole('region')).toHaveCount(Object.keys(groups).length)
})
