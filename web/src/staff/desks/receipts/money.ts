const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Cents as people read them. */
export const inReais = (cents: number): string => money.format(cents / 100)
