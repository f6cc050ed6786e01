import type { Page } from '@playwright/test'
import { addStaffSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { winAward } from './scratch-award-steps.ts'
import { createScratchCampaign, prizeTitle } from './scratch-steps.ts'
import { heading, toast } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'

// Creates a campaign with its deck and codes, and staff with three roles act in it.
test.slow()

const result = (page: Page) => page.getByRole('region', { name: 'Resultado' })
const code = (page: Page) => page.getByLabel('Código do prêmio')
const birthDate = (page: Page) => page.getByLabel('Data de nascimento no documento')

test('a won prize is delivered by keyboard after the birth date is compared, undone by a supervisor, and has a receipt @staff', async ({
  page,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const campaign = await createScratchCampaign(baseURL, { every: 'wins', count: 2 })
  const [firstCode = '', secondCode = ''] = campaign.codes
  const first = await winAward(baseURL, { ...campaign, code: firstCode })
  const second = await winAward(baseURL, { ...campaign, code: secondCode })
  await first.signIn(context, baseURL ?? '')

  await test.step('the prize is in the Carteira, with its code', async () => {
    await page.goto('/carteira')
    await page.getByRole('link', { name: new RegExp(prizeTitle) }).click()
    await expect(page.getByText(first.short_code)).toBeVisible()
    await expect(page.getByText(/^Retire até/)).toBeVisible()
    await scanA11y('a prize to pick up')
  })

  const desk = await openAnotherDevice()
  await addStaffSession(desk.context(), baseURL, staffPersonas.gift_supervisor)
  await desk.goto('/equipe/raspadinhas/entregar')
  await expect(heading(desk, 'Raspadinhas: Entregar prêmio')).toBeVisible()
  await scanA11y('the idle prize desk', desk)

  await test.step('after a code is typed, the birth date is requested, and a wrong one is corrected', async () => {
    await code(desk).focus()
    await desk.keyboard.type(first.short_code)
    await desk.keyboard.press('Enter')
    await expect(result(desk)).toContainText(prizeTitle)
    await expect(result(desk)).toContainText(first.document_end)
    await expect(birthDate(desk)).toBeFocused()
    await scanA11y('a prize that was read', desk)
    await desk.keyboard.type('21/03/1990')
    await desk.getByRole('button', { name: 'Entregar', exact: true }).click()
    await expect(
      desk.getByText('Esta data não é a do cadastro. Confira o documento apresentado.'),
    ).toBeVisible()
    await birthDate(desk).fill('20/03/1990')
    await birthDate(desk).press('Enter')
    await expect(result(desk)).toContainText('Entregue')
    await scanA11y('a delivered prize', desk)
  })

  await test.step('a USB reader reads the next prize, and the desk shows when the first one was delivered', async () => {
    await desk.getByRole('button', { name: 'Entregas de hoje' }).focus()
    await desk.keyboard.type(second.qr)
    await desk.keyboard.press('Enter')
    await expect(result(desk)).toContainText(second.document_end)
    await code(desk).fill(first.short_code)
    await desk.getByRole('button', { name: 'Ler', exact: true }).click()
    await expect(result(desk)).toContainText(
      /Este prêmio já foi entregue em \d\d\/\d\d\/\d{4} às \d\d:\d\d\./,
    )
  })

  await test.step('the customer has a receipt', async () => {
    await page.reload()
    await expect(page.getByText(/^Entregue em/)).toBeVisible()
    const href = await page.getByRole('link', { name: 'Recibo em PDF' }).getAttribute('href')
    const receipt = await page.request.get(href ?? '')
    expect(receipt.headers()['content-type']).toBe('application/pdf')
    await scanA11y('a delivered prize on the customer’s page')
  })

  await test.step('a supervisor undoes the delivery, and the prize can be delivered again', async () => {
    await desk.getByRole('button', { name: 'Entregas de hoje' }).click()
    await scanA11y('the prizes delivered today', desk)
    await desk
      .getByRole('table')
      .getByRole('button', { name: /^Desfazer/ })
      .first()
      .click()
    await desk.getByLabel('Motivo').fill('Prêmio de outra pessoa')
    await desk.getByRole('button', { name: 'Desfazer a entrega' }).click()
    await expect(toast(desk, 'Entrega desfeita.')).toBeVisible()
    await desk.getByRole('button', { name: 'Fechar', exact: true }).click()
    await expect(result(desk)).toContainText('Entrega desfeita')
  })

  await test.step('a person without a phone is found by CPF, and gets the prize after the birth date', async () => {
    await code(desk).press('.')
    await desk.keyboard.type(first.document_id)
    await desk.keyboard.press('Enter')
    await expect(result(desk)).toContainText(first.document_end)
    await expect(desk.getByLabel('CPF ou CNPJ')).toHaveValue('')
    await scanA11y('a prize found by document', desk)
    await birthDate(desk).fill('20/03/1990')
    await desk.getByRole('button', { name: 'Entregar', exact: true }).click()
    await expect(result(desk)).toContainText('Entregue')
    await desk.getByLabel('CPF ou CNPJ').fill(first.document_id)
    await desk.getByRole('button', { name: 'Procurar' }).click()
    await expect(result(desk)).toContainText('Nada para retirar')
    await scanA11y('a person without prizes', desk)
  })
})
