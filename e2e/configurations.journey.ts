import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { startCaptchaProvider, type CaptchaProvider } from './captcha-provider.ts'
import { expect, test } from './fixtures.ts'
import { startOtherClub, type OtherClub } from './other-club.ts'
import {
  acceptTerms,
  continueTo,
  enterDocument,
  waitForHydration,
  expectHome,
  expectNoWarning,
  fillPasswords,
  fillPerson,
  heading,
  unusedCpf,
  newCustomer,
  signIn,
  toast,
} from './shopper-steps.ts'

test.describe('a passwordless club with numeric CNPJs', () => {
  let club: OtherClub
  test.beforeAll(async () => {
    club = await startOtherClub('e2e/club-passwordless.ts')
  })
  test.afterAll(() => club.stop())

  test('a passwordless club signs a customer in by document alone and shows personal data only after the password', async ({
    page,
    scanA11y,
  }) => {
    await page.goto(`${club.url}/entrar`)
    await expect(page.getByText('Informe seu documento para entrar.')).toBeVisible()
    await scanA11y('Login without passwords')
    await enterDocument(page, '987.444.777-00')
    await expect(page.getByText('CPF inválido!')).toBeVisible()
    await enterDocument(page, personas.maria.document_id)
    await expectHome(page)
    await expect(
      page.getByText('Para ver os seus dados e o que você já tinha no clube, entre com a sua senha.'),
    ).toBeVisible()
    await expect(page.getByText('Maria')).toHaveCount(0)
    await scanA11y('Início of an identified session')

    await page.getByRole('button', { name: 'Entrar com senha' }).click()
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await expect(heading(page, 'Login')).toBeVisible()
    await signIn(page, personas.maria)
    await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toContainText(personas.maria.name)
  })

  test('a passwordless club reports an unknown document on the field', async ({ page, scanA11y }) => {
    await page.goto(`${club.url}/entrar`)
    await enterDocument(page, '935.411.347-80')
    await expect(page.getByText('Não encontramos este documento no clube.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'CPF ou CNPJ' })).toBeFocused()
    await expectNoWarning(page)
    await scanA11y('Login with an unknown document')
  })

  test('a club with numeric CNPJs ignores typed letters', async ({ page }) => {
    await page.goto(`${club.url}/entrar`)
    await waitForHydration(page)
    const field = page.getByRole('textbox', { name: 'CPF ou CNPJ' })
    await field.pressSequentially('1a1b222333000181')
    await expect(field).toHaveValue('11.222.333/0001-81')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expectHome(page)
  })
})

test.describe('a club for CPFs without remember-me, with the enterprise captcha and its own CEP lookup', () => {
  const slowInternet =
    'Sua internet parece lenta e não conseguimos verificar se você é um robô. Tente novamente!'
  let club: OtherClub
  let provider: CaptchaProvider
  /** Both names exceed the limits of free text, 50 and 75 characters. */
  const foundAddress = {
    logradouro: 'Avenida',
    endereco: 'Presidente Marechal Floriano Vieira Peixoto de Araújo Lima',
    bairro: 'Conjunto Residencial Prefeito Prestes Maia dos Servidores Municipais de São Paulo',
    estado_id: 25,
    cidade_id: 3550308,
  }
  const addressLookup = createServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'x-requested-with')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(foundAddress))
  })
  test.beforeAll(async () => {
    provider = await startCaptchaProvider()
    await new Promise<void>((resolve) => addressLookup.listen(0, '127.0.0.1', resolve))
    club = await startOtherClub('e2e/club-cpf.ts', {
      CAPTCHA_PROVIDER: provider.url,
      ADDRESS_LOOKUP: `http://127.0.0.1:${(addressLookup.address() as AddressInfo).port}/cep`,
      RECAPTCHA_API_KEY: 'chave-do-provedor',
    })
  })
  test.afterAll(async () => {
    await club.stop()
    await provider.stop()
    addressLookup.closeAllConnections()
    await new Promise((resolve) => addressLookup.close(resolve))
  })

  test('a club for CPFs without remember-me accepts CPFs only and does not remember the device', async ({
    page,
    context,
    scanA11y,
  }) => {
    await page.goto(`${club.url}/entrar`)
    await waitForHydration(page)
    const field = page.getByRole('textbox', { name: 'CPF' })
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await field.pressSequentially('11222333000181')
    await expect(field).toHaveValue('112.223.330-00')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByText('CPF inválido!')).toBeVisible()
    await scanA11y('Login for CPF only')
    await field.fill(personas.maria.document_id)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('Senha', { exact: true }).fill(personas.maria.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expectHome(page)
    await context.clearCookies()
    await page.goto(`${club.url}/`)
    await expect(heading(page, 'Login')).toBeVisible()
  })

  test('account check and sign-in succeed with a token that the captcha provider approves', async ({
    page,
  }) => {
    provider.assessed = []
    await page.goto(`${club.url}/entrar`)
    await enterDocument(page, personas.maria.document_id, { label: 'CPF' })
    await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
    expect(provider.assessed.map((token) => token.length)).toEqual([300])
    await page.getByLabel('Senha', { exact: true }).fill(personas.maria.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expectHome(page)
    expect(provider.assessed).toHaveLength(2)
  })

  test('a person joins with an address from the club’s CEP lookup whose names exceed the limit of free text', async ({
    page,
  }) => {
    await page.goto(`${club.url}/entrar`)
    await enterDocument(page, unusedCpf(), { label: 'CPF' })
    await expect(heading(page, 'Seus dados')).toBeVisible()
    await fillPerson(page, { label: 'Nome completo', ...newCustomer })
    await continueTo(page, 'Seu endereço')
    await page.getByRole('textbox', { name: 'CEP' }).fill('01001-000')
    await expect(page.getByRole('combobox', { name: 'Endereço' })).toHaveValue(foundAddress.endereco)
    await expect(page.getByRole('combobox', { name: 'Bairro' })).toHaveValue(foundAddress.bairro)
    expect(foundAddress.endereco.length).toBeGreaterThan(50)
    expect(foundAddress.bairro.length).toBeGreaterThan(75)
    await page.getByRole('textbox', { name: 'Número' }).fill('100')
    await continueTo(page, 'Crie sua senha')
    await fillPasswords(page, newCustomer.password)
    await continueTo(page, 'Falta só o seu aceite')
    await acceptTerms(page)
    await expectHome(page)
  })

  test('after six enterprise captcha tokens that are too short the person sees a message and a beacon is sent', async ({
    page,
  }) => {
    provider.tokenLength = 299
    provider.tokensRequested = 0
    const beacon = page.waitForRequest(/recaptcha\/failed/)
    await page.goto(`${club.url}/entrar`)
    await enterDocument(page, personas.maria.document_id, { label: 'CPF' })
    await expect(toast(page, slowInternet)).toBeVisible()
    expect(provider.tokensRequested).toBe(6)
    const beaconRequest = await beacon
    expect(`${beaconRequest.method()} ${beaconRequest.url().replace(club.url, '')}`).toMatch(
      /^POST \/analytics\/recaptcha\/failed\?token=6-x{297}$/,
    )
    provider.tokenLength = 300
  })

  test.describe('a blocked captcha script', () => {
    test.use({ expectedErrors: /net::ERR_EMPTY_RESPONSE/ })

    test('a blocked captcha script shows a message, and sign-in works once it loads', async ({ page }) => {
      provider.isBlocked = true
      await page.goto(`${club.url}/entrar`)
      await enterDocument(page, personas.maria.document_id, { label: 'CPF' })
      await expect(toast(page, slowInternet)).toBeVisible()
      provider.isBlocked = false
      await page.getByRole('button', { name: 'Continuar' }).click()
      await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
    })
  })
})
