import type { NoticeTopic } from '@clube/contract/identity/notice-calls.ts'
import type { Tx } from '../../db/database.ts'
import type { CustomerNotice, PromotionDeps } from '../campaigns/index.ts'

/** The topic of every message of event tickets, by template. */
export const messageTopics = {
  'reservation-confirmed': 'reservations',
  'reservation-cancelled': 'reservations',
  'paused-hold': 'reservations',
  'session-changed': 'reservations',
  'session-cancelled': 'reservations',
  'waiting-list-offer': 'waiting_list',
  'lost-hold-offer': 'waiting_list',
  'offer-extended': 'waiting_list',
  'paused-offer': 'waiting_list',
  'waiting-list-ended': 'waiting_list',
  'waiting-session-changed': 'waiting_list',
  'waiting-session-cancelled': 'waiting_list',
} as const satisfies Record<string, NoticeTopic>

export type EventTemplate = keyof typeof messageTopics

/** Dependencies of event tickets. */
export type EventTicketDeps = Omit<PromotionDeps, 'notify'> & {
  readonly notify: (tx: Tx, notice: CustomerNotice & { readonly template: EventTemplate }) => Promise<void>
}
