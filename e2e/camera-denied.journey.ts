import type { Page } from '@playwright/test'
import { findChromium } from '../tools/chromium.ts'
import { expect, test } from './fixtures.ts'
import { unusedReceiptKey, registerAmount } from './receipt-steps.ts'
import {
  chooseAnotherOption,
  startRecovery,
  joinAndSignOut,
  type RecoveringPerson,
} from './recovery-steps.ts'
import { continueTo, heading, join, newCustomer, toast } from './shopper-steps.ts'

// A camera exists, but permission is denied.
const launch = await findChromium()
const denied = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny']
test.use({
  launchOptions: { ...launch, args: [...launch.args, ...denied] },
  userAgent:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36',
  isMobile: true,
})

const deniedMessage = 'Não foi possível acessar a câmera. Verifique as permissões e tente novamente.'

async function chooseOption(page: Page, person: RecoveringPerson, name: RegExp) {
  await startRecovery(page, person)
  await chooseAnotherOption(page)
  await page.getByRole('radio', { name }).check()
  await page.getByRole('button', { name: 'Continuar', exact: true }).click()
}

/** Spec §4 and §8. */
test('recovery by photos without camera permission shows a toast and resets the flow, and the service desk remains available', async ({
  page,
  scanA11y,
}) => {
  const person = await joinAndSignOut(page)
  await chooseOption(page, person, /Confirme sua identidade/)
  await expect(heading(page, 'Seus dados')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome completo' }).fill(newCustomer.name)
  await page.getByRole('textbox', { name: 'Data de nascimento' }).fill(newCustomer.birth_date)
  await continueTo(page, 'Seu celular')
  await page.getByRole('textbox', { name: 'Celular atual' }).fill(person.cellphone)
  await page.getByRole('radio', { name: 'Sim, é o mesmo' }).check()
  await continueTo(page, 'Seu e-mail')
  await page.getByRole('textbox', { name: 'E-mail atual' }).fill(person.email)
  await page.getByRole('radio', { name: 'Sim, é o mesmo' }).check()
  await continueTo(page, 'Mais informações')
  await page.getByRole('radio', { name: 'Não', exact: true }).check()
  await page.getByRole('button', { name: 'Continuar', exact: true }).click()

  await expect(toast(page, deniedMessage)).toBeVisible()
  await expect(heading(page, 'Login')).toBeVisible()
  await scanA11y('Login after a denied camera')

  await chooseOption(page, person, /Fale conosco/)
  await expect(page.getByText('Por favor dirija-se ao balcão para recuperar a sua senha!')).toBeVisible()
})

test('without camera permission a receipt key can be typed and a photo file uploaded', async ({ page }) => {
  await join(page)
  await page.goto('/notas/nova')
  await page.getByRole('button', { name: 'Ler o QR Code da nota' }).click()
  await expect(toast(page, deniedMessage)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('button', { name: 'Fechar aviso' }).click()
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(unusedReceiptKey())
  await registerAmount(page)

  await page.getByRole('button', { name: 'Fotografar a nota' }).click()
  await expect(toast(page, deniedMessage)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const buffer = await page.screenshot({ type: 'jpeg' })
  await page
    .getByLabel('Escolher uma foto da nota')
    .setInputFiles({ name: 'nota.jpg', mimeType: 'image/jpeg', buffer })
  await expect(toast(page, 'Foto recebida. Obrigado!')).toBeVisible()
})
