import { scanResultTitles, type ScanResult } from '@clube/contract/event-tickets/gate-calls.ts'
import { readVoucherCode } from '@clube/contract/campaigns/voucher-code.ts'
import { formatTime, formatShortDateTime } from '../../../parts/club-time.ts'
import { atGate, atTime } from './gate-labels.ts'
import type { GateAnswer } from './offline-list.ts'

/** What the screen shows of the last attempt. */
export type Shown = {
  /** Identifies the attempt: a second one with the same result must be visible as new. */
  readonly id: string
  readonly ticket_code: string
  readonly scanned_at: string
  readonly outcome:
    | { readonly at: 'answered'; readonly answer: GateAnswer }
    /** Decided by the list of that time: offline, after a server error, or while scans are queued. */
    | {
        readonly at: 'by_list'
        readonly answer: GateAnswer
        readonly as_of: string
        readonly isOnline: boolean
      }
    /** Neither an answer nor a list. */
    | { readonly at: 'undecided'; readonly isOnline: boolean }
    | { readonly at: 'overridden'; readonly queued: boolean }
}

/** The result as text, tone and icon, readable at arm's length. */
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
  released: 'Chegou depois do prazo e o lugar foi para outra pessoa. Chame a supervisão.',
  unknown: 'Não é um ingresso do clube. Peça o QR Code de Meus ingressos ou digite o código.',
} as const satisfies Record<ScanResult, string>

/** Title, tone and next step for an attempt. */
export function verdictOf({ outcome, ticket_code }: Shown, now: number): Verdict {
  switch (outcome.at) {
    case 'answered':
      return verdictOfAnswer(outcome.answer, now)
    case 'by_list':
      // Tickets of other sessions and late sales are not in the list; a text that is not a code needs no list.
      return outcome.answer.result === 'unknown' && readVoucherCode(ticket_code).kind !== 'unknown'
        ? {
            tone: 'warn',
            title: 'Não está na lista',
            detail: null,
            next: `A lista é de ${formatTime(outcome.as_of)} e só tem esta sessão. Espere a conexão ou chame a supervisão.`,
          }
        : verdictOfAnswer(outcome.answer, now)
    case 'undecided':
      return {
        tone: 'warn',
        title: 'Não foi possível conferir',
        detail: null,
        next: outcome.isOnline
          ? 'O servidor não respondeu e não há lista neste aparelho. Leia de novo em instantes.'
          : 'Sem conexão e sem lista neste aparelho. Leia de novo quando a conexão voltar.',
      }
    case 'overridden':
      return {
        tone: 'good',
        title: 'Liberado pela supervisão',
        detail: null,
        next: outcome.queued
          ? 'Pode entrar. O motivo será enviado assim que o servidor responder.'
          : 'Pode entrar.',
      }
    default:
      return outcome satisfies never
  }
}

function verdictOfAnswer(answer: GateAnswer, now: number): Verdict {
  const { result, participant_name } = answer
  const verdict = { title: scanResultTitles[result], detail: participant_name, next: nextSteps[result] }
  switch (result) {
    case 'admitted':
      return { ...verdict, tone: 'good' }
    case 'already_used': {
      const when = answer.used_at === null ? '' : ` ${atTime(answer.used_at, now)}`
      const where = answer.used_gate === null ? '' : ` ${atGate(answer.used_gate)}`
      return { ...verdict, tone: 'bad', title: `${verdict.title}${when}${where}` }
    }
    case 'wrong_session': {
      const { other_session } = answer
      const session =
        other_session && `${other_session.title} (${formatShortDateTime(other_session.starts_at)})`
      return { ...verdict, tone: 'bad', detail: session ?? participant_name }
    }
    case 'released':
      return { ...verdict, tone: 'warn' }
    case 'cancelled':
    case 'unknown':
      return { ...verdict, tone: 'bad' }
    default:
      return result satisfies never
  }
}

/** Whether a supervisor may admit the person after this result. */
export const mayBeOverridden = ({ outcome }: Shown): boolean =>
  outcome.at === 'undecided' || (outcome.at !== 'overridden' && outcome.answer.result !== 'admitted')
