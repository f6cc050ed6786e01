/** Base path of the staff application; all other staff paths are below it. */
export const staffBase = '/equipe'

/**
 * Paths below `staffBase`, except those of promotions' desks: desks first, then their pages. Routes pass `':id'` as
 * the variable part.
 */
export const staffPaths = {
  home: '/',
  invitation: '/convite',
  recovery: '/recuperacoes',
  serviceDesk: '/balcao',
  receipts: '/notas',
  customerService: '/atendimentos',
  approvals: '/aprovacoes',
  campaigns: '/promocoes',
  documents: '/documentos',
  shops: '/lojas',
  ratings: '/avaliacoes',
  points: '/pontos',
  team: '/pessoas',
  audit: '/auditoria',
  customer: <Id extends string>(customer_id: Id) => `/clientes/${customer_id}` as const,
  /** The customer's page at one of their participations. */
  participation: ({ customer_id, transaction_id }: { customer_id: string; transaction_id: string }) =>
    withQuery(`/clientes/${customer_id}`, { participacao: transaction_id }),
  /** The person who is served at the service desk. */
  served: <Id extends string>(customer_id: Id) => `/balcao/${customer_id}` as const,
  /** The same page, opened at the pending correction. */
  waitingCorrection: <Id extends string>(customer_id: Id) => `/balcao/${customer_id}/correcao` as const,
  pointsAccount: <Id extends string>(customer_id: Id) => `/pontos/${customer_id}` as const,
  approval: <Id extends string>(campaign_id: Id) => `/aprovacoes/${campaign_id}` as const,
  newCampaign: '/promocoes/nova',
  /** Continues an incomplete draft. */
  campaignDraft: (draft_id: string) => withQuery('/promocoes/nova', { rascunho: draft_id }),
  campaign: <Id extends string>(campaign_id: Id) => `/promocoes/${campaign_id}` as const,
  campaignResults: <Id extends string>(campaign_id: Id) => `/promocoes/${campaign_id}/resultados` as const,
  editCampaign: <Id extends string>(campaign_id: Id) => `/promocoes/${campaign_id}/editar` as const,
  /** `values` prefills the form's first fields. */
  publishDocument: (values: { kind?: string; scope?: string; version?: string } = {}) =>
    withQuery('/documentos/novo', values),
  /** Opens one published version. */
  documentVersion: ({ kind, scope, version }: { kind: string; scope: string; version: string }) =>
    withQuery('/documentos', { kind, ...(scope === '' ? {} : { scope }), version }),
  documentsOf: (scope: string) => withQuery('/documentos', { scope }),
  serviceTicket: <Id extends string>(ticket_id: Id) => `/atendimentos/${ticket_id}` as const,
  recoveryRequest: <Id extends string>(id: Id) => `/recuperacoes/${id}` as const,
} as const

/** A path with a query string, or the bare path if there are no values. */
export function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString()
  return search === '' ? path : `${path}?${search}`
}
