import { scanResultTitles, type ScanResult } from '@clube/contract/event-tickets/gate-calls.ts'
import { parseVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import { formatTime, formatShortDateTime } from '../../../parts/club-time.ts'
import { formatGatePlace, formatScanTime, scanTones } from './gate-labels.ts'
import type { GateResponse } from './offline-list.ts'

/** What the screen shows of the last attempt. */
export type DisplayedScan = {
  /** Identifies the attempt: a second one with the same result must be visible as new. */
  readonly id: string
  readonly ticket_code: string
  readonly scanned_at: string
  readonly outcome:
    | { readonly kind: 'by_server'; readonly response: GateResponse }
    /** Decided by the list of that time: offline, after a server error, or while scans are queued. */
    | {
        readonly kind: 'by_list'
        readonly response: GateResponse
        readonly as_of: string
        readonly isOnline: boolean
      }
    /** Neither a response nor a list. */
    | { readonly kind: 'undecided'; readonly isOnline: boolean }
    | { readonly kind: 'overridden'; readonly queued: boolean }
    | { readonly kind: 'undone' }
    /** The device admitted the person, and the server decided differently later. */
    | { readonly kind: 'disputed' }
}

/** The result as text and tone. */
export type Verdict = {
  readonly tone: 'good' | 'warn' | 'bad'
  readonly title: string
  /** The ticket's holder, or its session. */
  readonly detail: string | null
  /** What the steward does next. */
  readonly next: string
}

const nextSteps = {
  admitted: 'Pode entrar.',
  already_used: 'Não deixe entrar. Confira se é outro ingresso da mesma reserva ou chame a supervisão.',
  wrong_session: 'Não deixe entrar. Mostre à pessoa o dia e a hora do ingresso.',
  cancelled: 'Não deixe entrar. O ingresso foi devolvido: indique o balcão.',
  session_cancelled: 'Não deixe entrar. A sessão foi cancelada e o clube avisou a pessoa: indique o balcão.',
  released: 'Chegou depois do prazo e o lugar foi para outra pessoa. Chame a supervisão.',
  unknown: 'Não é um ingresso do clube. Peça o QR Code de Meus ingressos ou digite o código.',
} as const satisfies Record<ScanResult, string>

const warning = (title: string, next: string): Verdict => ({ tone: 'warn', title, detail: null, next })

/** Title, tone and next step for an attempt. */
export function verdictOf({ outcome, ticket_code }: DisplayedScan, now: number): Verdict {
  switch (outcome.kind) {
    case 'by_server':
      return verdictOfResponse(outcome.response, now)
    case 'by_list':
      // Tickets of other sessions and late sales are not in the list; an invalid code needs no list.
      return outcome.response.result === 'unknown' && parseVoucherCode(ticket_code).kind !== 'unknown'
        ? warning(
            'Não está na lista',
            `A lista é de ${formatTime(outcome.as_of)} e só tem esta sessão. Espere a conexão ou chame a supervisão.`,
          )
        : verdictOfResponse(outcome.response, now)
    case 'undecided':
      return warning(
        'Não foi possível conferir',
        outcome.isOnline
          ? 'O clube não respondeu e não há lista neste aparelho. Leia de novo em instantes.'
          : 'Sem conexão e sem lista neste aparelho. Leia de novo quando a conexão voltar.',
      )
    case 'overridden': {
      const later = outcome.queued ? ' O motivo será enviado assim que o clube responder.' : ''
      return { tone: 'good', title: 'Liberado pela supervisão', detail: null, next: `Pode entrar.${later}` }
    }
    case 'undone':
      return warning('Entrada desfeita', 'O ingresso voltou a valer. Para a pessoa entrar, leia de novo.')
    case 'disputed':
      return warning(
        'Confira esta entrada',
        'A pessoa entrou, mas o registro deste ingresso precisa ser conferido. Chame a supervisão.',
      )
    default:
      return outcome satisfies never
  }
}

function verdictOfResponse(response: GateResponse, now: number): Verdict {
  const { result, participant_name, used_at, used_gate, other_session } = response
  const title = scanResultTitles[result]
  const verdict = { tone: scanTones[result], title, detail: participant_name, next: nextSteps[result] }
  if (result === 'already_used') {
    const when = used_at === null ? '' : ` ${formatScanTime(used_at, now)}`
    const where = used_gate === null ? '' : ` ${formatGatePlace(used_gate)}`
    return { ...verdict, title: `${title}${when}${where}` }
  }
  if (result === 'wrong_session' && other_session)
    return { ...verdict, detail: `${other_session.title} (${formatShortDateTime(other_session.starts_at)})` }
  return verdict
}

/** Whether a supervisor may admit the person after this result. */
export const canBeOverridden = ({ outcome }: DisplayedScan): boolean =>
  outcome.kind === 'undecided' || ('response' in outcome && outcome.response.result !== 'admitted')
