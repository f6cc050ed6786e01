import { ticketsPath } from '@clube/contract/event-tickets/ticket-path.ts'
import { announcedChanges, type AnnouncedPlan } from '@clube/contract/event-tickets/session-plan.ts'
import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatInstant, formatInstantShort, type MessageTexts } from '../../messaging/index.ts'

type Cancelled = { readonly title: string; readonly starts_at: Date; readonly reason: string }

/** Texts of the messages about a cancelled session, for holders of places and for waiting customers. */
export const cancellationTexts = {
  holder: ({ title, starts_at, reason }: Cancelled, zone: TimeZone): MessageTexts => ({
    subject: 'A sua sessão foi cancelada',
    paragraphs: [
      `A sessão ${title}, de ${formatInstant(starts_at, zone)}, foi cancelada.`,
      `Motivo: ${reason}`,
      'Os seus ingressos e reservas nela deixam de valer. O que você usou para participar, como notas e pontos, foi devolvido.',
    ],
    code: null,
    short: `Sua sessão de ${formatInstantShort(starts_at, zone)} foi cancelada. O que você usou para participar foi devolvido.`,
    warning: null,
  }),
  waiting: ({ title, starts_at, reason }: Cancelled, zone: TimeZone): MessageTexts => ({
    subject: 'A sessão da sua lista de espera foi cancelada',
    paragraphs: [
      `A sessão ${title}, de ${formatInstant(starts_at, zone)}, foi cancelada, e a lista de espera terminou.`,
      `Motivo: ${reason}`,
    ],
    code: null,
    short: `A sessão de ${formatInstantShort(starts_at, zone)} foi cancelada, e a lista de espera terminou.`,
    warning: null,
  }),
} as const

type Change = { readonly before: AnnouncedPlan; readonly after: AnnouncedPlan }

const lineOf = (field: keyof AnnouncedPlan, { before, after }: Change, zone: TimeZone): string => {
  switch (field) {
    case 'title':
      return `Nome: agora é ${after.title}; era ${before.title}.`
    case 'place':
      return `Local: agora é ${after.place}; era ${before.place}.`
    case 'starts_at':
      return `Início: agora é ${formatInstant(after.starts_at, zone)}; era ${formatInstant(before.starts_at, zone)}.`
    case 'cancel_until':
      return `Prazo para cancelar: agora é ${formatInstant(after.cancel_until, zone)}; era ${formatInstant(before.cancel_until, zone)}.`
    default:
      return field satisfies never
  }
}

const subjectOf = (changed: readonly (keyof AnnouncedPlan)[]): string => {
  if (changed.includes('starts_at')) return 'A sua sessão mudou de data ou horário'
  return changed.includes('place') ? 'A sua sessão mudou de lugar' : 'A sua sessão mudou'
}

const textsOf = (
  change: Change,
  zone: TimeZone,
  { first, last, short, link }: { first: string; last: readonly string[]; short: string; link: string },
): MessageTexts => {
  const changed = announcedChanges(change.before, change.after)
  const when = formatInstantShort(change.after.starts_at, zone)
  return {
    subject: subjectOf(changed),
    paragraphs: [first, ...changed.map((field) => lineOf(field, change, zone)), ...last],
    code: null,
    link: { label: link, url: ticketsPath },
    short: `Sua sessão mudou: agora é ${when}. ${short}`,
    warning: null,
  }
}

/** Texts of the messages about a changed session, for holders of places and for waiting customers. */
export const changeTexts = {
  holder: (change: Change, zone: TimeZone): MessageTexts =>
    textsOf(change, zone, {
      first: `A sessão ${change.before.title} mudou, e você tem lugares nela.`,
      last: [
        'Os seus lugares continuam garantidos, e os ingressos valem com os mesmos códigos.',
        'Se não puder ir, cancele em Meus ingressos até o início da sessão, mesmo depois do prazo: o que você usou para participar é devolvido.',
      ],
      short: 'Se não puder ir, cancele sem custo em Meus ingressos.',
      link: 'Ver os meus ingressos ou cancelar',
    }),
  waiting: (change: Change, zone: TimeZone): MessageTexts =>
    textsOf(change, zone, {
      first: `A sessão ${change.before.title} mudou, e você está na lista de espera.`,
      last: ['A sua vez continua a mesma. Se não quiser mais esperar, saia da lista em Meus ingressos.'],
      short: 'Sua vez na lista de espera continua a mesma.',
      link: 'Ver a minha vez na lista',
    }),
} as const

/** The calendar file has the current plan and a higher sequence number, so that it replaces the previous event. */
export const changeNote = 'Se a sua reserva está confirmada, o evento anexado atualiza a sua agenda.'

/** The calendar file removes the event of the confirmed reservation. */
export const cancellationNote =
  'Se a sua reserva estava confirmada, o arquivo anexado retira o evento da sua agenda.'
