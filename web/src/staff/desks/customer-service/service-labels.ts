import type { AnswerOutcome } from '@clube/contract/customer-service/action-calls.ts'
import type { ServiceTicketState } from '@clube/contract/customer-service/service-ticket-states.ts'
import { staffStateTitles } from '@clube/contract/customer-service/service-ticket-states.ts'
import {
  serviceAreas,
  ticketCategories,
  ticketPriorities,
  type TicketCategory,
  type TicketPriority,
} from '@clube/contract/customer-service/service-ticket.ts'
import type { DeskMessage, DeskTicket, QueuedTicket } from '@clube/contract/customer-service/staff-calls.ts'
import { countFormatter } from '@clube/contract/kernel/count-formats.ts'
import type { Tone } from '../../../kit/surface/chip.tsx'
import { clubDayOf, formatTime } from '../../../parts/club-time.ts'
import { formatInstant } from '../../parts/instant.ts'

export const outcomeTitles: Readonly<Record<AnswerOutcome, string>> = {
  continue: 'Responder',
  ask: 'Responder e aguardar',
  resolve: 'Responder e resolver',
}

export const stateTones: Readonly<Record<ServiceTicketState, Tone>> = {
  new: 'accent',
  in_progress: 'accent',
  waiting_customer: 'warn',
  resolved: 'good',
  closed: undefined,
}

export const priorityTones: Readonly<Record<TicketPriority, Tone>> = {
  urgent: 'bad',
  high: 'warn',
  normal: undefined,
  low: undefined,
}

/** The options of a select, from titles by value. */
export const optionsOf = (titles: Readonly<Record<string, string>>) =>
  Object.entries(titles).map(([value, label]) => ({ value, label }))

export const categoryTitles = Object.fromEntries(
  Object.entries(ticketCategories).map(([category, { title }]) => [category, title]),
) as Readonly<Record<TicketCategory, string>>

const minuteMs = 60_000
/** Below this time left a deadline is marked, in minutes. */
const soonMinutes = 120

/** '40 min', '3 h', '5 dias' */
export function formatDuration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} dias`
}

type Deadline = { text: string; tone: Tone }

/** A ticket's next deadline in words, which also say that it has passed; null without one. */
export function deadlineOf({ next_due_at }: Pick<QueuedTicket, 'next_due_at'>, now: Date): Deadline | null {
  if (next_due_at === null) return null
  const minutes = Math.floor((Date.parse(next_due_at) - now.getTime()) / minuteMs)
  if (minutes < 0) return { text: `Atrasado há ${formatDuration(-minutes)}`, tone: 'bad' }
  if (minutes < soonMinutes) return { text: `Vence em ${formatDuration(minutes)}`, tone: 'warn' }
  const isToday = clubDayOf(next_due_at) === clubDayOf(now)
  return {
    text: isToday ? `Hoje, ${formatTime(next_due_at)}` : formatInstant(next_due_at),
    tone: undefined,
  }
}

/** What the next deadline is for. */
export const deadlineTitle = ({ first_answer_due_at }: Pick<QueuedTicket, 'first_answer_due_at'>): string =>
  first_answer_due_at === null ? 'Solução' : 'Primeira resposta'

const formatMessages = /* @__PURE__ */ countFormatter('mensagem do cliente', 'mensagens do cliente')

/** What others changed between two versions of a ticket, as sentences. */
export function changesBetween(before: DeskTicket, after: DeskTicket): string[] {
  const known = new Set(before.messages.map(({ message_id }) => message_id))
  const added = after.messages.filter(({ message_id }) => !known.has(message_id))
  const fromCustomer = added.filter(({ author }) => author === 'customer').length
  return [
    ...(fromCustomer === 0
      ? []
      : [`${fromCustomer === 1 ? 'Chegou' : 'Chegaram'} ${formatMessages(fromCustomer)}.`]),
    ...added.filter(({ author }) => author === 'staff').map(actionOf),
    ...(before.state === after.state ? [] : [`Agora está “${staffStateTitles[after.state]}”.`]),
    ...(before.assignee?.staff_id === after.assignee?.staff_id
      ? []
      : [after.assignee ? `Agora é de ${after.assignee.name}.` : 'Voltou para a fila, sem responsável.']),
    ...(before.area === after.area ? [] : [`Agora está na área ${serviceAreas[after.area]}.`]),
    ...(before.category === after.category ? [] : [`Categoria: ${categoryTitles[after.category]}.`]),
    ...(before.priority === after.priority ? [] : [`Prioridade: ${ticketPriorities[after.priority]}.`]),
  ]
}

const actionOf = ({ author_name, visibility }: DeskMessage): string =>
  `${author_name ?? 'A equipe'} ${visibility === 'internal' ? 'anotou algo' : 'respondeu'}.`
