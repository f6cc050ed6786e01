import { expect, test } from './fixtures.ts'

// Many screens, none of which knows of another.
test.describe.configure({ mode: 'parallel' })

const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }

/** Groups of the gallery, and how wide their screens are where they are used. */
const groups = {
  Entrada: phone,
  'Recuperação da senha': phone,
  'Recuperação por fotos': phone,
  'Entrada da equipe': phone,
  'Mesa Recuperações': desk,
  'Mesa Balcão': desk,
  'Mesa Pessoas da equipe': desk,
  'Mesa Auditoria': desk,
  'Mesa Portaria': phone,
}

for (const [group, viewport] of Object.entries(groups)) {
  test(`every state of "${group}" is reached, and accessible in light and dark`, async ({
    page,
    scanA11y,
    scanColours,
  }) => {
    await page.setViewportSize(viewport)
    await page.goto('/dev/screens')
    const listed = page.getByRole('region', { name: group, exact: true }).getByRole('link')
    await expect(listed).not.toHaveCount(0)
    const ids = await listed.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    test.setTimeout(20_000 + ids.length * 20_000)
    for (const id of ids) {
      await test.step(id, async () => {
        // Each state begins with a page of its own.
        await page.goto('about:blank')
        await page.goto(`/dev/screens/screen.html${id}`)
        const html = page.locator('html')
        await expect(html, id).toHaveAttribute('data-reached', /./, { timeout: 30_000 })
        expect(await html.getAttribute('data-reached'), id).toBe('yes')
        await html.evaluate((root) => root.setAttribute('data-theme', 'light'))
        await scanA11y(`${id}, light`)
        await html.evaluate((root) => root.setAttribute('data-theme', 'dark'))
        await scanColours(`${id}, dark`)
      })
    }
  })
}

test('no group of screens is left out', async ({ page }) => {
  await page.goto('/dev/screens')
  await expect(page.getByRole('region')).toHaveCount(Object.keys(groups).length)
})
