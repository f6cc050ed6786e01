import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { shops } from '../server/seeds/demonstration/shops.ts'
import { videoOfQrCode } from '../server/src/testing/qr-video.ts'
import { fakeCameraArguments, findChromium } from '../tools/chromium.ts'
import { expect, test } from './fixtures.ts'
import {
  approveByKeyboard,
  findReceipt,
  unusedReceiptKey,
  qrTextOf,
  registerAmount,
  today,
} from './receipt-steps.ts'
import { heading, join, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

const key = unusedReceiptKey()
const video = pathOf(tmpdir(), `clube-receipt-${key}.y4m`)
const launch = await findChromium()
test.use({
  launchOptions: {
    ...launch,
    args: [...launch.args, ...fakeCameraArguments, `--use-file-for-fake-video-capture=${video}`],
  },
})
test.beforeAll(() => writeFile(video, videoOfQrCode(qrTextOf(key))))
test.afterAll(() => rm(video, { force: true }))
test.slow()

test('a receipt scanned by camera, with a photo, is approved with the keyboard and earns points immediately @desk', async ({
  page,
  baseURL,
  openAnotherDevice,
  scanA11y,
}) => {
  await join(page)
  await page.getByRole('link', { name: /Meus pontos/ }).click()
  await expect(page.getByRole('region', { name: 'Saldo' })).toHaveText(/^0+pontos$/)
  await page.goto('/notas/nova')
  await page.getByRole('button', { name: 'Ler o QR Code da nota' }).click()
  await expect(page.getByRole('textbox', { name: 'Chave de acesso' })).toHaveValue(
    key.replace(/(.{4})(?=.)/g, '$1 '),
  )
  await expect(page.getByRole('textbox', { name: 'Valor total da nota' })).toBeFocused()
  await expect(page.getByText('Chave conferida: NFC-e')).toBeVisible()
  await registerAmount(page)
  await expect(page.getByText('Uma foto da nota ajuda a equipe a conferir mais rápido.')).toBeVisible()
  await scanA11y('a pending receipt')

  await page.getByRole('button', { name: 'Fotografar a nota' }).click()
  await expect(page.getByRole('dialog', { name: 'Tire uma foto da nota fiscal' })).toBeVisible()
  await page.getByRole('button', { name: 'Tirar foto' }).click()
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(toast(page, 'Foto recebida. Obrigado!')).toBeVisible()
  await expect(page.getByText('Uma foto recebida.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver minhas notas' }).click()
  await expect(page.getByText('Em análise', { exact: true })).toBeVisible()
  await scanA11y('the receipts with a pending one')

  const staff = await openAnotherDevice()
  await signInStaff(staff, staffPersonas.validator, `${baseURL}/equipe`)
  await expect(heading(staff, 'Notas')).toBeVisible()
  await expect(staff.getByRole('button', { name: shops[0].name }).first()).toBeVisible()
  await scanA11y('the desk Notas', staff)
  await findReceipt(staff, key)
  await expect(staff.getByRole('button', { name: /^Abrir a consulta/ })).toBeVisible()
  await staff.keyboard.press('h')
  await expect(staff.getByText('É a primeira nota deste cliente.')).toBeVisible()
  await staff.keyboard.press('f')
  const photo = staff.getByRole('img', { name: /^Foto 1 da nota/ })
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await scanA11y('a receipt at the desk', staff)
  const url = (await photo.getAttribute('src')) ?? ''
  expect((await staff.request.get((baseURL ?? '') + url)).status(), 'a photo URL works once').toBe(404)
  await approveByKeyboard(staff)

  await page.getByRole('link', { name: 'Início' }).click()
  const current = page.getByRole('region', { name: 'Agora' })
  await expect(current.getByRole('link', { name: /Nota aprovada.*Vale 450 pontos/ })).toBeVisible()
  await scanA11y('the home page with an approved receipt')
  await page.getByRole('link', { name: /Meus pontos/ }).click()
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('450')
  const line = page.getByRole('listitem').filter({ hasText: 'Pontos ganhos' })
  await expect(line).toContainText(shops[0].name)
  await expect(line).toContainText('+ 450 pontos')
  await expect(line).toContainText('Saldo 450')
  await scanA11y('the points')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Baixar o extrato em planilha' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('extrato-de-pontos.csv')
  const csv = await textOf(await file.createReadStream())
  expect(csv).toBe(
    `\uFEFFData;Movimento;Descrição;Pontos;Saldo\r\n${today};Pontos ganhos;${shops[0].name};450;450\r\n`,
  )

  // Reversed with the keyboard; the customer sees the reason.
  await findReceipt(staff, key)
  await staff.keyboard.press('e')
  await scanA11y('Estornar', staff)
  await staff.keyboard.type('A loja cancelou a compra.')
  await staff.keyboard.press('Enter')
  await expect(toast(staff, 'Nota estornada.')).toBeVisible()
  await page.goto('/notas')
  await expect(page.getByText('Estornada')).toBeVisible()
  await expect(page.getByText('A loja cancelou a compra.')).toBeVisible()
  await page.goto('/pontos')
  await expect(page.getByRole('region', { name: 'Saldo' })).toHaveText(/^0+pontos$/)
})

const textOf = async (stream: AsyncIterable<Buffer | string>): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
