import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { clubDayOf } from '../contract/src/kernel/club-time.ts'
import { shops } from '../server/seeds/demonstration/shops.ts'
import { receiptKeyOf } from '../server/src/testing/receipts.ts'
import { expect } from './fixtures.ts'
import { heading, toast } from './shopper.ts'

const now = new Date()
const [year = '', month = '', day = ''] = clubDayOf(now).split('-')

/** Today, as people write it. */
export const today = `${day}/${month}/${year}`

/** The key of a receipt of today that nobody has registered, of the first shop. */
export const inventKey = (): string =>
  receiptKeyOf({ now, cnpj: shops[0].cnpj, number: randomInt(1, 99_999_999) })

/** What the QR code of a receipt (NFC-e) holds. */
export const qrTextOf = (key: string): string =>
  `https://www.nfce.fazenda.sp.gov.br/qrcode?p=${key}|2|1|1|6D4D8F5BE3A9C1B7D2F0A4E8C6B1907F3A2D5E4C`

/** Fills in what the QR code does not tell, and sends. R$ 450,00 is more than is approved by itself. */
export async function registerAmount(page: Page, amount = '45000'): Promise<void> {
  await page.getByRole('textbox', { name: 'Valor total da nota' }).fill(amount)
  await page.getByRole('textbox', { name: 'Data da compra' }).fill(today)
  await page.getByRole('button', { name: 'Cadastrar', exact: true }).click()
  await expect(heading(page, 'Nota recebida!')).toBeVisible()
}

/** Finds a receipt in the desk *Notas* by its key, with the keyboard alone. */
export async function findAtDesk(staff: Page, key: string): Promise<void> {
  const field = staff.getByRole('textbox', { name: 'Procurar pela chave de acesso' })
  await staff.keyboard.press('/')
  await expect(field).toBeFocused()
  await staff.keyboard.type(key)
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('region', { name: `Nota de ${shops[0].name}` })).toBeVisible()
  // Keys belong to the desk again.
  await field.blur()
}

export async function approveByKey(staff: Page): Promise<void> {
  await staff.keyboard.press('a')
  await expect(toast(staff, 'Nota aprovada.')).toBeVisible()
}
