import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { expectHome, signIn } from './shopper-steps.ts'

/** Spec §3 service channel; at a kiosk every target is at least 72 px high. */
test('kiosk mode enlarges everything and persists across pages @kiosk', async ({ page, scanA11y }) => {
  await page.goto('/entrar?service_channel=totem')
  const button = page.getByRole('button', { name: 'Continuar' })
  await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(72)
  for (const target of [
    page.getByRole('textbox', { name: 'CPF ou CNPJ' }),
    page.getByRole('button', { name: 'Voltar' }),
  ]) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(72)
  }
  await scanA11y('Login at a kiosk')
  await signIn(page, personas.padaria)
  await scanA11y('Início at a kiosk')
  await page.goto('/')
  await expectHome(page)
  const signOut = page.getByRole('button', { name: 'Sair' })
  expect((await signOut.boundingBox())?.height).toBeGreaterThanOrEqual(72)
  expect(await page.evaluate(() => sessionStorage.getItem('webapp_service_channel'))).toBe('totem')
})

test('kiosk mode applies to every tab until a URL clears it @kiosk', async ({ context, page }) => {
  const channel = async (query: string) => {
    const tab = await context.newPage()
    await tab.goto(`/entrar${query}`)
    // The screen is prerendered, so parameters of the URL take effect after hydration.
    await tab.waitForFunction(() => 'clubeReady' in window && window.clubeReady === true)
    const dataChannel = await tab.locator('html').getAttribute('data-channel')
    await tab.close()
    return dataChannel
  }
  await page.goto('/entrar')
  expect(await channel('?service_channel=totem')).toBe('totem')
  expect(await channel('')).toBeNull()
  expect(await channel('?service_channel=totem&service_channel_for=good')).toBe('totem')
  expect(await channel('')).toBe('totem')
  expect(await channel('?service_channel=')).toBeNull()
  expect(await channel('')).toBeNull()
})
