import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { parseReceiptKey } from '@clube/contract/brazil/receipt-key.ts'

/** A valid receipt key of this month and shop, distinct by number. */
export const receiptKeyOf = (input: { now: Date; cnpj: string; number: number; uf?: string }): string => {
  const [year = '', month = ''] = clubDayOf(input.now, defaultTimeZone).slice(2).split('-')
  const number = String(input.number).padStart(9, '0')
  const body = `${input.uf ?? '35'}${year}${month}${input.cnpj}65001${number}1${number.slice(1)}`
  for (let digit = 0; digit < 10; digit += 1)
    if (parseReceiptKey(`${body}${digit}`).ok) return `${body}${digit}`
  throw new Error('No check digit fits')
}
