import type {
  overrideScanCall,
  RefusedResult,
  ScanAnswer,
  scanTicketCall,
} from '@clube/contract/event-tickets/gate-calls.ts'
import type { BodyOf } from '@clube/contract/kernel/call.ts'
import { atGate, atTime } from './gate-words.ts'

/** What was done without a network and waits to be told: sent again with the same id it has no second effect. */
export type QueuedScan =
  | { readonly kind: 'scan'; readonly body: BodyOf<typeof scanTicketCall> }
  | { readonly kind: 'override'; readonly body: BodyOf<typeof overrideScanCall> }

/** How often the server has failed at something that waits, and from when it is told again, in milliseconds since 1970. */
export type Retry = { readonly tries: number; readonly again_at: number }

const firstPauseMs = 5000
const longestPauseMs = 5 * 60_000

/** After one more fault: pauses double from 5 seconds to 5 minutes. */
export const retryAfter = (before: Retry | undefined, now: number): Retry => {
  const tries = (before?.tries ?? 0) + 1
  return { tries, again_at: now + Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs) }
}

/** What is told next: what was never tried, in its order, then what the server failed at once its pause is over. */
export const nextToTell = (
  { queue, retries }: { queue: readonly QueuedScan[]; retries: ReadonlyMap<string, Retry> },
  now: number,
): QueuedScan | undefined => {
  const retryOf = ({ body }: QueuedScan) => retries.get(body.client_scan_id)
  return (
    queue.find((queued) => !retryOf(queued)) ??
    queue.find((queued) => (retryOf(queued)?.again_at ?? 0) <= now)
  )
}

/** Something done without a network that the server sees otherwise; stays until somebody has read it. */
export type Conflict = { readonly client_scan_id: string; readonly words: string }

/** The scan as it waits: whom the list sent away is not let in afterwards. */
export const queuedScan = (
  body: BodyOf<typeof scanTicketCall>,
  told: 'admitted' | RefusedResult,
): QueuedScan => ({ kind: 'scan', body: told === 'admitted' ? body : { ...body, refused_as: told } })

/** What the server's answer to a queued scan has against what the person was told; null when they agree. */
export function conflictOf(queued: QueuedScan, answer: ScanAnswer, now: number): Conflict | null {
  if (queued.kind === 'override') return null
  const { client_scan_id, scanned_at, ticket_code, refused_as } = queued.body
  const who = answer.participant_name ?? `A pessoa com o ingresso ${shortened(ticket_code)}`
  const here = atTime(scanned_at, now)
  const conflict = (words: string): Conflict => ({ client_scan_id, words })
  if (refused_as !== undefined) {
    // The scan had reached the server although no answer came back.
    return answer.result === 'admitted'
      ? conflict(`${who} não entrou aqui ${here}, mas a entrada ficou registrada.`)
      : null
  }
  switch (answer.result) {
    case 'admitted':
      return null
    case 'already_used': {
      const where = answer.used_gate === null ? '' : ` ${atGate(answer.used_gate)}`
      const when = answer.used_at === null ? '' : ` ${atTime(answer.used_at, now)}`
      return conflict(`${who} entrou aqui ${here} e entrou também${where}${when}.`)
    }
    case 'cancelled':
      return conflict(`${who} entrou aqui ${here}, mas o ingresso estava cancelado.`)
    case 'released':
      return conflict(`${who} entrou aqui ${here}, mas o lugar já tinha sido liberado.`)
    case 'wrong_session':
      return conflict(`${who} entrou aqui ${here}, mas o ingresso é de outra sessão.`)
    case 'unknown':
      return conflict(`${who} entrou aqui ${here}, mas o código não é de um ingresso.`)
    default:
      return answer.result satisfies never
  }
}

/** A queued scan that the server will never take, with the server's reason. */
export const rejectedConflict = ({ body }: QueuedScan, message: string, now: number): Conflict => ({
  client_scan_id: body.client_scan_id,
  words: `A leitura ${shortened(body.ticket_code)} ${atTime(body.scanned_at, now)} não foi registrada: ${message}`,
})

/** Enough of a code to tell tickets apart, too little to use one. */
const shortened = (code: string): string => `${code.slice(0, 4)}…`
