import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { shops } from '../server/seeds/demonstration/shops.ts'
import { ratingLinkTo } from './club-database.ts'
import { expect, test } from './fixtures.ts'
import { today, unusedReceiptKey } from './receipt-steps.ts'
import { heading, join, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

const shop = shops[0].name

/** Joins and registers a receipt that is approved immediately. */
async function buy(page: Page, email: string): Promise<void> {
  await join(page, { email })
  await page.goto('/notas/nova')
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(unusedReceiptKey())
  await page.getByRole('textbox', { name: 'Valor total da nota' }).fill('8990')
  await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await expect(heading(page, 'Nota aprovada!')).toBeVisible()
}

const unusedEmail = () => `avaliacao${randomInt(1_000_000_000)}@exemplo.com.br`

test('an approved receipt is asked about on the home page and rated once, with the keyboard', async ({
  page,
  scanA11y,
}) => {
  await buy(page, unusedEmail())
  await page.goto('/')
  await expect(page.getByRole('link', { name: /Como foi a sua compra\?/ })).toBeVisible()
  await page.goto('/notas')
  await page.getByRole('link', { name: 'Avaliar esta compra' }).click()
  await expect(heading(page, 'Como foi a sua compra?')).toBeVisible()
  await scanA11y('the rating scale')
  const scale = page.getByRole('radiogroup', { name: `De 0 a 10, quanto você recomendaria a loja ${shop}?` })
  const button = page.getByRole('button', { name: 'Enviar avaliação' })
  await button.click()
  await expect(scale.getByText('Escolha uma nota de 0 a 10.')).toBeVisible()

  // The refusal has moved the focus to the first number: the arrow keys choose the others.
  await page.keyboard.press('Space')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await expect(scale.getByRole('radio', { name: '4' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Tempo de espera' }).check()
  await page.getByRole('textbox', { name: /^Quer contar mais\?/ }).fill('Só um caixa aberto.')
  await page.getByRole('checkbox', { name: /^O clube pode falar comigo/ }).check()
  await scanA11y('a rating from 0 to 6')
  await button.click()
  await expect(page.getByText('Obrigado! A sua avaliação foi enviada.')).toBeVisible()
  await expect(page.getByText(/^Quer resolver agora\?/)).toBeVisible()
  await scanA11y('a saved rating with the service desk')

  await page.reload()
  await expect(page.getByText('Esta compra já foi avaliada.')).toBeVisible()
  await page.goto('/notas')
  await expect(page.getByRole('heading', { name: shop })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Avaliar esta compra' })).toHaveCount(0)
})

test('the link of an e-mail rates without signing in, only when the person confirms, and once', async ({
  page,
  scanA11y,
  openAnotherDevice,
  baseURL,
}) => {
  const email = unusedEmail()
  await buy(page, email)
  const url = `${baseURL}${await ratingLinkTo(email)}`
  const device = await openAnotherDevice()
  // A scanner opens the link several times.
  for (let opened = 0; opened < 2; opened += 1) {
    await device.goto(url)
    await device.reload()
    await expect(device.getByRole('radiogroup')).toBeVisible()
  }
  await expect(device.getByText('Ana')).toHaveCount(0)
  await device.getByRole('radio', { name: /^10/ }).check()
  await device.getByRole('checkbox', { name: 'Preço' }).check()
  await device.getByRole('button', { name: 'Enviar avaliação' }).click()
  await expect(device.getByText('Obrigado! A sua avaliação foi enviada.')).toBeVisible()
  await expect(device.getByText(/^Quer resolver agora\?/)).toHaveCount(0)
  await device.reload()
  await expect(device.getByText('Esta compra já foi avaliada.')).toBeVisible()
  await device.goto(url.replace(/#./, (start) => (start === '#A' ? '#B' : '#A')))
  await device.reload()
  await expect(device.getByText(/^Este link não vale\./)).toBeVisible()

  await page.goto('/')
  await expect(heading(page, /^(Bom dia|Boa tarde|Boa noite)/)).toBeVisible()
  await scanA11y('the home page after the rating')
  await expect(page.getByRole('link', { name: /Como foi a sua compra\?/ })).toHaveCount(0)
})

test(
  'customer service follows up a detractor who allowed contact, and marketing reads the score',
  { tag: '@staff' },
  async ({ page, scanA11y }) => {
    await signInStaff(page, staffPersonas.service_agent, '/equipe/avaliacoes')
    await expect(heading(page, 'Avaliações')).toBeVisible()
    await scanA11y('the queue of detractors')
    const comment = 'O sapato descolou em uma semana e não quiseram trocar.'
    const row = page.getByRole('row', { name: comment })
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(comment)).toBeVisible()
    await dialog.getByRole('button', { name: 'Ver o contato' }).click()
    await expect(dialog.getByText(/^convidado\d@exemplo\.com\.br$/)).toBeVisible()
    await scanA11y('the contact of a detractor')
    await dialog.getByRole('radio', { name: 'Resolvido com a pessoa' }).check()
    await dialog.getByRole('textbox', { name: 'Anotação (opcional)' }).fill('A loja trocou o sapato.')
    await dialog.getByRole('button', { name: 'Registrar acompanhamento' }).click()
    await expect(toast(page, 'Acompanhamento registrado.')).toBeVisible()
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Acompanhadas' }).click()
    await expect(page.getByRole('row', { name: comment })).toBeVisible()

    await page.getByRole('button', { name: 'NPS' }).click()
    await page.getByLabel('De', { exact: true }).fill(yearAgo())
    await expect(page.getByRole('heading', { name: 'NPS do período' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'NPS por loja' })).toContainText(shop)
    await scanA11y('the score')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Baixar o período em CSV' }).click()
    expect((await download).suggestedFilename()).toBe('avaliacoes.csv')
  },
)

const yearAgo = (): string => new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)
