import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { expectHome, signIn } from './shopper.ts'

/** Spec §3 service channel; at a kiosk every target is at least 72 px (look and feel). */
test('a kiosk makes everything large, and stays a kiosk on every page @kiosk', async ({ page, scanA11y }) => {
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
  const leave = page.getByRole('button', { name: 'Sair' })
  expect((await leave.boundingBox())?.height).toBeGreaterThanOrEqual(72)
  expect(await page.evaluate(() => sessionStorage.getItem('webapp_service_channel'))).toBe('totem')
})
