/** Portuguese titles of the audit lines about free gifts, by code. */
export const freeGiftAuditTitles = {
  actions: {
    'free-gifts.read-voucher': 'Vale-brinde lido no balcão',
    'free-gifts.find-vouchers': 'Busca de vales-brinde pelo documento',
    'free-gifts.print-copy': '2ª via de vale-brinde impressa no balcão',
    'free-gifts.deliver': 'Brinde entregue',
    'free-gifts.undo-delivery': 'Entrega de brinde desfeita',
    'free-gifts.list-deliveries': 'Consulta de entregas de brindes',
    'free-gifts.read-signature': 'Assinatura de entrega vista',
    'free-gifts.give-number': 'Senha dada no balcão',
    'free-gifts.list-queue': 'Consulta da fila de brindes',
    'free-gifts.call-number': 'Senha chamada',
    'free-gifts.mark-absent': 'Ausência registrada na fila',
    'free-gifts.receive-stock': 'Brindes recebidos',
    'free-gifts.transfer-stock': 'Brindes transferidos',
    'free-gifts.lose-stock': 'Perda de brindes',
    'free-gifts.count-stock': 'Contagem de brindes',
  },
  subjects: {
    'gift-voucher': 'Vale-brinde',
    'gift-stock': 'Estoque de brindes',
    'gift-desk': 'Balcão de brindes',
  },
} as const
