import { formatCents } from '@clube/contract/kernel/money.ts'

export { formatCents }

/** Formats the digits of a typed amount as money, from the right; empty without digits. */
export function formatTypedAmount(text: string): string {
  const cents = centsOf(text)
  return cents === 0 ? '' : formatCents(cents)
}

/** The cents of a typed amount; 0 if it is empty. */
export const centsOf = (text: string): number => Number(text.replace(/\D/g, '').slice(0, maxDigits))

/** Up to R$ 999.999.999,99: larger amounts are typos. */
const maxDigits = 11
