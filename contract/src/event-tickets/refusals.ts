import type { RefusalTable } from '../kernel/refusal-table.ts'

/** Both ids must match a reservation of the signed-in customer; anything else is not found. */
export const unknownReservationRefusal = {
  'event-tickets.unknown-reservation': { status: 404, message: 'Reserva não encontrada.' },
} as const satisfies RefusalTable

export const unknownSessionRefusal = {
  'event-tickets.unknown-session': { status: 404, message: 'Sessão não encontrada.' },
} as const satisfies RefusalTable

export const cancelledSessionRefusal = {
  'event-tickets.session-cancelled': { status: 409, message: 'Esta sessão foi cancelada.' },
} as const satisfies RefusalTable

/** A `client_scan_id` identifies one scan: same kind, code, session, gate and number of people. */
export const reusedScanRefusal = {
  'event-tickets.scan-reused': {
    status: 409,
    message: 'Esta leitura já foi registrada com outro ingresso, sessão ou portaria.',
  },
} as const satisfies RefusalTable

/** A resent scan must not be admitted because of a stale response. */
export const undoneScanRefusal = {
  'event-tickets.scan-undone': {
    status: 409,
    message: 'A entrada desta leitura foi desfeita. Leia o ingresso de novo.',
  },
} as const satisfies RefusalTable

export const unknownWaitingEntryRefusal = {
  'event-tickets.unknown-entry': { status: 404, message: 'Você não está nesta lista de espera.' },
} as const satisfies RefusalTable

/** Refusals of a reservation. */
export const reserveRefusals = {
  ...unknownSessionRefusal,
  'event-tickets.quantity': {
    status: 422,
    message: 'Escolha de 1 a {n} ingressos.',
    path: 'quantity',
  },
  'event-tickets.limit-reached': {
    status: 409,
    message: 'Você já tem {k} {k|ingresso|ingressos}. O limite é {n} por CPF.',
  },
  'event-tickets.sold-out': { status: 409, message: 'Os ingressos para esta sessão acabaram.' },
  'event-tickets.too-few-left': {
    status: 409,
    message: '{k|Resta|Restam} {k} {k|ingresso|ingressos}. Ajuste a quantidade.',
  },
  'event-tickets.sales-closed': {
    status: 409,
    message: 'As reservas para esta sessão foram encerradas.',
  },
  'event-tickets.sales-not-open': {
    status: 409,
    message: 'As reservas para esta sessão abrem em {date} às {time}.',
  },
  'event-tickets.hold-cooldown': {
    status: 429,
    message: 'Você deixou passar reservas ou ofertas desta sessão. Aguarde {wait} e tente de novo.',
  },
  'event-tickets.under-age': { status: 409, message: 'Esta sessão é para maiores de {N} anos.' },
  'event-tickets.birth-date-missing': {
    status: 409,
    message: 'Informe a sua data de nascimento no perfil para reservar.',
  },
} as const satisfies RefusalTable

export const confirmRefusals = {
  ...unknownReservationRefusal,
  ...cancelledSessionRefusal,
  'event-tickets.reservation-expired': {
    status: 409,
    message: 'Sua reserva expirou. Faça uma nova reserva.',
  },
  'event-tickets.reservation-cancelled': { status: 409, message: 'Esta reserva foi cancelada.' },
  'event-tickets.session-changed': {
    status: 409,
    message: 'Esta sessão mudou: confira a data e o local antes de confirmar.',
  },
  'event-tickets.terms-outdated': {
    status: 409,
    message: 'Os termos do evento foram atualizados. Leia a nova versão e aceite para continuar.',
    path: 'accepted_terms',
  },
} as const satisfies RefusalTable

export const cancelRefusals = {
  ...unknownReservationRefusal,
  'event-tickets.cancel-closed': {
    status: 409,
    message: 'O prazo para cancelar terminou em {date} às {time}.',
  },
  'event-tickets.ticket-used': {
    status: 409,
    message: 'Um ingresso desta reserva já foi utilizado. Não é mais possível cancelar.',
  },
} as const satisfies RefusalTable

/** Field errors of the participants' form, in addition to those of names and dates. */
export const participantCountMessage = 'Informe um participante para cada ingresso.'
export const acceptTermsMessage = 'Você deve aceitar os termos do evento para continuar!'
