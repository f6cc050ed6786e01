import { createHash } from 'node:crypto'
import { offlineHashText } from '@clube/contract/event-tickets/offline-hash.ts'
import { voucherCodesOf } from '../../campaigns/index.ts'

/** How the codes of tickets are stored. */
export const ticketCodes = voucherCodesOf('event-ticket')

/** A code in the gate's offline list, as hex. */
export const offlineHash = (session_id: string, code: string): string =>
  createHash('sha256').update(offlineHashText(session_id, code)).digest('hex')

/** First name, for the gate. */
export const firstNameOf = (name: string): string => name.split(' ', 1)[0] ?? ''
