import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import { topicOf, type MessageContent } from './message-content.ts'

/** The headings of the previews, in their order. */
export const messageGroups = [
  'Senha e contatos',
  'Recuperação com fotos ou no balcão',
  'Conta',
  'Notas',
  'Pontos',
  'Participações',
  'Reservas e sessões',
  'Lista de espera',
  'Promoções',
  'Atendimento',
  'Equipe',
] as const
export type MessageGroup = (typeof messageGroups)[number]

const topicGroups: Readonly<Record<NoticeTopic, MessageGroup>> = {
  receipts: 'Notas',
  points: 'Pontos',
  expiring_points: 'Pontos',
  participations: 'Participações',
  reservations: 'Reservas e sessões',
  waiting_list: 'Lista de espera',
}

/** The group of a promotion's message. */
export const groupOfTopic = (topic: NoticeTopic | null): MessageGroup =>
  topic === null ? 'Promoções' : topicGroups[topic]

/** The group of a message of the club. */
export const groupOf = (content: Exclude<MessageContent, { template: 'promotion' }>): MessageGroup => {
  switch (content.template) {
    case 'reset-code':
    case 'reset-code-withheld':
    case 'contact-code':
    case 'password-changed':
    case 'contact-changed':
    case 'person-corrected':
      return 'Senha e contatos'
    case 'recovery-received':
    case 'recovery-asked-again':
    case 'recovery-rejected':
    case 'recovery-approved-code':
    case 'recovery-held':
    case 'recovery-stopped':
    case 'recovery-at-desk':
      return 'Recuperação com fotos ou no balcão'
    case 'device-credential-reused':
    case 'new-sign-in':
    case 'deletion-requested':
    case 'deletion-cancelled':
      return 'Conta'
    case 'rating-request':
      return 'Notas'
    case 'service-answer':
      return 'Atendimento'
    case 'staff-invitation':
      return 'Equipe'
    default:
      return groupOfTopic(topicOf(content))
  }
}
