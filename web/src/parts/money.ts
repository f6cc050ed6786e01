const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Cents as people read them: R$ 1.234,56. */
export const formatCents = (cents: number): string => reais.format(cents / 100)

/** What typing leaves of an amount: its digits from the right, dressed as money; nothing where there is none. */
export function moneyCharacters(text: string): string {
  const cents = centsOf(text)
  return cents === 0 ? '' : formatCents(cents)
}

/** The cents of an amount as typed; 0 where there is none. */
export const centsOf = (text: string): number => Number(text.replace(/\D/g, '').slice(0, maxDigits))

/** Up to R$ 999.999.999,99: beyond it nobody types on purpose. */
const maxDigits = 11
