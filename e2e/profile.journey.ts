import { readFile } from 'node:fs/promises'
import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { codeSentTo } from './recovery-steps.ts'
import {
  changePassword,
  enterDocument,
  expectHome,
  expectNoWarning,
  heading,
  join,
  signIn,
  toast,
} from './shopper-steps.ts'

test('a customer changes contacts, address, password and the marketing e-mail subscription', async ({
  page,
  context,
  scanA11y,
}) => {
  // Many screens with axe scans take long on a busy machine.
  test.setTimeout(120_000)
  const { document_id, password } = await join(page)
  await page.getByRole('link', { name: 'Ver e alterar meu perfil' }).click()
  await expect(heading(page, 'Meu perfil')).toBeVisible()
  const data = page.getByRole('region', { name: 'Seus dados' })
  await expect(data).toContainText('Ana Lúcia Pereira')
  await expect(data).toContainText('**/**/1990')
  await scanA11y('Meu perfil')

  await page.getByRole('button', { name: 'Alterar: Seus dados' }).click()
  await expect(page.getByRole('textbox', { name: 'Nome completo' })).toBeFocused()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('Ana.Nova@Exemplo.com.br')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('ana.nova@exemplo.com.br')
  await page.getByRole('textbox', { name: 'Celular' }).fill('(21) 97777-6666')
  await page.getByLabel('Senha atual').fill('Jabuticaba-1')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Senha atual incorreta.')).toBeVisible()
  await expect(page.getByLabel('Senha atual')).toBeFocused()
  await scanA11y('the contacts with a wrong password')
  await page.getByLabel('Senha atual').fill(password)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Seus dados foram alterados.')).toBeVisible()
  await expect(data).toContainText('(21) 97777-6666')
  await expect(data).toContainText('ana.nova@exemplo.com.br')

  // A changed contact is confirmed by a code.
  await page.getByRole('button', { name: 'Confirmar e-mail' }).click()
  const code = page.getByLabel('Código do e-mail')
  await expect(code).toBeFocused()
  await scanA11y('the code of a contact')
  await code.fill(await codeSentTo(page, 'ana.nova@exemplo.com.br'))
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(toast(page, 'E-mail confirmado.')).toBeVisible()
  await expect(data).toBeFocused()
  await expect(page.getByRole('button', { name: 'Confirmar e-mail' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Confirmar celular' })).toBeVisible()

  await page.getByRole('button', { name: 'Alterar: Endereço' }).click()
  await expect(page.getByRole('combobox', { name: 'Cidade' })).toHaveValue('São Paulo')
  await scanA11y('the address being changed')
  await page.getByRole('textbox', { name: 'CEP' }).fill('13025-001')
  await expect(page.getByRole('combobox', { name: 'Cidade' })).toHaveValue('Campinas')
  await page.getByRole('textbox', { name: 'Número' }).fill('42')
  await page.getByRole('textbox', { name: 'Complemento' }).fill('casa 2')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Seu endereço foi alterado.')).toBeVisible()
  const address = page.getByRole('region', { name: 'Endereço' })
  await expect(address).toContainText('Rua Coronel Quirino, 42, casa 2')
  await expect(address).toContainText('Campinas, SP')

  await page.getByRole('switch', { name: 'Quero receber ofertas por e-mail' }).check()
  await expect(toast(page, 'Você vai receber as nossas ofertas.')).toBeVisible()
  await page.getByRole('switch', { name: 'Quero receber ofertas por e-mail' }).uncheck()
  await expect(toast(page, 'Você não vai mais receber ofertas.')).toBeVisible()

  await page.getByRole('button', { name: 'Trocar: Senha' }).click()
  await page.getByLabel('Senha atual').fill(password)
  await page.getByLabel('Nova senha', { exact: true }).fill('123456')
  await page.getByLabel('Confirme a nova senha').fill('123456')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Esta senha é fácil de adivinhar. Escolha outra.')).toBeVisible()
  await scanA11y('the new password with an error')
  await page.getByLabel('Nova senha', { exact: true }).fill('Pitanga-Doce-4')
  await page.getByLabel('Confirme a nova senha').fill('Pitanga-Doce-4')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Sua senha foi trocada.')).toBeVisible()

  // The changes persist, and the new password signs in.
  await page.reload()
  await expect(data).toContainText('ana.nova@exemplo.com.br')
  await expect(address).toContainText('Rua Coronel Quirino, 42, casa 2')
  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await page.goto('/perfil')
  await expect(heading(page, 'Login')).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('sid')
  await enterDocument(page, document_id)
  await page.getByLabel('Senha', { exact: true }).fill('Pitanga-Doce-4')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(heading(page, 'Meu perfil')).toBeVisible()
})

test('changing the password on a remembered device keeps it remembered', async ({ page, context }) => {
  const { document_id, password } = await join(page)
  await page.getByRole('button', { name: 'Sair' }).click()
  await signIn(page, { document_id, password, remember: true })
  await page.goto('/perfil')
  await changePassword(page, password, 'Pitanga-Doce-4')
  await page.getByRole('button', { name: 'Fechar aviso' }).click()
  // The session ends; the new device credential opens the next one.
  await context.clearCookies({ name: /sid$/ })
  await page.goto('/')
  await expectHome(page)
  await expectNoWarning(page)
})

test('changing the password does not remember a device without remember-me', async ({ page, context }) => {
  const { password } = await join(page)
  await page.goto('/perfil')
  await changePassword(page, password, 'Pitanga-Doce-4')
  await page.getByRole('button', { name: 'Fechar aviso' }).click()
  await context.clearCookies({ name: /sid$/ })
  await page.goto('/')
  await expect(heading(page, 'Login')).toBeVisible()
  await expectNoWarning(page)
})

test('consent documents are public, and the home page links to the club’s regulation', async ({
  page,
  scanA11y,
}) => {
  await page.goto('/documentos/loyaltyclub_terms')
  await expect(heading(page, 'Termos de adesão ao clube')).toBeVisible()
  await expect(page.getByText(/^Última alteração: /)).toBeVisible()
  await expect(page.getByText('Versão do documento: 1.0')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Seus direitos' })).toBeVisible()
  await scanA11y('a document')
  await page.goto('/documentos/coisa')
  await expect(page.getByText('Documento não encontrado.')).toBeVisible()
  await scanA11y('a document that does not exist')
  await page.goto('/nada/aqui')
  await expect(heading(page, 'Página não encontrada')).toBeVisible()
  await scanA11y('an unknown path')

  await page.goto('/entrar')
  await signIn(page, personas.padaria)
  await page.getByRole('link', { name: /Conheça o regulamento do clube/ }).click()
  await expect(heading(page, 'Regulamento do clube')).toBeVisible()
  await page.getByRole('link', { name: 'Início' }).click()
  await expectHome(page)
})

test('acceptances are listed and the customer’s own data can be downloaded', async ({ page, scanA11y }) => {
  await join(page)
  await page.getByRole('link', { name: 'Privacidade' }).click()
  await expect(heading(page, 'Privacidade')).toBeVisible()
  const accepted = page.getByRole('region', { name: 'Documentos que você aceitou' })
  await expect(accepted.getByRole('link', { name: /^Regulamento do clube\s*Versão 1\.0/ })).toBeVisible()
  await scanA11y('Privacidade')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar meus dados' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('meus-dados.json')
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({
    profile: { name: 'Ana Lúcia Pereira' },
    acceptances: [{ revoked_at: null }, { revoked_at: null }],
    receipts: [],
  })
})
