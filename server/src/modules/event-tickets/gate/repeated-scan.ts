import { doorEntryCall, overrideScanCall, scanTicketCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import type { Db } from '../../../db/database.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import type { Vault } from '../../vault/index.ts'
import { findScan, type LoggedResult, type NewScan, type StoredResponse } from './scan-store.ts'

/** Keyed fingerprint of a scanned code; the long and the short code of a ticket have different fingerprints. */
export const scannedCodeIndex = (vault: Vault, ticket_code: string): Buffer => {
  const parsed = parseVoucherCode(ticket_code)
  return vault.indexOf('event-scan.code', parsed.kind === 'unknown' ? ticket_code : parsed.code)
}

const kindOf = (result: LoggedResult): 'scan' | 'override' | 'door' =>
  result === 'override' || result === 'door' ? result : 'scan'

/**
 * The response to the first scan with this `client_scan_id`, if there was one. The id alone is not sufficient:
 * everything else that the device sent must be the same. An admission that was undone is not repeated.
 * @throws {Refusal} event-tickets.scan-reused, event-tickets.scan-undone
 */
export const findRepeated = async (
  db: Db,
  scan: Pick<NewScan, 'client_scan_id' | 'session_id' | 'gate' | 'code_index' | 'quantity'> & {
    kind: ReturnType<typeof kindOf>
  },
): Promise<StoredResponse | undefined> => {
  const first = await findScan(db, scan.client_scan_id)
  if (!first) return undefined
  const { code_index } = first
  const isSame =
    kindOf(first.result) === scan.kind &&
    first.session_id === scan.session_id &&
    first.gate === scan.gate &&
    first.quantity === scan.quantity &&
    // Null for door entries, and for scans recorded before the product stored fingerprints of codes.
    (!code_index || !scan.code_index || code_index.equals(scan.code_index))
  if (!isSame) throw refusalsOf(scanTicketCall, overrideScanCall, doorEntryCall)('event-tickets.scan-reused')
  if (first.result === 'undone') throw refusalsOf(scanTicketCall)('event-tickets.scan-undone')
  return first.response
}
