import type { Locator, Page } from '@playwright/test'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { importIncompleteAccount } from './club-database.ts'
import { expect, test } from './fixtures.ts'
import {
  continueTo,
  enterDocument,
  expectHome,
  fillAddressByCep,
  fillPasswords,
  fillPerson,
  heading,
  unusedCpf,
  newCustomer,
  signIn,
  toast,
} from './shopper-steps.ts'

test.use({ viewport: { width: 360, height: 640 }, colorScheme: 'dark' })

async function expectNoHorizontalScroll(page: Page, screen: string) {
  const [contentWidth, viewportWidth] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(contentWidth, `width of ${screen}`).toBeLessThanOrEqual(viewportWidth ?? 0)
}

test('the screens of sign-in, registration, home, profile and documents fit a width of 360 px and are accessible in the dark theme with reduced motion', async ({
  page,
  scanA11y,
}) => {
  // Many screens with axe scans take long on a busy machine.
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  const check = async (screen: string) => {
    await expectNoHorizontalScroll(page, screen)
    await scanA11y(`${screen}, dark`)
  }
  await page.goto('/entrar')
  await check('Login')
  await enterDocument(page, personas.maria.document_id)
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  await check('Bem vindo de volta!')
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expect(heading(page, 'Esqueci minha senha')).toBeVisible()
  await check('Esqueci minha senha')

  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await enterDocument(page, unusedCpf())
  await expect(heading(page, 'Seus dados')).toBeVisible()
  // The longest name and e-mail that the form accepts.
  await fillPerson(page, {
    label: 'Nome completo',
    ...newCustomer,
    name: `Ana ${'Wolfeschlegelsteinhausen'.repeat(6)}`,
  })
  const longEmail = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.com.br`
  await page.getByRole('textbox', { name: 'E-mail' }).fill(longEmail)
  await check('Seus dados')
  await continueTo(page, 'Seu endereço')
  await fillAddressByCep(page)
  await page.getByRole('combobox', { name: 'Cidade' }).click()
  await check('Seu endereço with an open list')
  await page.keyboard.press('Escape')
  await continueTo(page, 'Crie sua senha')
  await fillPasswords(page, newCustomer.password)
  await check('Crie sua senha')
  await continueTo(page, 'Falta só o seu aceite')
  await check('Falta só o seu aceite')
  await page.getByRole('button', { name: 'Ler Regulamento do clube' }).click()
  await expect(page.getByRole('dialog').getByText('Versão do documento: 1.0')).toBeVisible()
  await check('the regulation in its dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Li e aceito' }).click()
  await page.getByRole('checkbox', { name: /Termos de adesão ao clube/ }).check()
  await page.getByRole('button', { name: 'Concluir cadastro' }).click()
  await expectHome(page)
  await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toBeVisible()
  await check('Início')

  await page.getByRole('link', { name: 'Ver e alterar meu perfil' }).click()
  await expect(page.getByRole('region', { name: 'Endereço' })).toBeVisible()
  await check('Meu perfil')
  await page.getByRole('button', { name: 'Alterar: Seus dados' }).click()
  await check('Meu perfil, contacts being changed')
  await page.goto('/documentos/loyaltyclub_regulation')
  await expect(page.getByText('Versão do documento: 1.0')).toBeVisible()
  await check('a document')
  await page.goto('/nada')
  await expect(heading(page, 'Página não encontrada')).toBeVisible()
  await check('an unknown path')
})

async function fillNewPassword(page: Page, password: string) {
  await page.getByLabel('Nova senha', { exact: true }).fill(password)
  await page.getByLabel('Confirme a nova senha').fill(password)
}

/** Whether no other element covers the center of the target. */
const isOnTop = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test.describe('elements at the bottom of the screen', () => {
  test.use({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED/ })

  test('a toast does not cover the submit button of a form', async ({ page, context }) => {
    await page.goto('/entrar')
    // Loads what the screen needs before going offline.
    await enterDocument(page, personas.padaria.document_id)
    await page.getByRole('button', { name: 'Usar outro documento' }).click()
    await expect(heading(page, 'Login')).toBeVisible()
    await context.setOffline(true)
    await enterDocument(page, personas.maria.document_id)
    const offlineToast = toast(page, 'Verifique sua conexão com a internet e tente novamente!')
    await expect(offlineToast).toBeVisible()
    // Spec §2, §9: bottom center.
    const position = await offlineToast.evaluate((message) => {
      const box = message.closest('[data-tone]')!.getBoundingClientRect()
      return {
        offset: Math.round(box.left + box.width / 2 - innerWidth / 2),
        isLowerHalf: box.top > innerHeight / 2,
      }
    })
    expect(position).toEqual({ offset: 0, isLowerHalf: true })
    for (const name of ['Continuar', 'Voltar'])
      expect(await isOnTop(page.getByRole('button', { name })), name).toBe(true)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Fechar aviso' }).click()

    // A form longer than the screen, with its button at the end.
    await signIn(page, personas.maria)
    await page.goto('/perfil')
    await page.getByRole('button', { name: 'Trocar: Senha' }).click()
    await page.getByLabel('Senha atual').fill(personas.maria.password)
    await fillNewPassword(page, 'Pitanga-Doce-4')
    const signOut = page.getByRole('button', { name: 'Sair' })
    await signOut.scrollIntoViewIfNeeded()
    await context.setOffline(true)
    await page.keyboard.press('Enter')
    await expect(offlineToast).toBeVisible()
    // At the end of the page the button stays above the toast.
    expect(await isOnTop(signOut)).toBe(true)
    expect(await offlineToast.isVisible()).toBe(true)
    await context.setOffline(false)
  })

  test('a focused field is not hidden behind the buttons of its step', async ({ page }) => {
    const { document_id } = await importIncompleteAccount()
    await page.goto('/entrar')
    await enterDocument(page, document_id)
    await expect(heading(page, 'Confirmar Informações')).toBeVisible()
    // The visible height above a phone's keyboard.
    await page.setViewportSize({ width: 360, height: 420 })
    await page.evaluate(() => window.scrollTo(0, 0))
    for (const name of ['Data de nascimento', 'Celular', 'E-mail']) {
      const field = page.getByRole('textbox', { name })
      await field.focus()
      expect(await isOnTop(field), name).toBe(true)
    }
  })
})
