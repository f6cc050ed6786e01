/** Where the staff's side begins; every other address stands below it. */
export const staffBase = '/equipe'

/** Addresses below `staffBase`. */
export const staffPaths = {
  home: '/',
  invitation: '/convite',
  recovery: '/recuperacoes',
  serviceDesk: '/balcao',
  receipts: '/notas',
  gate: '/portaria',
  approvals: '/aprovacoes',
  campaigns: '/promocoes',
  documents: '/documentos',
  shops: '/lojas',
  points: '/pontos',
  events: '/eventos',
  team: '/pessoas',
  audit: '/auditoria',
} as const
