import { randomInt } from 'node:crypto'
import { expect, test } from './fixtures.ts'
import { approveByKeyboard, findReceipt, registerAmount, unusedReceiptKey } from './receipt-steps.ts'
import { codeSentTo, messagesTo } from './recovery-steps.ts'
import { heading, join, toast } from './shopper-steps.ts'
import { signInStaff, staffPersonas } from './staff-steps.ts'

test('a customer confirms the cellphone, chooses text messages about receipts, and gets one when a receipt is approved', async ({
  page,
  openAnotherDevice,
  scanA11y,
}) => {
  const cellphone = `(11) 9${randomInt(1000, 9999)}-${randomInt(1000, 9999)}`
  const key = unusedReceiptKey()
  await join(page, { cellphone })
  await page.goto('/perfil')
  const notices = page.getByRole('region', { name: 'Avisos' })
  const receipts = notices.getByRole('switch', { name: 'Resposta sobre uma nota' })
  await expect(receipts).toBeDisabled()
  await page.getByRole('button', { name: 'Confirmar celular' }).click()
  await page.getByLabel('Código do celular').fill(await codeSentTo(page, cellphone))
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await expect(toast(page, 'Celular confirmado.')).toBeVisible()
  await receipts.check()
  await expect(toast(page, 'Você vai receber estes avisos também por SMS.')).toBeVisible()
  await expect(receipts).toBeFocused()
  await scanA11y('Meu perfil with notices by SMS')

  await page.goto('/notas/nova')
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(key)
  await registerAmount(page, '45000')
  const staff = await openAnotherDevice()
  await signInStaff(staff, staffPersonas.validator)
  await expect(heading(staff, 'Notas')).toBeVisible()
  await findReceipt(staff, key)
  // A receipt without photos can be approved only after its key has been copied.
  await staff.keyboard.press('c')
  await approveByKeyboard(staff)
  await expect
    .poll(async () => (await messagesTo(page, cellphone))[0]?.text)
    .toMatch(/^[\w ]+: A sua nota de [\d/]+ foi aprovada: 450 pontos\. Veja em Minhas notas\.$/)

  await page.goto('/perfil')
  await expect(receipts).toBeChecked()
  await receipts.uncheck()
  await expect(toast(page, 'Você não vai mais receber este SMS.')).toBeVisible()
})
