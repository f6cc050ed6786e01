const reais = /* @__PURE__ */ new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Formats cents as R$ 1.234,56. */
export const formatCents = (cents: number): string => reais.format(cents / 100)
