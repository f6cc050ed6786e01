import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { completeReceiptKey } from '@clube/contract/brazil/receipt-key.ts'

/** The body with which staff approve a receipt in its current state. */
export const approvalOf = ({
  purchase_id,
  amount_cents,
  issued_on,
}: {
  purchase_id: string
  amount_cents: number
  issued_on: string
}) => ({ body: { purchase_id, amount_cents, issued_on } })

/** A valid receipt key of this month and shop, distinct by number; `code` is the part that a forger can choose. */
export const receiptKeyOf = (input: {
  now: Date
  cnpj: string
  number: number
  uf?: string
  model?: '55' | '59' | '65'
  series?: number
  code?: number
}): string => {
  const [year = '', month = ''] = clubDayOf(input.now, defaultTimeZone).slice(2).split('-')
  const { number, uf = '35', model = '65', series = 1, code = input.number } = input
  const digits = (value: number, length: number) => String(value).padStart(length, '0').slice(-length)
  const rest =
    model === '59'
      ? digits(series, 9) + digits(number, 6) + digits(code, 6)
      : `${digits(series, 3)}${digits(number, 9)}1${digits(code, 8)}`
  return completeReceiptKey(`${uf}${year}${month}${input.cnpj}${model}${rest}`)
}
