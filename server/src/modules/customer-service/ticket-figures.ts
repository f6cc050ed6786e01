import { Readable } from 'node:stream'
import type {
  readServiceFiguresCall,
  ServiceFigures,
  TicketFlow,
} from '@clube/contract/customer-service/figures-calls.ts'
import {
  closesAt,
  staffStateTitles,
  ticketStateAt,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import {
  formatTicketProtocol,
  serviceAreas,
  ticketCategories,
  ticketPriorities,
} from '@clube/contract/customer-service/service-ticket.ts'
import { formatDateTime, formatDay, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { ParsedQueryOf } from '@clube/contract/kernel/call.ts'
import { inTransaction } from '../../db/database.ts'
import { csvText } from '../../kernel/csv.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import {
  countDeadlines,
  countFlow,
  listOpened,
  readTimes,
  type ExportedTicket,
} from './ticket-figures-store.ts'
import { protocolOf } from './ticket-views.ts'

const noFlow: TicketFlow = {
  opened: 0,
  answered_in_time: 0,
  answered_late: 0,
  unanswered: 0,
  solved_in_time: 0,
  solved_late: 0,
  unsolved: 0,
}

const sumOf = (rows: readonly TicketFlow[]): TicketFlow =>
  rows.reduce<TicketFlow>(
    (sum, row) => ({
      opened: sum.opened + row.opened,
      answered_in_time: sum.answered_in_time + row.answered_in_time,
      answered_late: sum.answered_late + row.answered_late,
      unanswered: sum.unanswered + row.unanswered,
      solved_in_time: sum.solved_in_time + row.solved_in_time,
      solved_late: sum.solved_late + row.solved_late,
      unsolved: sum.unsolved + row.unsolved,
    }),
    noFlow,
  )

/** Fewer ratings show no mean. */
const fewestRatings = 5

/** The figures of a period. */
export const readServiceFigures = async (
  deps: CustomerServiceDeps,
  query: ParsedQueryOf<typeof readServiceFiguresCall>,
): Promise<ServiceFigures> => {
  const period = { from: query.from, to: query.to, area: query.area ?? null }
  const now = deps.clock()
  const rows = await countFlow(deps.db, period, now)
  const { answer, solution, ratings } = await readTimes(deps.db, period)
  const count = ratings.reduce((sum, each) => sum + each, 0)
  const total = ratings.reduce((sum, each, index) => sum + each * (index + 1), 0)
  return {
    total: sumOf(rows),
    days: [...Map.groupBy(rows, ({ day }) => day)].map(([day, group]) => ({ day, ...sumOf(group) })),
    areas: [...Map.groupBy(rows, ({ area }) => area)].map(([area, group]) => ({ area, ...sumOf(group) })),
    categories: [...Map.groupBy(rows, ({ category }) => category)].map(([category, group]) => ({
      category,
      ...sumOf(group),
    })),
    median_first_answer_minutes: answer,
    median_solution_minutes: solution,
    satisfaction: {
      counts: ratings,
      mean: count < fewestRatings ? null : Math.round((total / count) * 10) / 10,
    },
    waiting_now: await countDeadlines(deps.db, { area: period.area, now }),
  }
}

const exportBatch = 500
const header = [
  'Protocolo',
  'Situação',
  'Área',
  'Categoria',
  'Prioridade',
  'Aberto em',
  'Primeira resposta até',
  'Primeira resposta em',
  'Solução até',
  'Resolvido em',
  'Encerrado em',
  'Mensagens',
  'Nota do atendimento',
  'Unido a',
]

/** The tickets opened in a period as CSV, with an audit line; without texts and personal data. */
export const exportTickets = async (
  deps: CustomerServiceDeps,
  { from, to, agent }: { from: string; to: string; agent: Agent },
): Promise<Readable> => {
  await inTransaction(deps.db, (tx) =>
    deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: 'customer-service.export',
      subject: null,
      sentence: `Baixou os atendimentos abertos de ${formatDay(from)} a ${formatDay(to)}.`,
    }),
  )
  return Readable.from(linesOf(deps, { from, to }))
}

async function* linesOf(
  deps: CustomerServiceDeps,
  { from, to }: { from: string; to: string },
): AsyncGenerator<string> {
  yield `\uFEFF${header.join(';')}\r\n`
  const context = { now: deps.clock(), time_zone: deps.hours.time_zone }
  let after: ExportedTicket | null = null
  for (;;) {
    const rows: ExportedTicket[] = await listOpened(deps.db, { from, to, after, limit: exportBatch })
    yield rows.map((row) => `${lineOf(row, context).map(csvText).join(';')}\r\n`).join('')
    after = rows.at(-1) ?? null
    if (rows.length < exportBatch) return
  }
}

const lineOf = (ticket: ExportedTicket, { now, time_zone }: { now: Date; time_zone: TimeZone }): string[] => {
  const at = (instant: Date | null) => (instant === null ? '' : formatDateTime(instant, time_zone))
  const { into_year, into_number } = ticket
  const state = ticketStateAt(ticket, now)
  return [
    protocolOf(ticket),
    staffStateTitles[state],
    serviceAreas[ticket.area],
    ticketCategories[ticket.category].title,
    ticketPriorities[ticket.priority],
    at(ticket.created_at),
    at(ticket.first_answer_due_at),
    at(ticket.first_answered_at),
    at(ticket.due_at),
    at(ticket.resolved_at),
    // The job that closes resolved tickets may not have run.
    at(ticket.closed_at ?? (state === 'closed' ? closesAt(ticket) : null)),
    String(ticket.message_count),
    ticket.rating === null ? '' : String(ticket.rating),
    into_year === null || into_number === null
      ? ''
      : formatTicketProtocol({ year: into_year, number: into_number }),
  ]
}
