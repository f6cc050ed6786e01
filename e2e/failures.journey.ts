import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { startOtherClub, type OtherClub } from './other-club.ts'
import {
  continueTo,
  enterDocument,
  expectHome,
  fillAddressByCep,
  fillPerson,
  heading,
  unusedCpf,
  join,
  newCustomer,
  signIn,
  toast,
} from './shopper-steps.ts'

/** Spec §8. */
const networkError = 'Verifique sua conexão com a internet e tente novamente!'
const endpointNetworkError = 'Ops, aconteceu algo com sua conexão de internet, tente novamente por favor!'
const serverError =
  'Não conseguimos processar seus dados. Tente novamente em alguns minutos ou entre em contato com o suporte!'

test.describe('offline', () => {
  test.use({ expectedErrors: /net::ERR_INTERNET_DISCONNECTED/ })

  test('an offline form shows the failure, keeps the input, and can be submitted once online', async ({
    page,
    context,
    scanA11y,
  }) => {
    await page.goto('/entrar')
    await enterDocument(page, personas.padaria.document_id)
    await page.getByRole('button', { name: 'Usar outro documento' }).click()
    await expect(heading(page, 'Login')).toBeVisible()

    await context.setOffline(true)
    await enterDocument(page, personas.maria.document_id)
    await expect(toast(page, networkError)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'CPF ou CNPJ' })).toHaveValue('529.982.247-25')
    await scanA11y('Login offline')
    // It closes automatically and may be gone before axe finishes.
    await expect(toast(page, networkError)).toBeHidden()

    await context.setOffline(false)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
    await context.setOffline(true)
    await page.getByLabel('Senha', { exact: true }).fill(personas.maria.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(toast(page, networkError)).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expectHome(page)
  })

  test('a list, a CEP lookup and sign-out each show their offline message', async ({ page, context }) => {
    await page.goto('/entrar')
    await enterDocument(page, unusedCpf())
    await expect(heading(page, 'Seus dados')).toBeVisible()
    await fillPerson(page, { label: 'Nome completo', ...newCustomer })
    await continueTo(page, 'Seu endereço')
    await fillAddressByCep(page)

    await context.setOffline(true)
    await page.getByRole('combobox', { name: 'Cidade' }).fill('santos')
    await expect(toast(page, networkError)).toBeVisible()
    await page.getByRole('button', { name: 'Fechar aviso' }).click()
    await page.getByRole('textbox', { name: 'CEP' }).fill('13025-001')
    await expect(toast(page, networkError)).toBeVisible()
    // The input is kept.
    await expect(page.getByRole('textbox', { name: 'Número' })).toHaveValue('100')
    await context.setOffline(false)

    await page.goto('/entrar')
    await signIn(page, personas.padaria)
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Sair' }).click()
    await expect(toast(page, endpointNetworkError)).toBeVisible()
    // The first attempt has ended, so that it cannot sign out once online.
    await expect(page.getByRole('button', { name: 'Sair' })).toBeEnabled()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Sair' }).click()
    await expect(heading(page, 'Login')).toBeVisible()
  })
})

test.describe('a failing server', () => {
  // Requests in flight fail when the server is killed.
  test.use({
    expectedErrors:
      /status of 50[03]|server 50[03]|ERR_CONNECTION|ERR_SOCKET|ERR_EMPTY_RESPONSE|unknown error occurred when fetching the script/,
  })
  test.describe.configure({ mode: 'serial' })
  let club: OtherClub
  test.beforeAll(async () => {
    club = await startOtherClub('e2e/club.ts')
  })
  test.afterAll(() => club.stop())

  test('a registered customer can sign in after the server was killed and restarted', async ({ page }) => {
    const person = await join(page, { origin: club.url })
    await club.crashAndRestart()
    await page.reload()
    await expectHome(page)
    await page.getByRole('button', { name: 'Sair' }).click()
    await signIn(page, person)
    await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toContainText(newCustomer.name)
  })

  test('a failing server is reported with the message that the data could not be processed', async ({
    page,
    openAnotherDevice,
    scanA11y,
  }) => {
    const signedIn = await openAnotherDevice()
    await signedIn.goto(`${club.url}/entrar`)
    await signIn(signedIn, personas.padaria)
    await page.goto(`${club.url}/entrar`)
    await enterDocument(page, personas.maria.document_id)
    await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
    await club.killDatabase()
    await page.getByLabel('Senha', { exact: true }).fill(personas.maria.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(toast(page, serverError)).toBeVisible()
    await scanA11y('the password step with a failing server')

    await signedIn.reload()
    await expect(toast(signedIn, serverError)).toBeVisible()
    await expect(heading(signedIn, 'O clube não respondeu')).toBeVisible()
    await expect(signedIn.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
    await scanA11y('a page with a failing server', signedIn)
  })
})

test('an exception in a submit handler is shown and reported, and the form can be used again', async ({
  page,
}) => {
  const reported: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') reported.push(message.text())
  })
  await page.addInitScript(() => {
    const pushState = history.pushState.bind(history)
    let isBroken = true
    history.pushState = (...entry) => {
      if (isBroken) {
        isBroken = false
        throw new TypeError('a bug in a submit handler')
      }
      pushState(...entry)
    }
  })
  await page.goto('/entrar')
  await enterDocument(page, personas.maria.document_id)
  await expect(toast(page, 'Ops, houve um erro inesperado!')).toBeVisible()
  expect(reported.filter((text) => text.includes('a bug in a submit handler'))).toHaveLength(1)
  await page.getByRole('button', { name: 'Usar outro documento' }).click()
  await enterDocument(page, personas.maria.document_id)
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
})
