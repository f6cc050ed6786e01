import { createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import {
  offlineHashText,
  shortHashBytes,
  shortHashIterations,
} from '@clube/contract/event-tickets/offline-hash.ts'
import { voucherCodesOf } from '../../campaigns/index.ts'
import type { Vault } from '../../vault/index.ts'

/** How the codes of tickets are stored. */
export const ticketCodes = voucherCodesOf('event-ticket')

/** A long code in the gate's offline list, as hex. */
export const offlineHash = (session_id: string, code: string): string =>
  createHash('sha256').update(offlineHashText(session_id, code)).digest('hex')

/** Salt of a session's short codes: keyed, so that a brute-force search cannot begin before the list is available. */
export const offlineSalt = (vault: Vault, session_id: string): Buffer =>
  vault.indexOf('event-ticket.offline-salt', session_id)

const stretch = promisify(pbkdf2)

/** A short code in the gate's offline list. */
export const shortOfflineHash = (salt: Buffer, short_code: string): Promise<Buffer> =>
  stretch(short_code, salt, shortHashIterations, shortHashBytes, 'sha256')

/** First name, for the gate. */
export const firstNameOf = (name: string): string => name.split(' ', 1)[0] ?? ''
