import type {
  overrideScanCall,
  RefusedResult,
  ScanResponse,
  scanTicketCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { formatGatePlace, formatScanTime, ticketText } from './gate-labels.ts'

/** A scan decided offline and waiting to be sent: sending it again with the same id has no second effect. */
export type QueuedScan =
  | { readonly kind: 'scan'; readonly body: BodyOf<typeof scanTicketCall> }
  | { readonly kind: 'override'; readonly body: BodyOf<typeof overrideScanCall> }

/** Number of server errors for a queued scan, and when it is sent again, as Unix time in milliseconds. */
export type Retry = { readonly attempts: number; readonly retry_at: number }

const initialBackoffMs = 5000
const maxBackoffMs = 5 * 60_000

/** Backoff after one more server error: doubles from 5 seconds up to 5 minutes. */
export const retryAfter = (before: Retry | undefined, now: number): Retry => {
  const attempts = (before?.attempts ?? 0) + 1
  return { attempts, retry_at: now + Math.min(initialBackoffMs * 2 ** (attempts - 1), maxBackoffMs) }
}

/** The next scan to send: untried scans in order, then failed ones whose backoff has elapsed. */
export const nextToSend = (
  { queue, retries }: { queue: readonly QueuedScan[]; retries: ReadonlyMap<string, Retry> },
  now: number,
): QueuedScan | undefined => {
  const retryOf = ({ body }: QueuedScan) => retries.get(body.client_scan_id)
  return (
    queue.find((queued) => !retryOf(queued)) ??
    queue.find((queued) => (retryOf(queued)?.retry_at ?? 0) <= now)
  )
}

/** A scan decided offline that the server decided differently; listed until acknowledged. */
export type Conflict = { readonly client_scan_id: string; readonly message: string }

/** The queued form of a scan: a ticket refused by the list is not admitted when it is sent later. */
export const queuedScan = (
  body: BodyOf<typeof scanTicketCall>,
  decided: 'admitted' | RefusedResult,
): QueuedScan => ({
  kind: 'scan',
  body: decided === 'admitted' ? { ...body, admitted_offline: true } : { ...body, refused_as: decided },
})

/** How the server's response to a queued scan contradicts the offline result; null if they agree. */
export function conflictOf(queued: QueuedScan, response: ScanResponse, now: number): Conflict | null {
  if (queued.kind === 'override') return null
  const { client_scan_id, scanned_at, ticket_code, refused_as } = queued.body
  const who = response.code_end
    ? `${ticketText({ ...response, code_end: response.code_end })},`
    : (response.participant_name ?? `A pessoa com o ingresso ${shortened(ticket_code)}`)
  const here = formatScanTime(scanned_at, now)
  const conflict = (message: string): Conflict => ({ client_scan_id, message })
  if (refused_as !== undefined) {
    // The first request had reached the server although its response was lost.
    return response.result === 'admitted'
      ? conflict(`${who} não entrou aqui ${here}, mas a entrada ficou registrada.`)
      : null
  }
  switch (response.result) {
    case 'admitted':
      return null
    case 'already_used': {
      const where = response.used_gate === null ? '' : ` ${formatGatePlace(response.used_gate)}`
      const when = response.used_at === null ? '' : ` ${formatScanTime(response.used_at, now)}`
      return conflict(`${who} entrou aqui ${here} e entrou também${where}${when}.`)
    }
    default:
      return conflict(`${who} entrou aqui ${here}, mas ${conflictReasons[response.result]}.`)
  }
}

const conflictReasons = {
  cancelled: 'o ingresso estava cancelado',
  session_cancelled: 'a sessão foi cancelada',
  released: 'o lugar já tinha sido liberado',
  wrong_session: 'o ingresso é de outra sessão',
  unknown: 'o código não é de um ingresso',
} as const

/** The conflict for a queued scan that the server rejects permanently, with the server's reason. */
export const rejectedConflict = ({ body }: QueuedScan, reason: string, now: number): Conflict => ({
  client_scan_id: body.client_scan_id,
  message: `A leitura ${shortened(body.ticket_code)} ${formatScanTime(body.scanned_at, now)} não foi registrada: ${reason}`,
})

/** The conflict for a queued admission that was undone before it was sent again. */
export const undoneConflict = ({ body }: QueuedScan, now: number): Conflict => ({
  client_scan_id: body.client_scan_id,
  message: `A entrada com o ingresso ${shortened(body.ticket_code)} ${formatScanTime(body.scanned_at, now)} foi desfeita. Se a pessoa entrou, leia o ingresso de novo.`,
})

/** Enough of a code to distinguish tickets, too little to use one. */
const shortened = (code: string): string => `${code.slice(0, 4)}…`
