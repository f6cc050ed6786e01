import { expect, test } from './fixtures.ts'
import {
  acceptTerms,
  continueTo,
  enterDocument,
  waitForHydration,
  expectHome,
  fillAddressByCep,
  fillPasswords,
  fillPerson,
  finishJoining,
  heading,
  unusedCpf,
  newCustomer,
  signIn,
  toast,
} from './shopper-steps.ts'

test('a new customer joins with a CPF, signs out, and signs in with the password', async ({
  page,
  scanA11y,
}) => {
  // Many screens with axe scans take long on a busy machine.
  test.setTimeout(120_000)
  const document_id = unusedCpf()
  await page.goto('/')
  await expect(heading(page, 'Login')).toBeVisible()
  await expect(page).toHaveURL('/entrar')
  await scanA11y('Login')
  await enterDocument(page, document_id)

  await expect(heading(page, 'Seus dados')).toBeVisible()
  await expect(page.getByText(`Cadastro para o CPF ${document_id}`)).toBeVisible()
  await scanA11y('Seus dados')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Nome é obrigatório')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nome completo' })).toBeFocused()
  await scanA11y('Seus dados with errors')
  await fillPerson(page, { label: 'Nome completo', ...newCustomer, birth_date: '20/03/2019' })
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Você precisa ter mais de 18 anos!')).toBeVisible()
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill(newCustomer.birth_date)
  await continueTo(page, 'Seu endereço')

  await scanA11y('Seu endereço')
  await fillAddressByCep(page)
  await expect(page.getByRole('combobox', { name: 'Estado' })).toHaveValue('São Paulo')
  await expect(page.getByRole('combobox', { name: 'Cidade' })).toHaveValue('São Paulo')
  await expect(page.getByRole('combobox', { name: 'Bairro' })).toHaveValue('Sé')
  await expect(page.getByRole('combobox', { name: 'Logradouro' })).toHaveValue('square')
  await scanA11y('Seu endereço, filled in by the CEP')
  await continueTo(page, 'Crie sua senha')

  await fillPasswords(page, '123')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('A senha deve ter no mínimo 6 caracteres')).toBeVisible()
  await fillPasswords(page, newCustomer.password)
  await page.getByLabel('Confirme a senha').fill('Jabuticaba-8')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('As senhas não coincidem')).toBeVisible()
  await scanA11y('Crie sua senha with an error')
  await page.getByLabel('Confirme a senha').fill(newCustomer.password)
  await continueTo(page, 'Falta só o seu aceite')

  await scanA11y('Falta só o seu aceite')
  await page.getByRole('button', { name: 'Ler Termos de adesão ao clube' }).click()
  const dialog = page.getByRole('dialog', { name: 'Termos de adesão ao clube' })
  await expect(dialog.getByText('Versão do documento: 1.0')).toBeVisible()
  await scanA11y('the terms in their dialog')
  // The back button closes the dialog, and the step remains; no page loads, so goBack times out.
  await page.goBack({ timeout: 2_000 }).catch(() => null)
  await expect(dialog).toBeHidden()
  await expect(heading(page, 'Falta só o seu aceite')).toBeVisible()
  await page.getByRole('button', { name: 'Ler Termos de adesão ao clube' }).click()
  await dialog.getByRole('button', { name: 'Li e aceito' }).click()
  await expect(page.getByRole('checkbox', { name: /Termos de adesão ao clube/ })).toBeChecked()
  await acceptTerms(page)

  await expectHome(page)
  await expect(toast(page, 'Boas-vindas ao clube, Ana!')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toContainText('Ana Lúcia Pereira')
  await scanA11y('Início')

  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await signIn(page, { document_id, password: newCustomer.password })
})

for (const { kind, document_id, name } of [
  { kind: 'numeric', document_id: '11.444.777/0001-61', name: 'Floricultura Manacá' },
  { kind: 'alphanumeric', document_id: '12.ABC.345/01DE-35', name: 'Ateliê Sapucaia' },
]) {
  test(`a company joins with a CNPJ (${kind})`, async ({ page, scanA11y }) => {
    await page.goto('/entrar')
    await waitForHydration(page)
    const field = page.getByRole('textbox', { name: 'CPF ou CNPJ' })
    await field.pressSequentially(document_id.replaceAll(/[./-]/g, '').toLowerCase())
    await expect(field).toHaveValue(document_id)
    await page.getByRole('button', { name: 'Continuar' }).click()

    await expect(heading(page, 'Seus dados')).toBeVisible()
    await expect(page.getByText(`Cadastro para o CNPJ ${document_id}`)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Data de nascimento' })).toHaveCount(0)
    await scanA11y('Seus dados of a company')
    await fillPerson(page, { label: 'Nome da empresa', name })
    await finishJoining(page)
    await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toContainText(name)
    await page.getByRole('button', { name: 'Sair' }).click()
    await signIn(page, { document_id, password: newCustomer.password })
  })
}
