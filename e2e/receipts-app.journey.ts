import { expect, test } from './fixtures.ts'
import { unusedReceiptKey, qrTextOf, registerAmount } from './receipt-steps.ts'
import { join, toast } from './shopper-steps.ts'

/** Simulates a native app (docs/native-bridge.md) that responds to every request with the code and a picture. */
const appWith = ({ qrcode, image }: { qrcode: string; image: string }): string => `
  window.requestTypes = []
  window.ClubeApp = {
    postMessage: (text) => {
      const { request_id } = JSON.parse(text)
      window.requestTypes.push(JSON.parse(text).type)
      const detail = JSON.stringify({ request_id, qrcode: ${JSON.stringify(qrcode)}, image: ${JSON.stringify(image)} })
      setTimeout(() => window.dispatchEvent(new CustomEvent('data', { detail })))
    },
  }`

test('the native app reads a receipt’s code and takes its photo', async ({ page, scanA11y }) => {
  await join(page)
  const image = (await page.screenshot({ type: 'jpeg' })).toString('base64')
  await page.addInitScript(appWith({ qrcode: qrTextOf(unusedReceiptKey()), image }))
  await page.goto('/notas/nova')
  await page.getByRole('button', { name: 'Ler o QR Code da nota' }).click()
  await expect(page.getByText('Chave conferida: NFC-e')).toBeVisible()
  await registerAmount(page)
  await page.getByRole('button', { name: 'Fotografar a nota' }).click()
  await expect(page.getByRole('button', { name: 'Usar esta foto' })).toBeVisible()
  await scanA11y('the photo of a receipt')
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(toast(page, 'Foto recebida. Obrigado!')).toBeVisible()
  expect(
    await page.evaluate(() => (globalThis as unknown as { requestTypes: string[] }).requestTypes),
  ).toEqual(['handle_pictures', 'handle_pictures'])
  await page.getByRole('link', { name: 'Ver minhas notas' }).click()
  await expect(page.getByText('Uma foto recebida.')).toBeVisible()
})

test('a QR code that is not from a receipt is rejected with a message, and a photo file is accepted', async ({
  page,
}) => {
  await join(page)
  const picture = await page.screenshot({ type: 'jpeg' })
  await page.addInitScript(
    appWith({ qrcode: 'https://exemplo.com.br/cardapio', image: picture.toString('base64') }),
  )
  await page.goto('/notas/nova')
  await page.getByRole('button', { name: 'Ler o QR Code da nota' }).click()
  await expect(toast(page, 'Este QR Code não é de uma nota fiscal.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(unusedReceiptKey())
  await registerAmount(page)
  const file = page.getByLabel('Escolher uma foto da nota')
  await file.setInputFiles({ name: 'nota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('não é foto') })
  await expect(page.getByText('Não conseguimos abrir esta imagem.')).toBeVisible()
  await file.setInputFiles({ name: 'nota.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(page.getByText('Uma foto recebida.')).toBeVisible()
})
