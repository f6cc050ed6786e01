import { expect, test } from './fixtures.ts'
import { back, next, phoneWithCamera, radio } from './photo-request-steps.ts'
import { chooseAnotherOption, startRecovery, joinAndSignOut } from './recovery-steps.ts'
import { continueTo, heading, newCustomer } from './shopper-steps.ts'

test.use(phoneWithCamera)

test('each form step of photo recovery shows its validation errors and keeps its values on back navigation', async ({
  page,
  scanA11y,
}) => {
  test.slow()
  const person = await joinAndSignOut(page)
  await startRecovery(page, person)
  await chooseAnotherOption(page)
  await expect(page.getByRole('radio')).toHaveCount(3)
  await scanA11y('the options on a phone')
  await page.getByRole('radio', { name: /Confirme sua identidade/ }).check()
  await next(page).click()

  await expect(page.getByText('Etapa 1 de 9')).toBeVisible()
  await scanA11y('Seus dados')
  await next(page).click()
  await expect(page.getByText('Nome é obrigatório')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Ana')
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill('31/02/1990')
  await next(page).click()
  await expect(page.getByText('Nome deve conter pelo menos 2 palavras')).toBeVisible()
  await expect(page.getByText('Data inválida')).toBeVisible()
  await scanA11y('Seus dados with errors')
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(newCustomer.name)
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill(newCustomer.birth_date)
  await continueTo(page, 'Seu celular')

  await scanA11y('Seu celular')
  await page.getByRole('textbox', { name: 'Celular atual' }).fill('(11) 9')
  await next(page).click()
  await expect(page.getByText('Celular inválido')).toBeVisible()
  await expect(page.getByText('Por favor, selecione uma opção')).toBeVisible()
  await page.getByRole('textbox', { name: 'Celular atual' }).fill('(11) 97777-1234')
  await radio(page, 'Não, mudou').check()
  await page.getByRole('textbox', { name: 'Celular anterior' }).fill('11977771234')
  await next(page).click()
  await expect(page.getByText('O número informado deve ser diferente do atual')).toBeVisible()
  await scanA11y('Seu celular with an error')
  await page.getByRole('textbox', { name: 'Celular anterior' }).fill(person.cellphone)
  await continueTo(page, 'Seu e-mail')

  await scanA11y('Seu e-mail')
  await page.getByRole('textbox', { name: 'E-mail atual' }).fill('ana@')
  await radio(page, 'Não, mudou').check()
  await next(page).click()
  await expect(page.getByText('Email inválido')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail atual' }).fill('outra@exemplo.com.br')
  await page.getByRole('textbox', { name: 'E-mail anterior' }).fill('Outra@Exemplo.com.br')
  await next(page).click()
  await expect(page.getByText('O e-mail informado deve ser diferente do atual')).toBeVisible()
  await scanA11y('Seu e-mail with an error')
  await radio(page, 'Não lembro').check()
  await continueTo(page, 'Mais informações')

  await scanA11y('Mais informações')
  await next(page).click()
  await expect(page.getByText('Por favor, selecione uma opção')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Conte o que você lembra' })).toHaveCount(0)
  await radio(page, 'Sim').check()
  await next(page).click()
  await expect(page.getByText('Este campo não pode estar vazio')).toBeVisible()
  await scanA11y('Mais informações with an error')

  // Navigating back, by button and by browser, and forward again keeps the input.
  await page.getByRole('textbox', { name: 'Conte o que você lembra' }).fill('Moro na Praça da Sé.')
  await back(page).click()
  await expect(heading(page, 'Seu e-mail')).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'Seu celular')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Celular anterior' })).toHaveValue(person.cellphone)
  await continueTo(page, 'Seu e-mail')
  await expect(page.getByRole('textbox', { name: 'E-mail atual' })).toHaveValue('outra@exemplo.com.br')
  await continueTo(page, 'Mais informações')
  await expect(page.getByRole('textbox', { name: 'Conte o que você lembra' })).toHaveValue(
    'Moro na Praça da Sé.',
  )

  await page.getByRole('button', { name: 'Cancelar pedido' }).click()
  await scanA11y('cancelling the request')
  await page.getByRole('button', { name: 'Continuar o pedido' }).click()
  await expect(heading(page, 'Mais informações')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar pedido' }).click()
  await page.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(heading(page, 'Login')).toBeVisible()
})
