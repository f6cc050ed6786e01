import type { Page } from '@playwright/test'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { expectLargeTargets, kiosk } from './kiosk-steps.ts'
import {
  enterDocument,
  expectHome,
  heading,
  joinByForm,
  newCustomer,
  signIn,
  unusedCpf,
  waitForHydration,
} from './shopper-steps.ts'

/** The lowest contrast between the text color and the pixels behind it. */
async function contrastOf(page: Page, text: string): Promise<number> {
  const element = page.getByText(text)
  const color = await element.evaluate((node) => getComputedStyle(node).color)
  await element.evaluate((node) => (node.style.color = 'transparent'))
  const screenshot = (await element.screenshot()).toString('base64')
  await element.evaluate((node) => node.style.removeProperty('color'))
  return page.evaluate(
    async ([base64 = '', textColor = '']) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (!context) throw new Error('The canvas has no 2D context')
      const luminancesOf = () => {
        const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
        const linear = (value = 0) =>
          value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
        return Array.from(
          { length: data.length / 4 },
          (_, index) =>
            0.2126 * linear(data[index * 4]) +
            0.7152 * linear(data[index * 4 + 1]) +
            0.0722 * linear(data[index * 4 + 2]),
        )
      }
      context.drawImage(bitmap, 0, 0)
      const brightest = luminancesOf().reduce((most, next) => Math.max(most, next), 0)
      context.fillStyle = textColor
      context.fillRect(0, 0, bitmap.width, bitmap.height)
      return ((luminancesOf()[0] ?? 0) + 0.05) / (brightest + 0.05)
    },
    [screenshot, color],
  )
}

test('the first screen of a kiosk has large touch targets, a readable slogan, hints and no Back button @kiosk', async ({
  page,
  scanA11y,
}) => {
  await page.goto(kiosk)
  await waitForHydration(page)
  await expect(page.getByRole('heading', { name: 'Neste totem você pode' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Voltar' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sair' })).toBeHidden()
  await expectLargeTargets(page)
  await scanA11y('Login at a kiosk')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await contrastOf(page, 'O melhor do shopping')).toBeGreaterThanOrEqual(4.5)
  }
})

test('a customer joins at a kiosk, and every page has the Sair button and masks the contacts @kiosk', async ({
  page,
  scanA11y,
}) => {
  test.setTimeout(120_000)
  await page.goto(kiosk)
  // Kiosk mode is active after hydration.
  await waitForHydration(page)
  await joinByForm(page, { email: 'bia.kiosk@exemplo.com.br' })
  await expectLargeTargets(page)
  await scanA11y('Início at a kiosk')
  expect(await page.evaluate(() => sessionStorage.getItem('webapp_service_channel'))).toBe('totem')
  const leave = page.getByRole('button', { name: 'Sair' })
  for (const path of [
    '/promocoes',
    '/promocoes/natal-no-ipe',
    '/ingressos/natal-no-ipe',
    '/ingressos',
    '/carteira',
    '/brindes',
    '/brindes/panetone-da-casa',
    '/notas',
    '/notas/nova',
    '/pontos',
    '/participacoes',
    '/privacidade',
    '/documentos/loyaltyclub_terms',
    '/nao-existe',
    '/',
    '/perfil',
  ]) {
    await page.goto(path)
    await expect(leave, path).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(page.getByText(/carregando/i), path).toHaveCount(0)
    await expectLargeTargets(page)
    expect(await page.locator('body').innerText(), path).not.toMatch(/bia\.kiosk|98888|outro navegador/)
  }
  await expect(page.getByText('bi***@e***.br')).toBeVisible()
  await scanA11y('Meu perfil at a kiosk')
  await leave.click()
  await expect(heading(page, 'Login')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).toBe(JSON.stringify([{}, { webapp_service_channel: 'totem' }]))
  await page.goto('/perfil')
  await expect(heading(page, 'Login')).toBeVisible()
})

test('leaving the registration at a kiosk erases what was typed @kiosk', async ({ page }) => {
  await page.goto(kiosk)
  await enterDocument(page, unusedCpf())
  await expect(heading(page, 'Seus dados')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(newCustomer.name)
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({ webapp_service_channel: 'totem' })
})

test('the password and recovery screens of a kiosk have the Sair button @kiosk', async ({ page }) => {
  await page.goto(kiosk)
  await enterDocument(page, personas.padaria.document_id)
  const leave = page.getByRole('button', { name: 'Sair' })
  await expect(leave).toBeVisible()
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expect(heading(page, 'Esqueci minha senha')).toBeVisible()
  await leave.click()
  await expect(heading(page, 'Login')).toBeVisible()
  await expect(leave).toBeHidden()
})

test('a customer signs in and signs out at a kiosk @kiosk', async ({ page }) => {
  await page.goto(kiosk)
  await signIn(page, personas.padaria)
  await page.getByRole('link', { name: /início$/ }).click()
  await expectHome(page)
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
})

test('kiosk mode applies to one tab or, if set permanently, to new tabs until a URL clears it @kiosk', async ({
  context,
  page,
}) => {
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
