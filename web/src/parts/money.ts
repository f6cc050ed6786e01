const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Formats cents as R$ 1.234,56. */
export const formatCents = (cents: number): string => reais.format(cents / 100)

/** Formats the digits of a typed amount as money, from the right; empty without digits. */
export function formatTypedAmount(text: string): string {
  const cents = centsOf(text)
  return cents === 0 ? '' : formatCents(cents)
}

/** The cents of a typed amount; 0 if it is empty. */
export const centsOf = (text: string): number => Number(text.replace(/\D/g, '').slice(0, maxDigits))

/** Up to R$ 999.999.999,99: larger amounts are typos. */
const maxDigits = 11
