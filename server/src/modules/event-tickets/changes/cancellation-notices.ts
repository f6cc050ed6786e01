import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { CustomerNotice } from '../../campaigns/index.ts'
import { messageTopics, type EventTemplate } from '../deps.ts'
import { cancellationNote, cancellationTexts } from './session-change-texts.ts'

type CancelledSession = {
  readonly session_id: string
  readonly title: string
  readonly starts_at: Date
  readonly reason: string
}
type Notice = Omit<CustomerNotice, 'customer_id'> & { readonly template: EventTemplate }

/** The messages about a cancelled session, for holders of places and for waiting customers. */
export const cancellationNotices = {
  holder: (session: CancelledSession, zone: TimeZone): Notice => ({
    topic: messageTopics['session-cancelled'],
    template: 'session-cancelled',
    texts: cancellationTexts.holder(session, zone),
    attached: { id: session.session_id, note: cancellationNote, withheld: null },
    is_essential: true,
    expires_at: null,
  }),
  waiting: (session: CancelledSession, zone: TimeZone): Notice => ({
    topic: messageTopics['waiting-session-cancelled'],
    template: 'waiting-session-cancelled',
    texts: cancellationTexts.waiting(session, zone),
    is_essential: true,
    expires_at: null,
  }),
} as const
