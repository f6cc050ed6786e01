/** Documents that nobody becomes a customer without; they end with the account only. */
export const requiredKinds = ['loyaltyclub_terms', 'loyaltyclub_regulation'] as const

/** Whether the club needs this document from every customer: those of a promotion only its participants accepted. */
export const isRequiredDocument = (document: { kind: string; scope: string }): boolean =>
  document.scope === '' && (requiredKinds as readonly string[]).includes(document.kind)
