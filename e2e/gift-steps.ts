import { approveReceiptCall, findReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import type { Page } from '@playwright/test'
import { staffApiSession } from './event-steps.ts'
import { expect } from './fixtures.ts'
import { registerAmount, unusedReceiptKey } from './receipt-steps.ts'
import { staffPersonas } from './staff-steps.ts'

/** Registers a receipt of R$ 450,00, enough for one gift of the demonstration, which staff approve by API calls. */
export async function earnGift(page: Page, baseURL: string | undefined): Promise<void> {
  const receipt_key = unusedReceiptKey()
  await page.goto('/notas/nova')
  await page.getByRole('textbox', { name: 'Chave de acesso' }).fill(receipt_key)
  await registerAmount(page, '45000')
  const staff = await staffApiSession(baseURL, staffPersonas.validator)
  const found = await staff.send(findReceiptCall, { body: { receipt_key } })
  if (!found.ok || !found.data.receipt) throw new Error(`The receipt was not found: ${JSON.stringify(found)}`)
  const { purchase_id, amount_cents, issued_on } = found.data.receipt
  const approved = await staff.send(approveReceiptCall, { body: { purchase_id, amount_cents, issued_on } })
  expect(approved).toMatchObject({ ok: true })
}

/** Chooses a gift of the demonstration and where to pick it up. */
export async function chooseGift(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Escolher Panetone artesanal, Frutas' }).click()
  await page.getByRole('radio', { name: /Balcão do Térreo/ }).check()
}
