/** Documents required for an account; their acceptance ends only with the account. */
export const requiredKinds = ['loyaltyclub_terms', 'loyaltyclub_regulation'] as const

/** Whether every customer must accept this document; those of a promotion apply to its participants only. */
export const isRequiredDocument = (document: { kind: string; scope: string }): boolean =>
  document.scope === '' && (requiredKinds as readonly string[]).includes(document.kind)
