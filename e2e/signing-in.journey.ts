import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import {
  changePassword,
  enterDocument,
  waitForHydration,
  expectHome,
  expectNoWarning,
  heading,
  join,
  signIn,
  toast,
} from './shopper-steps.ts'

const { maria, padaria } = personas
const sessionCookies = /^(__Host-)?sid$/

test('a wrong password is reported on its field, and the correct one signs the customer in @desk', async ({
  page,
  scanA11y,
}) => {
  await page.goto('/entrar')
  await enterDocument(page, '529.982.247-24')
  await expect(page.getByText('CPF inválido!')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'CPF ou CNPJ' })).toBeFocused()
  await scanA11y('Login with an error')
  await enterDocument(page, maria.document_id)
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  const password = page.getByLabel('Senha', { exact: true })
  await expect(password).toBeFocused()
  await scanA11y('Bem vindo de volta!')

  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Este campo não pode estar vazio')).toBeVisible()
  await password.fill('Girassol-26')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Senha incorreta. Confira e tente novamente.')).toBeVisible()
  await expect(password).toBeFocused()
  await scanA11y('Bem vindo de volta! with an error')

  await password.fill(maria.password)
  await page.getByRole('button', { name: 'Mostrar senha' }).click()
  await expect(page.getByRole('textbox', { name: 'Senha', exact: true })).toHaveValue(maria.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expectHome(page)
  await scanA11y('Início')
})

test('a form submitted before hydration is processed after it', async ({ page }) => {
  let letScriptsLoad = () => {}
  const scriptsAllowed = new Promise<void>((resolve) => (letScriptsLoad = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await scriptsAllowed
    await route.continue()
  })
  await page.goto('/entrar', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'CPF ou CNPJ' }).fill(maria.document_id)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Carregando…')).toBeVisible()
  letScriptsLoad()
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  expect(page.url()).not.toContain(maria.document_id)
})

test('going back restarts the sign-in flow', async ({ page, scanA11y }) => {
  await page.goto('/entrar')
  await enterDocument(page, maria.document_id)
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  await expect(heading(page, 'Esqueci minha senha')).toBeVisible()
  await scanA11y('Esqueci minha senha')
  await page.goBack()
  await expect(heading(page, 'Login')).toBeVisible()
  await enterDocument(page, padaria.document_id)
  await page.getByRole('button', { name: 'Usar outro documento' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
})

test('without remember-me, a new sign-in is required after the session ends', async ({ page, context }) => {
  await page.goto('/entrar')
  await signIn(page, padaria)
  await page.reload()
  await expectHome(page)
  await context.clearCookies({ name: sessionCookies })
  await page.reload()
  await expect(heading(page, 'Login')).toBeVisible()
  await expectNoWarning(page)
})

test('a remembered customer is signed in silently and reaches the requested page', async ({
  page,
  context,
}) => {
  await page.goto('/perfil')
  await expect(page).toHaveURL('/entrar?voltar=%2Fperfil')
  await enterDocument(page, maria.document_id, { remember: true })
  await page.getByLabel('Senha', { exact: true }).fill(maria.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(heading(page, 'Meu perfil')).toBeVisible()

  // Twice, because the device credential rotates with every use.
  for (const path of ['/', '/perfil']) {
    await context.clearCookies({ name: sessionCookies })
    await page.goto(path)
    await (path === '/' ? expectHome(page) : expect(heading(page, 'Meu perfil')).toBeVisible())
  }
})

test('a failed silent sign-in shows a warning and leads to the sign-in page', async ({
  page,
  context,
  openAnotherDevice,
  scanA11y,
}) => {
  const { document_id, password } = await join(page)
  await page.getByRole('button', { name: 'Sair' }).click()
  await signIn(page, { document_id, password, remember: true })

  // A password change on another device revokes this device's credential.
  const other = await openAnotherDevice()
  await other.goto('/entrar?voltar=/perfil')
  await enterDocument(other, document_id)
  await other.getByLabel('Senha', { exact: true }).fill(password)
  await other.getByRole('button', { name: 'Entrar', exact: true }).click()
  await changePassword(other, password, 'Pitanga-Doce-4')

  await context.clearCookies({ name: sessionCookies })
  await page.reload()
  const warning = toast(page, 'Não conseguimos autenticar sua conta. Contate o suporte!')
  await expect(warning).toBeVisible()
  await expect(heading(page, 'Login')).toBeVisible()
  await scanA11y('Login after a failed silent sign-in')

  // The failed credential was deleted: no second warning.
  await expect(warning).toBeHidden()
  await page.goto('/')
  await expect(heading(page, 'Login')).toBeVisible()
  await expectNoWarning(page)
  await signIn(page, { document_id, password: 'Pitanga-Doce-4' })
})

test('a password saved by the browser signs the customer in on a protected page and on the sign-in screen', async ({
  page,
  openAnotherDevice,
}) => {
  // A headless browser has no credential store, so its result is simulated.
  const mockCredentialStore = (saved: { id: string; password: string }) => {
    navigator.credentials.get = async () => ({ type: 'password', ...saved })
  }
  await page.addInitScript(mockCredentialStore, { id: maria.document_id, password: maria.password })
  await page.goto('/perfil')
  await expect(heading(page, 'Meu perfil')).toBeVisible()
  await expectNoWarning(page)

  const other = await openAnotherDevice()
  await other.addInitScript(mockCredentialStore, { id: padaria.document_id, password: padaria.password })
  await other.goto('/entrar?voltar=/perfil')
  await expect(heading(other, 'Meu perfil')).toBeVisible()
  await expectNoWarning(other)
})

test('the sign-in screen is never shown to a customer who is signed in or remembered', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    const flags = window as { hasShownLogin?: boolean }
    const check = () => {
      if (document.querySelector('h1')?.textContent === 'Login') flags.hasShownLogin = true
    }
    new MutationObserver(check).observe(document, { childList: true, subtree: true })
  })
  const hasShownLogin = () =>
    page.evaluate(() => (window as { hasShownLogin?: boolean }).hasShownLogin === true)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })

  await page.goto('/entrar')
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  expect([await hasShownLogin(), calls]).toEqual([true, []])
  await signIn(page, { ...maria, remember: true })

  for (const state of ['signed in', 'remembered']) {
    if (state === 'remembered') await context.clearCookies({ name: sessionCookies })
    await page.goto('/entrar?voltar=/perfil')
    await expect(heading(page, 'Meu perfil')).toBeVisible()
    expect([state, await hasShownLogin()]).toEqual([state, false])
  }

  await page.goto('/')
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).not.toContain('clube_presence')
})
