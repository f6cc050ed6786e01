import type { Locator, Page } from '@playwright/test'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { waitForHydration, expectHome, heading, unusedCpf, newCustomer } from './shopper-steps.ts'

/** Presses Tab until the target has the focus. */
async function tabUntil(page: Page, target: Locator, name: string) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 40; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${name}`)
}

const tabTo = (
  page: Page,
  role: 'button' | 'checkbox' | 'combobox' | 'link' | 'textbox',
  name: string | RegExp,
) => tabUntil(page, page.getByRole(role, { name, exact: true }), `${role} ${String(name)}`)

/** By label, since a password field has no role. */
async function typeInto(page: Page, name: string, text: string) {
  await tabUntil(page, page.getByLabel(name, { exact: true }), name)
  await page.keyboard.type(text)
}

/** Types a prefix and selects the first row with arrow and Enter. */
async function pick(page: Page, name: string, text: string, row: string) {
  await tabTo(page, 'combobox', name)
  await page.keyboard.type(text)
  await expect(page.getByRole('listbox', { name }).getByRole('option').first()).toContainText(row)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name })).toHaveValue(row)
}

test('sign-in, profile and sign-out work with the keyboard only @desk', async ({ page }) => {
  await page.goto('/entrar')
  await waitForHydration(page)
  await typeInto(page, 'CPF ou CNPJ', personas.padaria.document_id)
  await tabTo(page, 'checkbox', 'Lembrar de mim')
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Lembrar de mim' })).toBeChecked()
  await tabTo(page, 'button', 'Continuar')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Bem vindo de volta!')).toBeVisible()
  await typeInto(page, 'Senha', personas.padaria.password)
  await page.keyboard.press('Enter')
  await expectHome(page)
  await tabTo(page, 'link', 'Ver e alterar meu perfil')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Meu perfil')).toBeVisible()
  await tabTo(page, 'button', 'Alterar: Seus dados')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Nome da empresa' })).toBeFocused()
  await tabTo(page, 'button', 'Cancelar')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Alterar: Seus dados' })).toBeFocused()
  await tabTo(page, 'button', 'Sair')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Login')).toBeVisible()
})

test('registration works with the keyboard only', async ({ page }) => {
  await page.goto('/entrar')
  await waitForHydration(page)
  await typeInto(page, 'CPF ou CNPJ', unusedCpf())
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Seus dados')).toBeVisible()
  await typeInto(page, 'Nome completo', newCustomer.name)
  await typeInto(page, 'Data de nascimento', newCustomer.birth_date)
  await typeInto(page, 'Celular', newCustomer.cellphone)
  await typeInto(page, 'E-mail', newCustomer.email)
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Seu endereço')).toBeVisible()
  await typeInto(page, 'CEP', '99999999')
  await expect(page.getByText('Não encontramos este CEP. Preencha abaixo.')).toBeVisible()
  await pick(page, 'Estado', 'sp', 'São Paulo')
  await pick(page, 'Cidade', 'campinas', 'Campinas')
  await pick(page, 'Bairro', 'camb', 'Cambuí')
  await tabTo(page, 'combobox', 'Endereço')
  await page.keyboard.type('quirino')
  await expect(page.getByRole('option', { name: 'Rua Coronel Quirino' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Logradouro' })).toHaveValue('street')
  await typeInto(page, 'Número', '42')
  await tabTo(page, 'button', 'Continuar')
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Crie sua senha')).toBeVisible()
  await typeInto(page, 'Senha', newCustomer.password)
  await typeInto(page, 'Confirme a senha', newCustomer.password)
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Falta só o seu aceite')).toBeVisible()
  await tabTo(page, 'button', 'Ler Termos de adesão ao clube')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Termos de adesão ao clube' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ler Termos de adesão ao clube' })).toBeFocused()
  for (const name of [/Regulamento do clube/, /Termos de adesão ao clube/]) {
    await page.keyboard.press('Shift+Tab')
    await tabTo(page, 'checkbox', name)
    await page.keyboard.press('Space')
    await expect(page.getByRole('checkbox', { name })).toBeChecked()
  }
  await tabTo(page, 'button', 'Concluir cadastro')
  await page.keyboard.press('Enter')
  await expectHome(page)
})
