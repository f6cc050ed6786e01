import { randomInt } from 'node:crypto'
import { receiptKeyOf } from '../server/src/testing/receipts.ts'
import { expect, test } from './fixtures.ts'
import { today } from './receipt-steps.ts'
import { heading, join } from './shopper-steps.ts'

test('participating shops are found from the promotions and from a receipt of a shop that does not participate', async ({
  page,
  scanA11y,
}) => {
  await page.goto('/promocoes')
  await page.getByRole('link', { name: 'Ver lojas participantes' }).click()
  await expect(heading(page, 'Lojas participantes')).toBeVisible()
  await expect(page.getByText('Livraria Jabuticabeira')).toBeVisible()
  await scanA11y('the participating shops')
  const text = page.getByRole('searchbox', { name: 'Nome da loja ou CNPJ' })
  const found = page.getByText(/^\d+ lojas? encontradas?$/)
  await text.fill('cafe do patio')
  await expect(found).toHaveText('1 loja encontrada')
  await expect(page.getByText('Alimentação · Térreo')).toBeVisible()
  await text.fill('')
  await page.getByRole('combobox', { name: 'Segmento' }).selectOption('Lazer e cinema')
  await page.getByRole('combobox', { name: 'Piso' }).selectOption('2º piso')
  await expect(found).toHaveText('3 lojas encontradas')
  await page.getByRole('combobox', { name: 'Piso' }).selectOption('Térreo')
  await expect(page.getByText('Nenhuma loja participante corresponde à busca.')).toBeVisible()
  await scanA11y('no participating shop found')
  await page.getByRole('button', { name: 'Ver todas as lojas' }).click()
  await expect(page.getByText('Livraria Jabuticabeira')).toBeVisible()

  await join(page)
  await page.goto('/notas/nova')
  const cnpj = '00000000000191'
  await page
    .getByRole('textbox', { name: 'Chave de acesso' })
    .fill(receiptKeyOf({ now: new Date(), cnpj, number: randomInt(1, 99_999_999) }))
  await page.getByRole('textbox', { name: 'Valor total da nota' }).fill('8990')
  await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await expect(
    page.getByText('A loja desta nota, de CNPJ 00.000.000/0001-91, não participa do clube.'),
  ).toBeVisible()
  await scanA11y('a receipt of a shop that does not participate')
  await page.getByRole('link', { name: 'Procurar nas lojas participantes' }).click()
  await expect(heading(page, 'Lojas participantes')).toBeVisible()
  await text.fill('00.000.000/0001-91')
  await expect(page.getByText('Nenhuma loja participante corresponde à busca.')).toBeVisible()
})
