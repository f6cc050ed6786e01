import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { fakeCameraArguments, findChromium } from '../tools/chromium.ts'
import { drawBarCode, videoOf } from '../web/src/testing/bar-code-image.ts'
import { addStaffSession } from './event-steps.ts'
import { expect, test } from './fixtures.ts'
import { earnGift } from './gift-steps.ts'
import { misbehave, readWithApp, shownTicket, ticketField, unusedTicket } from './parking-steps.ts'
import { heading, join, toast, waitForOfflineApp } from './shopper-steps.ts'
import { staffPersonas } from './staff-steps.ts'

const scanned = unusedTicket()
const video = pathOf(tmpdir(), `clube-ticket-${scanned}.y4m`)
const launch = await findChromium()
test.use({
  expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/,
  launchOptions: {
    ...launch,
    args: [...launch.args, ...fakeCameraArguments, `--use-file-for-fake-video-capture=${video}`],
  },
})
test.beforeAll(() =>
  writeFile(
    video,
    videoOf(
      drawBarCode(scanned, {
        symbology: 'interleaved2of5',
        rotation: 4,
        noise: 12,
        size: { width: 640, height: 480 },
      }),
    ),
  ),
)
test.afterAll(() => rm(video, { force: true }))
test.slow()

/** What the voucher uses. After midnight the receipts of the day before count, too, when the car entered then. */
const usedReceipts = /^R\$\s150,00 das notas (de hoje|desde ontem, quando o carro entrou)$/

const released = /^Estacionamento liberado até \d\d:\d\d$/

test('the bar code of a ticket, read by camera, shows the fee, and the voucher releases the car and is in the Carteira, also offline', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  await join(page)
  await test.step('without receipts of the day, the page says what is missing', async () => {
    await page.goto('/estacionamento')
    await page.getByRole('button', { name: 'Ler o código do ticket' }).click()
    await expect(page.getByText('Cadastre R$ 150,00 em notas de hoje para ganhar o vale.')).toBeVisible()
    await expect(page.getByText(shownTicket(scanned))).toBeVisible()
    await expect(page.getByRole('button', { name: 'Aplicar vale' })).toHaveCount(0)
    await scanA11y('a ticket without the receipts')
  })

  await test.step('with a receipt, the ticket that was read before can be discounted', async () => {
    await earnGift(page, baseURL)
    await page.goto('/estacionamento')
    await expect(ticketField(page)).toHaveValue(shownTicket(scanned))
    await page.getByRole('button', { name: 'Consultar ticket' }).click()
    await expect(page.getByRole('heading', { level: 2 })).toBeFocused()
    await expect(page.getByText('Com o vale, falta pagar')).toBeVisible()
    await expect(page.getByText(usedReceipts)).toBeVisible()
    await scanA11y('a ticket with a voucher')
  })

  await test.step('applying the voucher releases the car', async () => {
    await page.getByRole('button', { name: 'Aplicar vale' }).click()
    await expect(page.getByRole('heading', { name: released })).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    await scanA11y('a released car')
  })

  await test.step('the voucher is on the home page and in the Carteira', async () => {
    await page.goto('/')
    const current = page.getByRole('region', { name: 'Agora' })
    await expect(current.getByRole('link', { name: /Estacionamento liberado até/ })).toBeVisible()
    await page.goto('/carteira')
    await page.getByRole('link', { name: /Aplicado.*Saia até/ }).click()
    await expect(heading(page, 'Vale-estacionamento')).toBeVisible()
    await expect(page.getByRole('heading', { name: released })).toBeVisible()
  })

  await test.step('offline, the voucher is read from this device, and a new ticket is not offered', async () => {
    const stored = () => page.evaluate(async () => (await caches.match('/estacionamento/guardados'))?.text())
    await expect.poll(stored).toContain(scanned)
    await waitForOfflineApp(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: released })).toBeVisible()
    await expect(page.getByText(shownTicket(scanned))).toBeVisible()
    await page.goto('/estacionamento')
    await expect(page.getByText(/^Não conseguimos falar com o clube agora\./)).toBeVisible()
    await expect(ticketField(page)).toHaveCount(0)
    await scanA11y('the stored vouchers offline')
    await page.getByRole('link', { name: /Aplicado.*Saia até/ }).click()
    await expect(page.getByRole('heading', { name: released })).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('the same ticket gets no second voucher', async () => {
    await page.goto('/estacionamento')
    await page.getByRole('button', { name: 'Usar um vale em outro ticket' }).click()
    await ticketField(page).fill(scanned)
    await page.getByRole('button', { name: 'Consultar ticket' }).click()
    await expect(page.getByText('Este ticket já recebeu um vale nesta permanência.')).toBeVisible()
    await scanA11y('a ticket that has a voucher')
  })
})

test('a voucher whose answer is lost is in processing, survives a reload, and is applied once the car park answers', async ({
  page,
  baseURL,
  scanA11y,
}) => {
  const ticket = unusedTicket()
  await join(page)
  await earnGift(page, baseURL)
  await page.goto('/estacionamento')
  await ticketField(page).fill('60000000')
  await page.getByRole('button', { name: 'Consultar ticket' }).click()
  await expect(page.getByText('Ticket não encontrado. Confira o número.')).toBeVisible()
  await test.step('the native app reads the ticket; any other code is explained', async () => {
    await readWithApp(page, 'https://example.com/cardapio')
    await expect(toast(page, 'Este código não é de um ticket do estacionamento.')).toBeVisible()
    await readWithApp(page, ticket)
    await expect(page.getByText(shownTicket(ticket))).toBeVisible()
  })
  const apply = page.getByRole('button', { name: 'Aplicar vale' })
  await expect(apply).toBeVisible()
  // The request and its two retries.
  await misbehave(page, 'loses-answer', { operation: 'apply', requests: 3 })
  await apply.click()
  await expect(page.getByRole('heading', { name: 'Em processamento' })).toBeVisible()
  await expect(page.getByText(/Não repita a operação\./)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /Em processamento|liberado/ })).toBeVisible()
  await scanA11y('a voucher in processing')
  await expect(page.getByRole('heading', { name: released })).toBeVisible({ timeout: 120_000 })
  await page.goto('/participacoes')
  await expect(page.getByText('Estacione e aproveite').first()).toBeVisible()
})

test('the desk’s camera reads the bar code of a ticket @staff', async ({
  page,
  context,
  baseURL,
  scanA11y,
}) => {
  await addStaffSession(context, baseURL ?? '', staffPersonas.attendant)
  await page.goto('/equipe/estacionamento')
  await page.getByRole('button', { name: 'Ler com a câmera' }).click()
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText(shownTicket(scanned))
  await expect(ticketField(page)).toHaveValue(shownTicket(scanned))
  await scanA11y('the camera of the desk Estacionamento')
  await page.getByRole('button', { name: 'Desligar a câmera' }).click()
  await expect(page.getByRole('button', { name: 'Ler com a câmera' })).toBeVisible()
})
