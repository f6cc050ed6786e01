import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import {
  chooseAnotherOption,
  codeField,
  codeSentTo,
  startRecovery,
  enterCode,
  joinAndSignOut,
  messagesTo,
  differentCode,
  setNewPassword,
} from './recovery-steps.ts'
import {
  enterDocument,
  expectHome,
  heading,
  readAllStorage,
  unusedCpf,
  signIn,
  toast,
} from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

const newPassword = 'Pitanga-Doce-4'

test('a forgotten password is recovered by e-mail, and every invalid input shows its message @desk', async ({
  page,
  scanA11y,
}) => {
  test.slow()
  const person = await joinAndSignOut(page)
  await enterDocument(page, person.document_id)
  await page.getByRole('button', { name: 'Esqueci minha senha' }).click()
  const document = page.getByRole('textbox', { name: 'CPF ou CNPJ' })
  await expect(document).toBeFocused()
  await scanA11y('Esqueci minha senha')
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByText('Este campo não pode estar vazio')).toBeVisible()
  await document.fill(unusedCpf())
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await expect(page.getByText('O documento informado não coincide com o anterior')).toBeVisible()
  await expect(document).toBeFocused()
  await scanA11y('Esqueci minha senha with an error')
  await document.fill(person.document_id)
  await page.getByRole('button', { name: 'Enviar código' }).click()

  await expect(heading(page, 'Confira seu e-mail')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await scanA11y('Confira seu e-mail')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('Este campo não pode estar vazio')).toBeVisible()
  await enterCode(page, '123')
  await expect(page.getByText('Entrada inválida')).toBeVisible()
  const code = await codeSentTo(page, person.email)
  await enterCode(page, differentCode(code))
  await expect(page.getByText('Código inválido. Confira e tente novamente.')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await scanA11y('Confira seu e-mail with an error')
  await enterCode(page, code)

  await expect(heading(page, 'Crie uma nova senha')).toBeVisible()
  await scanA11y('Crie uma nova senha')
  const password = page.getByLabel('Nova senha', { exact: true })
  const confirmation = page.getByLabel('Confirme a nova senha')
  await password.fill('12345')
  await confirmation.fill('12345')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(page.getByText('A senha deve ter no mínimo 6 caracteres')).toBeVisible()
  await password.fill(newPassword)
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(page.getByText('As senhas não coincidem!')).toBeVisible()
  await expect(confirmation).toBeFocused()
  await scanA11y('Crie uma nova senha with an error')
  await password.fill('123456')
  await confirmation.fill('123456')
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()
  await expect(page.getByText('Esta senha é fácil de adivinhar. Escolha outra.')).toBeVisible()
  await password.fill(newPassword)
  await confirmation.fill(newPassword)
  await page.getByRole('button', { name: 'Salvar nova senha' }).click()

  await expect(heading(page, 'Tudo certo!')).toBeVisible()
  await scanA11y('Tudo certo!')
  await page.getByRole('button', { name: 'Entrar no clube' }).click()
  await expectHome(page)
  await expect
    .poll(async () => (await messagesTo(page, person.email)).map(({ text }) => text).join())
    .toContain('A senha da sua conta foi alterada')

  await page.getByRole('button', { name: 'Sair' }).click()
  await enterDocument(page, person.document_id)
  await page.getByLabel('Senha', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('Senha incorreta. Confira e tente novamente.')).toBeVisible()
  await page.getByRole('button', { name: 'Usar outro documento' }).click()
  await signIn(page, { document_id: person.document_id, password: newPassword })
})

test('a forgotten password is recovered by SMS after choosing another option @desk', async ({
  page,
  scanA11y,
}) => {
  test.slow()
  const person = await joinAndSignOut(page)
  await startRecovery(page, person)
  const revokedCode = await codeSentTo(page, person.email)
  await chooseAnotherOption(page)
  // Photos are offered on mobile devices only; this browser is not one.
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: 'Fale conosco' })).toBeVisible()
  await scanA11y('Precisamos verificar sua identidade')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Por favor, selecione uma opção')).toBeVisible()
  await scanA11y('Precisamos verificar sua identidade with an error')
  await page.getByRole('radio', { name: 'Receber um código por SMS' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()

  await expect(heading(page, 'Confira seu celular')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByText(/Tente novamente em [12]:\d\d/)).toBeVisible()
  await scanA11y('Confira seu celular')
  await enterCode(page, revokedCode)
  await expect(page.getByText('Código inválido. Confira e tente novamente.')).toBeVisible()
  await enterCode(page, await codeSentTo(page, person.cellphone))
  await setNewPassword(page, newPassword)
})

test('a second SMS cannot be requested for two minutes, during which the service desk remains an option', async ({
  page,
  scanA11y,
}) => {
  const person = await joinAndSignOut(page)
  await startRecovery(page, person)
  await chooseAnotherOption(page)
  await page.getByRole('radio', { name: 'Receber um código por SMS' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(heading(page, 'Confira seu celular')).toBeVisible()
  await chooseAnotherOption(page)
  const sms = page.getByRole('radio', { name: /Receber um código por SMS/ })
  await expect(sms).toBeDisabled()
  // A disabled option ignores clicks but explains why.
  await page.getByText(/Tente novamente em [12]:\d\d/).click({ force: true })
  await expect(toast(page, 'Aguarde um momento para tentar novamente.')).toBeVisible()
  await scanA11y('Precisamos verificar sua identidade, SMS in cooldown')

  // The cooldown persists for the session, even after a reload and a restart of the flow.
  await page.reload()
  await expect(heading(page, 'Precisamos verificar sua identidade')).toBeVisible()
  await expect(sms).toBeDisabled()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await startRecovery(page, person)
  await chooseAnotherOption(page)
  await expect(sms).toBeDisabled()

  await page.getByRole('radio', { name: 'Fale conosco' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Por favor dirija-se ao balcão para recuperar a sua senha!')).toBeVisible()
  await scanA11y('the service desk')
  await page.getByRole('button', { name: 'Voltar ao início' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
})

test('the steps of a recovery are resumed after a reload and after going back, and a cancelled recovery is not', async ({
  page,
}) => {
  const person = await joinAndSignOut(page)
  await startRecovery(page, person)
  const deadline = await page.getByText(/O código vale até \d+h(\d\d)?\./).textContent()
  await page.reload()
  await expect(heading(page, 'Confira seu e-mail')).toBeVisible()
  await expect(page.getByText(deadline ?? '')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await page.goBack()
  await expect(heading(page, 'Login')).toBeVisible()
  await page.getByRole('button', { name: 'Continuar a recuperação da senha' }).click()
  await expect(page.getByText(deadline ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Login')).toBeVisible()

  await startRecovery(page, person)
  await page.reload()
  await enterCode(page, await codeSentTo(page, person.email, 2))
  await expect(heading(page, 'Crie uma nova senha')).toBeVisible()
  // The recovery token is not stored: the server replaces it.
  await page.reload()
  await expect(heading(page, 'Crie uma nova senha')).toBeVisible()
  await expect(page.getByText(/Você tem até \d+h(\d\d)?\./)).toBeVisible()
  await setNewPassword(page, 'Jabuticaba-93')
  expect(await readAllStorage(page)).not.toContain(person.document_id)
})

test('five wrong attempts revoke a verification code; a new one works', async ({ page }) => {
  const person = await joinAndSignOut(page)
  await startRecovery(page, person)
  const code = await codeSentTo(page, person.email)
  for (let attempt = 1; attempt < 5; attempt += 1) {
    await enterCode(page, differentCode(code))
    await expect(page.getByRole('button', { name: 'Confirmar' })).not.toHaveAttribute('aria-disabled')
    await expect(page.getByText('Código inválido. Confira e tente novamente.')).toBeVisible()
  }
  await enterCode(page, differentCode(code))
  await expect(page.getByText('Muitas tentativas com este código. Peça um novo código.')).toBeVisible()
  await enterCode(page, code)
  await expect(page.getByText('Muitas tentativas com este código. Peça um novo código.')).toBeVisible()
  await page.getByRole('button', { name: 'Não chegou? Enviar outro código' }).click()
  await expect(toast(page, 'Pedimos outro código. O anterior não vale mais.')).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await enterCode(page, await codeSentTo(page, person.email, 2))
  await setNewPassword(page, newPassword)
})

test('a code issued at the service desk is valid once another attendant has confirmed it', async ({
  page,
  openAnotherDevice,
}) => {
  const person = await joinAndSignOut(page)
  const desk = await openAnotherDevice()
  await signInStaff(desk, staffPersonas.attendant)
  await checkIdentity(desk, person.document_id, 3)
  await desk.getByRole('button', { name: 'Emitir código' }).click()
  const code = (await desk.getByText(/^\d{6}$/).textContent()) ?? ''

  await startRecovery(page, person)
  await enterCode(page, code)
  await expect(page.getByText('Código inválido. Confira e tente novamente.')).toBeVisible()
  const colleague = await openAnotherDevice()
  await signInStaff(colleague, staffPersonas.second_attendant)
  await checkIdentity(colleague, person.document_id, 4)
  await colleague.getByRole('button', { name: 'Confirmar código' }).click()
  await expect(toast(colleague, 'Código confirmado. A pessoa já pode usá-lo.')).toBeVisible()
  await enterCode(page, code)
  await setNewPassword(page, newPassword)
})

/** Finds the person at the desk and confirms every item of the checklist. */
async function checkIdentity(desk: Page, document_id: string, items: number): Promise<void> {
  await desk.getByRole('textbox', { name: 'Pessoa' }).fill(document_id)
  await desk.getByRole('button', { name: 'Procurar' }).click()
  await expect(desk.getByRole('radio', { name: 'Sim' })).toHaveCount(items)
  for (const yes of await desk.getByRole('radio', { name: 'Sim' }).all()) await yes.check()
}
