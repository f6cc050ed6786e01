import { expect, test } from './fixtures.ts'
import { expectLargeTargets, kiosk } from './kiosk-steps.ts'
import { codeField, createScratchCampaign, prizeTitle, scratch } from './scratch-steps.ts'
import { heading, join, readAllStorage, waitForHydration } from './shopper-steps.ts'

// Involves a campaign with its deck and codes, and a registration.
test.slow()

test('a customer scratches a card at a kiosk, which stores nothing about it @kiosk', async ({
  page,
  baseURL,
  scanA11y,
}) => {
  const { campaign_id, slug, codes } = await createScratchCampaign(baseURL, {
    every: 'wins',
    count: 2,
  })
  await page.goto(kiosk)
  // Kiosk mode is active after hydration.
  await waitForHydration(page)
  await join(page, { email: 'caio.raspadinha@exemplo.com.br' })
  await page.goto(`/promocoes/${slug}`)
  await page.getByRole('link', { name: 'Raspar', exact: true }).click()
  await expect(codeField(page)).toBeVisible()
  await expectLargeTargets(page)
  await scanA11y('the code of a scratch card at a kiosk')
  await codeField(page).fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('button', { name: 'Revelar resultado' })).toBeVisible()
  await expectLargeTargets(page)
  await scanA11y('a card to scratch at a kiosk')
  await scratch(page)
  await expect(page.getByRole('heading', { name: `Você ganhou: ${prizeTitle}!` })).toBeFocused()
  await expectLargeTargets(page)
  await scanA11y('a card that won at a kiosk')
  expect(await readAllStorage(page)).not.toContain(campaign_id)
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
})
