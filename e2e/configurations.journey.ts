import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { startOtherClub, type OtherClub } from './other-club.ts'
import { enterDocument, expectAlive, expectHome, expectNoWarning, heading, signIn } from './shopper.ts'

test.describe('a club without passwords, with numeric CNPJs', () => {
  let club: OtherClub
  test.beforeAll(async () => {
    club = await startOtherClub('e2e/club-passwordless.ts')
  })
  test.afterAll(() => club.stop())

  test('lets a document in directly, without personal data until the password is given', async ({
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
    await expect(page.getByText('Para ver e alterar os seus dados, entre com a sua senha.')).toBeVisible()
    await expect(page.getByText('Maria')).toHaveCount(0)
    await scanA11y('Início, identified only')

    await page.getByRole('link', { name: 'Entrar com senha' }).click()
    await expect(heading(page, 'Login')).toBeVisible()
    await signIn(page, personas.maria)
    await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toContainText(personas.maria.name)
  })

  test('says on the field that nobody has the document', async ({ page, scanA11y }) => {
    await page.goto(`${club.url}/entrar`)
    await enterDocument(page, '935.411.347-80')
    await expect(page.getByText('Não encontramos este documento no clube.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'CPF ou CNPJ' })).toBeFocused()
    await expectNoWarning(page)
    await scanA11y('Login with an unknown document')
  })

  test('takes the digits of a CNPJ and none of its letters', async ({ page }) => {
    await page.goto(`${club.url}/entrar`)
    await expectAlive(page)
    const field = page.getByRole('textbox', { name: 'CPF ou CNPJ' })
    await field.pressSequentially('1a1b222333000181')
    await expect(field).toHaveValue('11.222.333/0001-81')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expectHome(page)
  })
})

test.describe('a club of people that remembers nobody', () => {
  let club: OtherClub
  test.beforeAll(async () => {
    club = await startOtherClub('e2e/club-of-people.ts')
  })
  test.afterAll(() => club.stop())

  test('asks for a CPF, offers no memory, and forgets', async ({ page, context, scanA11y }) => {
    await page.goto(`${club.url}/entrar`)
    await expectAlive(page)
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
})
