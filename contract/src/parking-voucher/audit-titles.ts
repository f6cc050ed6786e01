/** Portuguese titles of the audit lines about parking vouchers, by code. */
export const parkingVoucherAuditTitles = {
  actions: {
    'parking-voucher.look-up': 'Ticket consultado no balcão',
    'parking-voucher.apply': 'Vale-estacionamento aplicado no balcão',
    'parking-voucher.undo': 'Vale-estacionamento desfeito',
    'parking-voucher.list-vouchers': 'Consulta de vales-estacionamento do dia',
    'parking-voucher.list-cases': 'Consulta de vales-estacionamento a decidir',
    'parking-voucher.ask-again': 'Estacionamento perguntado de novo por um vale',
    'parking-voucher.decide-case': 'Vale-estacionamento decidido pela equipe',
    'parking-voucher.reconcile': 'Dia conferido com o estacionamento',
    'parking-voucher.decide-item': 'Diferença do estacionamento decidida',
    'parking-voucher.export-items': 'Conferência do estacionamento baixada',
    'parking-voucher.export': 'Relatório do estacionamento baixado',
  },
  subjects: {
    'parking-voucher': 'Vale-estacionamento',
    'parking-ticket': 'Ticket de estacionamento',
    'parking-day': 'Dia do estacionamento',
    'parking-item': 'Lançamento do estacionamento',
  },
} as const
