import { shops } from '../server/seeds/demonstration/shops.ts'
import { expect, test } from './fixtures.ts'
import { unusedReceiptKey, today } from './receipt-steps.ts'
import { heading, join } from './shopper-steps.ts'

test('a receipt is registered once by its typed key and then listed', async ({
  page,
  scanA11y,
  openAnotherDevice,
  baseURL,
}) => {
  const key = unusedReceiptKey()
  const fill = async (device = page) => {
    await device.getByRole('textbox', { name: 'Chave de acesso' }).fill(key)
    await device.getByRole('textbox', { name: 'Valor total da nota' }).fill('8990')
    await device.getByRole('textbox', { name: 'Data da compra' }).fill(today)
    await device.getByRole('button', { name: 'Cadastrar' }).click()
  }
  await join(page)
  await page.getByRole('link', { name: /Minhas notas/ }).click()
  await expect(heading(page, 'Minhas notas')).toBeVisible()
  await scanA11y('Minhas notas without receipts')
  await page.getByRole('link', { name: 'Cadastrar nota fiscal' }).click()
  await expect(heading(page, 'Cadastrar nota')).toBeVisible()
  await scanA11y('the receipt form')
  await fill()
  await expect(heading(page, /^Nota (aprovada|recebida)!$/)).toBeVisible()
  await scanA11y('a registered receipt')

  await page.getByRole('button', { name: 'Cadastrar outra nota' }).click()
  await fill()
  await expect(page.getByText('Esta nota já está cadastrada na sua conta.')).toBeVisible()
  await page.getByRole('link', { name: 'Minhas notas' }).click()
  await expect(page.getByRole('heading', { name: shops[0].name })).toBeVisible()
  await expect(page.getByText('R$ 89,90')).toBeVisible()
  await scanA11y('Minhas notas')

  const other = await openAnotherDevice()
  await join(other, { origin: baseURL ?? '' })
  await other.goto(`${baseURL}/notas/nova`)
  await fill(other)
  await expect(
    other.getByText('Esta nota já foi utilizada. Se você acha que é um engano, fale com o SAC.'),
  ).toBeVisible()
})
