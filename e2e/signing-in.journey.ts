import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import {
  changePassword,
  enterDocument,
  expectHome,
  expectNoWarning,
  heading,
  join,
  signIn,
  toast,
} from './shopper.ts'

const { maria, padaria } = personas
const sessionCookies = /^(__Host-)?sid$/

test('a wrong password is said on its field, the right one opens the club @desk', async ({
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

test('what is sent before the page is alive is kept by the page, and sent when it is', async ({ page }) => {
  let comeAlive = () => {}
  const alive = new Promise<void>((resolve) => (comeAlive = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await alive
    await route.continue()
  })
  await page.goto('/entrar', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'CPF ou CNPJ' }).fill(maria.document_id)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  comeAlive()
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  expect(page.url()).not.toContain(maria.document_id)
})

test('going back begins the flow again', async ({ page, scanA11y }) => {
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

test('who is not remembered signs in anew when the session has ended', async ({ page, context }) => {
  await page.goto('/entrar')
  await signIn(page, padaria)
  await page.reload()
  await expectHome(page)
  await context.clearCookies({ name: sessionCookies })
  await page.reload()
  await expect(heading(page, 'Login')).toBeVisible()
  await expectNoWarning(page)
})

test('who is remembered is recognised silently, and the page asked for is there', async ({
  page,
  context,
}) => {
  await page.goto('/perfil')
  await expect(page).toHaveURL('/entrar?voltar=%2Fperfil')
  await enterDocument(page, maria.document_id, { remember: true })
  await page.getByLabel('Senha', { exact: true }).fill(maria.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(heading(page, 'Meu perfil')).toBeVisible()

  // Twice: the credential of the device changes with every use.
  for (const place of ['/', '/perfil']) {
    await context.clearCookies({ name: sessionCookies })
    await page.goto(place)
    await (place === '/' ? expectHome(page) : expect(heading(page, 'Meu perfil')).toBeVisible())
  }
})

test('a silent sign-in that fails warns, and leads to the sign-in', async ({
  page,
  context,
  openOtherDevice,
  scanA11y,
}) => {
  const { document_id, password } = await join(page)
  await page.getByRole('button', { name: 'Sair' }).click()
  await signIn(page, { document_id, password, remember: true })

  // A new password, given on another device, ends what this one keeps.
  const other = await openOtherDevice()
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
  await scanA11y('Login with the warning')

  // The device has forgotten what failed: no second warning.
  await expect(warning).toBeHidden()
  await page.goto('/')
  await expect(heading(page, 'Login')).toBeVisible()
  await expectNoWarning(page)
  await signIn(page, { document_id, password: 'Pitanga-Doce-4' })
})
