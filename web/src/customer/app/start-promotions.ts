/**
 * Starts to load the code of all promotion kinds, in parallel with a page that shows them and its data. Without it, the
 * page shows the failure.
 */
export const startPromotions = (): void =>
  void import('../promotions/promotions.ts')
    .then(({ preloadPromotions }) => preloadPromotions())
    .catch(() => {})
