/** Portuguese titles of the audit lines about partner points, by code. */
export const partnerPointsAuditTitles = {
  actions: {
    'partner-points.switch': 'Trocas com o parceiro suspensas ou retomadas',
    'partner-points.import': 'Arquivo de liquidação importado',
    'partner-points.refuse-import': 'Arquivo de liquidação recusado',
    'partner-points.export': 'Conciliação baixada',
    'partner-points.decide-item': 'Diferença da conciliação decidida',
    'partner-points.ask-again': 'Parceiro perguntado de novo por um resgate',
    'partner-points.decide-case': 'Resgate decidido pela equipe',
    'partner-points.propose-refund': 'Devolução de resgate proposta',
    'partner-points.confirm-refund': 'Devolução de resgate confirmada',
    'partner-points.withdraw-refund': 'Devolução de resgate retirada',
    'partner-points.resume-refund': 'Devolução de resgate pedida de novo',
  },
  subjects: {
    partner: 'Programa parceiro',
    'partner-settlement': 'Arquivo de liquidação',
    'partner-line': 'Lançamento do parceiro',
    'partner-refund': 'Devolução de resgate',
  },
} as const
