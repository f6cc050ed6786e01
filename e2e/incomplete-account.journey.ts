import { personas } from '../server/seeds/demonstration/personas.ts'
import { expect, test } from './fixtures.ts'
import { enterDocument, finishJoining, heading, newCustomer, signIn, toast } from './shopper-steps.ts'

const { joao } = personas

test('after a wrong attempt, an incomplete account is completed with the data to which its hints refer', async ({
  page,
  scanA11y,
}) => {
  await page.goto('/entrar')
  await enterDocument(page, joao.document_id)
  await expect(heading(page, 'Confirmar Informações')).toBeVisible()
  const birthDate = page.getByRole('textbox', { name: 'Data de nascimento' })
  const cellphone = page.getByRole('textbox', { name: 'Celular' })
  const email = page.getByRole('textbox', { name: 'E-mail' })
  await expect(birthDate).toBeFocused()
  await expect(page.getByText('Complete a data de nascimento que termina em 79.')).toBeVisible()
  await expect(page.getByText('Complete o celular que termina em 65.')).toBeVisible()
  await expect(page.getByText('Complete o e-mail que começa com "jo".')).toBeVisible()
  await scanA11y('Confirmar Informações')

  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('Este campo não pode estar vazio')).toHaveCount(3)
  await birthDate.fill('31/02/1979')
  await cellphone.fill('(21) 9')
  await email.fill('joao')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('Data inválida')).toBeVisible()
  await expect(page.getByText('Celular inválido')).toBeVisible()
  await expect(page.getByText('Email inválido')).toBeVisible()
  await expect(birthDate).toBeFocused()
  await scanA11y('Confirmar Informações with errors')

  await birthDate.fill('02/11/1979')
  await cellphone.fill('(21) 99887-7665')
  await email.fill('joao@exemplo.com.br')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(
    toast(page, 'Os dados informados não conferem com o cadastro. Confira e tente novamente.'),
  ).toBeVisible()
  await scanA11y('Confirmar Informações after wrong data')
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()

  await enterDocument(page, joao.document_id)
  await birthDate.fill('02/11/1979')
  await cellphone.fill('(21) 99887-7665')
  await email.fill(joao.email)
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(heading(page, 'Seus dados')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Nome completo' })).toHaveValue(joao.name)
  await expect(birthDate).toHaveValue('02/11/1979')
  await finishJoining(page)
  await expect(page.getByRole('region', { name: 'Seu cartão do clube' })).toContainText(joao.name)

  await page.getByRole('button', { name: 'Sair' }).click()
  await signIn(page, { document_id: joao.document_id, password: newCustomer.password })
})
