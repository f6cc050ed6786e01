import {
  nextTicketState,
  resolvedDays,
  serviceTicketEvents,
  serviceTicketStates,
  type ServiceTicketEvent,
  type ServiceTicketState,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import type { Db } from '../../db/database.ts'
import { firstIdAt } from '../../kernel/first-id-at.ts'
import { Unavailable } from '../../kernel/refusal.ts'
import { canOpenKey, openObject, type PhotoStorage } from '../photos/index.ts'
import type { Finding, Proof } from '../proofs/index.ts'
import {
  isKept,
  listAttachmentsAfter,
  listChangedTickets,
  listFilesAfter,
  listTicketsAfter,
  readProvedTickets,
  type ChangePosition,
  type FilePosition,
  type ProvedTicket,
} from './service-proof-store.ts'

const dayMs = 86_400_000
/** Tickets that have not changed since are verified by full passes only. */
const recentMs = 2 * dayMs
/** Longer than any transaction: the ids of messages that were not committed yet are higher. */
const uncommittedMs = 10 * 60_000

/** The events that a message of a person stands for. Other events leave no such message. */
const messageEvents = {
  customer: ['customer_reply'],
  staff: ['staff_reply', 'ask_customer', 'resolve'],
} as const satisfies Record<'customer' | 'staff', readonly ServiceTicketEvent[]>

/** The states that the table of states allows when the last message is of this author. */
export const statesAfterMessageOf = (author: 'customer' | 'staff'): ReadonlySet<ServiceTicketState> => {
  const isMessage = (event: ServiceTicketEvent) =>
    [...messageEvents.customer, ...messageEvents.staff].some((each) => each === event)
  const states = new Set<ServiceTicketState>()
  const add = (from: Iterable<ServiceTicketState>, events: readonly ServiceTicketEvent[]): void => {
    for (const state of from)
      for (const event of events) {
        const next = nextTicketState(state, event)
        if (next !== null) states.add(next)
      }
  }
  add(serviceTicketStates, messageEvents[author])
  // A set is iterated over what is added meanwhile, too.
  add(
    states,
    serviceTicketEvents.filter((event) => !isMessage(event)),
  )
  return states
}

const legalStates = { customer: statesAfterMessageOf('customer'), staff: statesAfterMessageOf('staff') }

/** Whether a ticket's state follows from its messages and its other dates by the table of states. */
const isLegal = (ticket: ProvedTicket): boolean => {
  const { state, last_author, last_written_at, resolved_at, closed_at } = ticket
  if (ticket.is_erased) return state === 'closed'
  if (last_author === null || !legalStates[last_author].has(state)) return false
  switch (state) {
    case 'new':
      return ticket.first_answered_at === null
    case 'resolved':
      return resolved_at?.getTime() === last_written_at?.getTime()
    case 'closed':
      return (
        ticket.is_merged ||
        (resolved_at !== null &&
          closed_at !== null &&
          closed_at.getTime() - resolved_at.getTime() >= resolvedDays * dayMs)
      )
    case 'in_progress':
    case 'waiting_customer':
      return true
    default:
      return state satisfies never
  }
}

/** The proof of the conversations: every number that a ticket stores about its messages, their order, and its state. */
export const createServiceTicketsProof = (deps: { readonly db: Db }): Proof => ({
  name: 'service-tickets',
  title: 'Atendimentos: mensagens e situações',
  checks: {
    'messages-counted': 'As mensagens de um atendimento não são as que foram contadas.',
    'messages-in-order': 'As mensagens de um atendimento não estão numeradas na ordem em que chegaram.',
    'messages-once': 'Uma mensagem foi guardada mais de uma vez no mesmo atendimento.',
    'state-allowed': 'A situação de um atendimento não pode resultar do que aconteceu nele.',
  },
  step: async ({ kind, position, now }) => {
    const reached = position === null ? null : (JSON.parse(position) as ChangePosition)
    const listed =
      kind === 'recent'
        ? await listChangedTickets(deps.db, { after: reached, since: new Date(now.getTime() - recentMs) })
        : (await listTicketsAfter(deps.db, reached?.id ?? null)).map((id) => ({ id, at: '' }))
    const last = listed.at(-1)
    const tickets = await readProvedTickets(
      deps.db,
      listed.map(({ id }) => id),
    )
    return {
      findings: tickets.flatMap(findingsOf),
      next:
        last === undefined ? { kind: 'end', mark: null } : { kind: 'more', position: JSON.stringify(last) },
    }
  },
})

const findingsOf = (ticket: ProvedTicket): Finding[] =>
  (
    [
      ['messages-counted', ticket.messages, ticket.message_count],
      ['messages-in-order', 0, ticket.misplaced],
      ['messages-once', 0, ticket.repeated],
      ['state-allowed', 1, isLegal(ticket) ? 1 : 0],
    ] as const
  )
    .filter(([, expected, found]) => expected !== found)
    .map(([check, expected, found]) => ({ check, subject: ticket.id, expected, found }))

/**
 * The proof that attachments can be opened. Files are read once each, by the recent pass after their message, since reading all
 * of them daily would read the whole store; full passes open their keys.
 */
export const createServiceAttachmentsProof = (deps: {
  readonly db: Db
  readonly photos: PhotoStorage
}): Proof => ({
  name: 'service-attachments',
  title: 'Atendimentos: anexos',
  checks: {
    'key-opens': 'A chave de um anexo não abre.',
    'file-opens': 'O arquivo de um anexo falta ou foi alterado.',
  },
  step: async ({ kind, position, mark, now }) => {
    if (kind === 'full') {
      const attachments = await listAttachmentsAfter(deps.db, position)
      const last = attachments.at(-1)
      return {
        findings: attachments
          .filter((attachment) => !canOpenKey(deps.photos, attachment))
          .map(({ id }) => findingOf('key-opens', id)),
        next: last === undefined ? { kind: 'end', mark } : { kind: 'more', position: last.id },
      }
    }
    const first = { message_id: mark ?? firstIdAt(new Date(now.getTime() - recentMs)), position: -1 }
    const files = await listFilesAfter(
      deps.db,
      position === null ? first : (JSON.parse(position) as FilePosition),
    )
    const findings: Finding[] = []
    for (const { id, ...file } of files)
      if (!(await opens(deps.photos, { id, ...file })) && (await isKept(deps.db, id)))
        findings.push(findingOf('file-opens', id))
    const last = files.at(-1)
    return {
      findings,
      next: last
        ? {
            kind: 'more',
            position: JSON.stringify({ message_id: last.message_id, position: last.position }),
          }
        : { kind: 'end', mark: firstIdAt(new Date(now.getTime() - uncommittedMs)) },
    }
  },
})

const findingOf = (check: string, subject: string): Finding => ({
  check,
  subject,
  expected: null,
  found: null,
})

/** @throws {Unavailable} when the store fails: whether the file opens is not known then */
const opens = async (photos: PhotoStorage, file: Parameters<typeof openObject>[1]): Promise<boolean> => {
  try {
    await openObject(photos, file)
    return true
  } catch (error) {
    if (error instanceof Unavailable) throw error
    return false
  }
}
