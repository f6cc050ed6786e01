import type { BrowserContext, Page } from '@playwright/test'
import { addStaffSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { issueVoucher, createGiftCampaign, pickupPoint } from './gift-campaign-steps.ts'
import { heading, toast } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'

// Each journey creates and approves a campaign, and staff with three roles act in it.
test.slow()

const gift = 'Copo térmico, Azul'
const addMarketing = (context: BrowserContext, baseURL = '') =>
  addStaffSession(context, baseURL, staffPersonas.marketing)
const addSupervisor = (context: BrowserContext, baseURL = '') =>
  addStaffSession(context, baseURL, staffPersonas.gift_supervisor)

const result = (page: Page) => page.getByRole('region', { name: 'Resultado' })
const code = (page: Page) => page.getByLabel('Código do vale-brinde')

/** Receives units at the stock desk. */
async function receive(page: Page, title: string, units: string): Promise<void> {
  await page.goto('/equipe/estoque-de-brindes')
  await page.getByRole('button', { name: title }).click()
  await expect(heading(page, title)).toBeVisible()
  await page.getByRole('button', { name: gift }).click()
  await page.getByLabel('Quantos brindes').fill(units)
  await page.getByLabel('Motivo').fill('Nota de entrega 4431')
  await page.getByRole('button', { name: 'Registrar' }).click()
  await expect(toast(page, 'Movimentação registrada.')).toBeVisible()
}

async function openPoint(page: Page, title: string): Promise<void> {
  await page.goto('/equipe/brindes')
  await page.getByLabel('Promoção').selectOption({ label: title })
  await page.getByRole('radio', { name: pickupPoint }).check()
  await page.getByRole('button', { name: 'Abrir o balcão' }).click()
  await expect(heading(page, pickupPoint)).toBeVisible()
}

test('received gifts are chosen, delivered by keyboard, and the delivery is undone by a supervisor @staff', async ({
  page,
  context,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  const campaign = await createGiftCampaign(baseURL, { needs_signature: false })
  await addMarketing(context, baseURL)
  await receive(page, campaign.title, '5')
  await expect(page.getByRole('row', { name: new RegExp(`${gift}.*${pickupPoint}`) }).first()).toContainText(
    '5',
  )
  await scanA11y('the stock of a campaign')
  const first = await issueVoucher(baseURL, campaign)
  const second = await issueVoucher(baseURL, campaign)

  const desk = await openAnotherDevice()
  await addSupervisor(desk.context(), baseURL)
  await openPoint(desk, campaign.title)
  await scanA11y('an idle desk', desk)

  await test.step('a typed code is delivered with the keyboard', async () => {
    await code(desk).focus()
    await desk.keyboard.type(first.short_code)
    await desk.keyboard.press('Enter')
    await expect(result(desk)).toContainText('Copo térmico')
    await expect(result(desk)).toContainText(first.document_end)
    const deliver = desk.getByRole('button', { name: 'Entregar' })
    await expect(deliver).toBeFocused()
    // The button ignores presses at first, so that a double click cannot deliver.
    await expect(deliver).not.toHaveAttribute('aria-disabled', 'true')
    await desk.keyboard.press('Enter')
    await expect(result(desk)).toContainText('Entregue')
    await scanA11y('Entregue', desk)
  })

  await test.step('a USB reader reads the next voucher, and the desk shows when a delivered one was used', async () => {
    await desk.getByRole('button', { name: 'Trocar' }).focus()
    await desk.keyboard.type(second.qr)
    await desk.keyboard.press('Enter')
    await expect(result(desk)).toContainText(second.document_end)
    await code(desk).fill(first.short_code)
    await desk.getByRole('button', { name: 'Ler', exact: true }).click()
    await expect(result(desk)).toContainText(
      /Este vale-brinde já foi utilizado em \d\d\/\d\d\/\d{4} às \d\d:\d\d\./,
    )
    await scanA11y('Já entregue', desk)
  })

  await test.step('a supervisor undoes the delivery, and the voucher can be delivered again', async () => {
    await desk.getByRole('button', { name: 'Entregas de hoje' }).click()
    await scanA11y('the deliveries of the day', desk)
    await desk
      .getByRole('table')
      .getByRole('button', { name: /^Desfazer/ })
      .click()
    await desk.getByLabel('Motivo').fill('Vale de outra pessoa')
    await desk.getByRole('button', { name: 'Desfazer a entrega' }).click()
    await expect(toast(desk, 'Entrega desfeita.')).toBeVisible()
    await desk.getByRole('button', { name: 'Fechar', exact: true }).click()
    await expect(result(desk)).toContainText('Entrega desfeita')
    await code(desk).fill(first.short_code)
    await desk.getByRole('button', { name: 'Ler', exact: true }).click()
    await desk.getByRole('button', { name: 'Entregar' }).click()
    await expect(result(desk)).toContainText('Entregue')
  })

  await test.step('the stock desk counts the delivered and the reserved gift', async () => {
    await page.reload()
    await expect(page.getByRole('region', { name: 'Resumo' })).toHaveText(
      'Livres3Reservados1Entregues1Recebidos5Prometidos100',
    )
  })
})

test('a person who lost the phone and the printed voucher is found by CPF, gets a new copy and then the gift @staff', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  const campaign = await createGiftCampaign(baseURL, { needs_signature: false })
  await addMarketing(context, baseURL)
  await receive(page, campaign.title, '5')
  const voucher = await issueVoucher(baseURL, campaign)
  await addSupervisor(context, baseURL)
  // A print dialog would stop the journey.
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] =
        document.querySelector('body > [aria-hidden]')?.textContent ?? ''
    }
  })
  await openPoint(page, campaign.title)

  await code(page).press('.')
  await page.keyboard.type(voucher.document_id)
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText('Copo térmico')
  await expect(result(page)).toContainText(voucher.document_end)
  await expect(page.getByLabel('CPF ou CNPJ')).toHaveValue('')
  await scanA11y('a voucher found by document')

  await page.getByRole('button', { name: 'Imprimir 2ª via' }).click()
  await expect(toast(page, '2ª via do balcão (nº 1) enviada para a impressora.')).toBeVisible()
  const paper = await page.evaluate(() => document.documentElement.dataset['printed'])
  expect(paper).toContain(voucher.short_code)
  expect(paper).toContain('2ª via do balcão (nº 1)')

  await page.getByRole('button', { name: 'Entregar' }).click()
  await expect(result(page)).toContainText('Entregue')
  await page.getByLabel('CPF ou CNPJ').fill(voucher.document_id)
  await page.getByRole('button', { name: 'Procurar' }).click()
  await expect(result(page)).toContainText('Nada para retirar')
  await scanA11y('a person without vouchers')
})

test('a gift that requires a signature is delivered to a called queue number only once the signature is drawn @staff', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  const campaign = await createGiftCampaign(baseURL, { needs_signature: true })
  await addMarketing(context, baseURL)
  await receive(page, campaign.title, '5')
  const voucher = await issueVoucher(baseURL, campaign)
  await addSupervisor(context, baseURL)
  await openPoint(page, campaign.title)

  await page.getByRole('button', { name: 'Dar uma senha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dar uma senha' })
  await dialog.getByLabel('Código do vale-brinde').fill(voucher.short_code)
  await dialog.getByRole('button', { name: 'Dar a senha' }).click()
  await expect(
    page
      .getByRole('status')
      .getByText(/Senha 1/)
      .first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Chamar a próxima' }).click()
  await expect(page.getByRole('region', { name: 'Senhas' })).toContainText('Senha 1')

  await code(page).fill(voucher.short_code)
  await page.getByRole('button', { name: 'Ler', exact: true }).click()
  await page.getByRole('button', { name: 'Entregar' }).click()
  await expect(page.getByText('Peça a assinatura antes de entregar.')).toBeVisible()
  await scanA11y('a missing signature')
  const pad = page.getByRole('group', { name: 'Assinatura de quem recebe' }).locator('svg')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The pad was not found')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 80, box.y + 60)
  await page.mouse.move(box.x + 120, box.y + 30)
  await page.mouse.up()
  await page.getByRole('button', { name: 'Entregar' }).click()
  await expect(result(page)).toContainText('Entregue')
  await page.getByRole('button', { name: 'Entregas de hoje' }).click()
  await page.getByRole('button', { name: 'Ver assinatura' }).click()
  await expect(page.getByRole('img', { name: 'Assinatura de quem recebeu' })).toBeVisible()
  await scanA11y('a signature')
})

test('marketing adds a gift with a picture to a new campaign, sees it as shoppers do, and keeps it as a draft @staff', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  await addMarketing(context, baseURL)
  await page.goto('/equipe/promocoes/nova')
  await page.getByLabel('Tipo').selectOption({ label: 'Compre e ganhe' })
  await page.getByRole('button', { name: 'Adicionar brinde' }).click()
  await page.getByLabel('Nome do brinde').fill('Copo térmico')
  await page.getByRole('radio', { name: 'Notas e pontos' }).check()
  await page.getByLabel('Quantos pontos').fill('300')
  const picture = { name: 'copo.png', mimeType: 'image/png', buffer: await page.screenshot() }
  await page.getByLabel('Foto do brinde 1').setInputFiles(picture)
  await expect(toast(page, 'Foto enviada.')).toBeVisible()
  await page.getByLabel('O que a foto mostra').fill('Um copo azul com tampa')
  const shown = page.getByRole('img', { name: 'Um copo azul com tampa' })
  await expect
    .poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await scanA11y('a gift in the editor')
  await page.getByRole('button', { name: 'Ver como o cliente vê' }).click()
  const preview = page.getByRole('region', { name: 'Brindes no celular do cliente' })
  await expect(preview.getByRole('heading', { name: 'Copo térmico' })).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Um copo azul com tampa' })).toBeVisible()
  await scanA11y('the gifts as shoppers see them')
  await page.getByRole('button', { name: 'Fechar', exact: true }).click()
  await page.reload()
  await expect(page.getByLabel('Nome do brinde')).toHaveValue('Copo térmico')
  await expect(shown).toBeVisible()
})
