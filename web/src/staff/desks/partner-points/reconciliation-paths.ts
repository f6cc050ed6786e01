/** The lists of the desk, in the order of its tabs. */
export const reconciliationTabs = ['conferencia', 'resgates', 'devolucoes', 'arquivos', 'por-dia'] as const
export type ReconciliationTab = (typeof reconciliationTabs)[number]

/** Paths of the desk *Conciliação*. */
export const reconciliationPaths = {
  desk: '/conciliacao',
  tab: <Slug extends string, Tab extends ReconciliationTab>(partner: Slug, tab: Tab) =>
    `/conciliacao/${partner}/${tab}` as const,
} as const
