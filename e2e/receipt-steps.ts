import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { clubDayOf, defaultTimeZone } from '../contract/src/kernel/club-time.ts'
import { shops } from '../server/seeds/demonstration/shops.ts'
import { receiptKeyOf } from '../server/src/testing/receipts.ts'
import { expect } from './fixtures.ts'
import { heading, toast } from './shopper-steps.ts'

const now = new Date()
const [year = '', month = '', day = ''] = clubDayOf(now, defaultTimeZone).split('-')

/** Today as dd/MM/yyyy. */
export const today = `${day}/${month}/${year}`

/** An unused receipt key of the first shop, issued today. */
export const unusedReceiptKey = (): string =>
  receiptKeyOf({ now, cnpj: shops[0].cnpj, number: randomInt(1, 99_999_999) })

/** Content of a receipt's QR code (NFC-e). */
export const qrTextOf = (key: string): string =>
  `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${key}|2|1|1|6D4D8F5BE3A9C1B7D2F0A4E8C6B1907F3A2D5E4C`

/** Fills in the data missing from the QR code and submits. R$ 450,00 exceeds automatic approval. */
export async function registerAmount(page: Page, amount = '45000'): Promise<void> {
  await page.getByRole('textbox', { name: 'Valor total da nota' }).fill(amount)
  await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await expect(heading(page, 'Nota recebida!')).toBeVisible()
}

/** Finds a receipt at the desk *Notas* by its key, with the keyboard only. */
export async function findReceipt(staff: Page, key: string): Promise<void> {
  const field = staff.getByRole('textbox', { name: 'Procurar pela chave de acesso' })
  await staff.keyboard.press('/')
  await expect(field).toBeFocused()
  await staff.keyboard.type(key)
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('region', { name: `Nota de ${shops[0].name}` })).toBeVisible()
  // Keyboard shortcuts work again.
  await field.blur()
}

/** Approves the open receipt by keyboard, undoes that, and approves it again. */
export async function approveByKeyboard(staff: Page): Promise<void> {
  await staff.keyboard.press('a')
  await expect(staff.getByText(/^Nota aprovada: .* Envio em 5 segundos\.$/)).toBeVisible()
  await staff.keyboard.press('z')
  await expect(staff.getByRole('region', { name: `Nota de ${shops[0].name}` })).toBeVisible()
  await staff.keyboard.press('a')
  await expect(toast(staff, 'Nota aprovada.')).toBeVisible()
}
