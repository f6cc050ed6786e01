import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import { ticketsPath } from '@clube/contract/event-tickets/ticket-path.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatInstantShort, formatInstant, type MessageTexts } from '../../messaging/index.ts'

type Offer = {
  readonly session_title: string
  readonly starts_at: Date
  readonly quantity: number
  readonly until: Date
}

const textsOf = (
  offer: Offer,
  zone: TimeZone,
  { subject, reason }: { subject: string; reason: readonly string[] },
): MessageTexts => {
  const { session_title, starts_at, quantity, until } = offer
  const tickets = formatTicketCount(quantity)
  return {
    subject,
    paragraphs: [
      `Separamos ${tickets} para você na sessão ${session_title}, de ${formatInstant(starts_at, zone)}. Aceite até ${formatInstant(until, zone)}; depois disso a vez passa para a próxima pessoa.`,
      ...reason,
    ],
    code: null,
    link: { label: 'Ver a oferta', url: ticketsPath, in_sms: true },
    short: `Há ${tickets} para você na sessão de ${formatInstantShort(starts_at, zone)}. Aceite até ${formatInstantShort(until, zone)}:`,
    warning: null,
  }
}

/** Texts of the messages that offer places to a customer, by template. */
export const offerTexts = {
  /** Returned places, for a customer on the waiting list. */
  'waiting-list-offer': (offer: Offer, zone: TimeZone) =>
    textsOf(offer, zone, { subject: 'Chegou a sua vez: há ingressos para você', reason: [] }),
  /** The customer's hold expired while the promotion was paused. */
  'lost-hold-offer': (offer: Offer, zone: TimeZone) =>
    textsOf(offer, zone, {
      subject: 'A promoção voltou: há ingressos para você',
      reason: ['A sua reserva venceu enquanto a promoção estava pausada, e por isso você vem primeiro.'],
    }),
  /** The offer was extended, because the promotion was paused. */
  'offer-extended': (offer: Offer, zone: TimeZone) =>
    textsOf(offer, zone, {
      subject: 'A promoção voltou: os seus ingressos continuam separados',
      reason: ['A promoção estava pausada, e o prazo da sua oferta foi prolongado.'],
    }),
}

type Deadline = Pick<Offer, 'session_title' | 'starts_at' | 'until'>

/** Texts of the messages about a pause of the promotion, for customers with a hold and for those with an offer. */
export const pauseTexts = {
  hold: ({ session_title, starts_at, until }: Deadline, zone: TimeZone): MessageTexts => ({
    subject: 'A promoção foi pausada: a sua reserva continua valendo',
    paragraphs: [
      `A promoção da sessão ${session_title}, de ${formatInstant(starts_at, zone)}, foi pausada. A sua reserva continua valendo até ${formatInstant(until, zone)}, e você pode confirmá-la.`,
      'Se ela vencer durante a pausa, você recebe a primeira oferta quando a promoção voltar.',
    ],
    code: null,
    short: `Promoção pausada. Sua reserva para ${formatInstantShort(starts_at, zone)} vale até ${formatInstantShort(until, zone)}; se vencer, você vem primeiro depois.`,
    warning: null,
  }),
  offer: ({ session_title, starts_at }: Omit<Deadline, 'until'>, zone: TimeZone): MessageTexts => ({
    subject: 'A promoção foi pausada: os seus ingressos continuam separados',
    paragraphs: [
      `A promoção da sessão ${session_title}, de ${formatInstant(starts_at, zone)}, foi pausada. Os ingressos separados para você continuam guardados, e o prazo para aceitar para de correr.`,
      'Avisaremos quando a promoção voltar.',
    ],
    code: null,
    short: `Promoção pausada. Os seus ingressos para ${formatInstantShort(starts_at, zone)} continuam separados; avisaremos quando ela voltar.`,
    warning: null,
  }),
} as const

/** Texts of the message to customers who were still waiting when the list ended. */
export const endedTexts = (
  { session_title, starts_at }: Omit<Deadline, 'until'>,
  zone: TimeZone,
): MessageTexts => ({
  subject: 'A lista de espera terminou',
  paragraphs: [
    `As reservas da sessão ${session_title}, de ${formatInstant(starts_at, zone)}, terminaram antes que você ficasse com ingressos.`,
    'Obrigado por esperar. Você saiu da lista de espera e não precisa fazer nada.',
  ],
  code: null,
  short: `As reservas da sessão de ${formatInstantShort(starts_at, zone)} terminaram antes que você ficasse com ingressos.`,
  warning: null,
})
