import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import { parseReceiptKey } from '@clube/contract/brazil/receipt-key.ts'

/** A key with a right check digit for a receipt issued this month by the shop, as many different as there are numbers. */
export const receiptKeyOf = (input: { now: Date; cnpj: string; number: number; uf?: string }): string => {
  const [year = '', month = ''] = clubDayOf(input.now).slice(2).split('-')
  const number = String(input.number).padStart(9, '0')
  const body = `${input.uf ?? '35'}${year}${month}${input.cnpj}65001${number}1${number.slice(1)}`
  for (let digit = 0; digit < 10; digit += 1)
    if (parseReceiptKey(`${body}${digit}`).ok) return `${body}${digit}`
  throw new Error('No check digit fits')
}
