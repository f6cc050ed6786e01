/** Portuguese titles of the audit lines about event tickets, by code. */
export const eventTicketAuditTitles = {
  actions: {
    'event-tickets.create-session': 'Sessão criada',
    'event-tickets.update-session': 'Sessão alterada',
    'event-tickets.cancel-session': 'Sessão cancelada',
    'event-tickets.remove-session': 'Sessão removida',
    'event-tickets.list-tickets': 'Consulta de ingressos',
    'event-tickets.list-reservations': 'Consulta de reservas',
    'event-tickets.list-waiting': 'Consulta da lista de espera',
    'event-tickets.download-tickets': 'Lista de ingressos baixada',
    'event-tickets.list-scans': 'Consulta de leituras da portaria',
    'event-tickets.override-scan': 'Entrada liberada na portaria',
    'event-tickets.undo-admission': 'Entrada desfeita',
    'event-tickets.door-entry': 'Entrada sem ingresso',
    'event-tickets.release-no-shows': 'Lugares liberados',
  },
  subjects: { 'event-session': 'Sessão', 'event-ticket': 'Ingresso' },
} as const
