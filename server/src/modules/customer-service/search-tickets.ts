import { parseDocument } from '@clube/contract/brazil/document.ts'
import { normalizeForSearch } from '@clube/contract/brazil/normalize-for-search.ts'
import {
  searchMessage,
  searchResultLimit,
  searchTicketsCall,
  type TicketHit,
} from '@clube/contract/customer-service/staff-calls.ts'
import { parseTicketProtocol } from '@clube/contract/customer-service/service-ticket.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { InvalidInput, refusalsOf } from '../../kernel/refusal.ts'
import type { AuditSubject } from '../audit/index.ts'
import { documentIndexOf, findByDocument } from '../identity/index.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import { findTicketByProtocol, findTickets, listTicketsOf, type TicketRow } from './service-ticket-store.ts'
import { findWords, searchMessages, type MessageHit } from './ticket-search-store.ts'
import { queuedTicketsOf } from './ticket-views.ts'
import { minutesToNextHour } from './write-message.ts'

const refuse = refusalsOf(searchTicketsCall)

type Result = DataOf<typeof searchTicketsCall>

/**
 * Finds tickets by protocol, document or words, newest first. Each search has one audit line, without the text.
 * @throws {Refusal} customer-service.too-many-searches
 * @throws {InvalidInput} when the text contains no word that can be found
 */
export const searchTickets = async (
  deps: CustomerServiceDeps,
  { text, agent }: { text: string; agent: Agent },
): Promise<Result> => {
  const now = deps.clock()
  if (!(await deps.limits.spend('service-searches', agent.staff_id, now)))
    throw refuse('customer-service.too-many-searches', { minutes: minutesToNextHour(now) })
  return inTransaction(deps.db, async (tx) => {
    const { result, tickets } = await find(deps, tx, text)
    await deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: 'customer-service.search',
      subject: subjectOf(tickets),
      sentence: `Procurou atendimentos ${outcomeOf(result)}.`,
    })
    return result
  })
}

/** What is shown, and the tickets in it. */
type Found = { readonly result: Result; readonly tickets: readonly TicketRow[] }

const find = async (deps: CustomerServiceDeps, tx: Tx, text: string): Promise<Found> => {
  const number = parseTicketProtocol(text)
  const byProtocol = number === null ? undefined : await findTicketByProtocol(tx, number)
  if (byProtocol) return ticketsFound(deps, tx, { by: 'protocol', tickets: [byProtocol] })
  const document = parseDocument(text, { allowed: ['cpf', 'cnpj'], cnpj_mode: 'alphanumeric' })
  if (document.ok) {
    const customer = await findByDocument(
      tx,
      documentIndexOf(deps, { document_id: document.value.document_id }),
    )
    const tickets = customer ? await listTicketsOf(tx, { customer_id: customer.id, cursor: null }) : []
    return ticketsFound(deps, tx, { by: 'document', tickets })
  }
  if (number !== null) return ticketsFound(deps, tx, { by: 'protocol', tickets: [] })
  return findByWords(deps, tx, text)
}

/** A ticket of the hits, if all are one person's: that person sees the search in their own data. */
const subjectOf = (tickets: readonly TicketRow[]): AuditSubject | null => {
  const [first, ...others] = tickets
  return first && others.every(({ customer_id }) => customer_id === first.customer_id)
    ? { kind: 'service-ticket', id: first.id }
    : null
}

const criteria = {
  protocol: 'protocolo',
  document: 'documento',
  words: 'palavras',
} as const satisfies Record<Result['by'], string>

const outcomeOf = ({ by, hits, has_more }: Result): string => {
  const count = `${has_more ? 'mais de ' : ''}${hits.length}`
  return `por ${criteria[by]} e ${hits.length === 0 ? 'não encontrou nada' : `encontrou ${count}`}`
}

const ticketsFound = async (
  deps: CustomerServiceDeps,
  tx: Tx,
  { by, tickets }: { by: 'protocol' | 'document'; tickets: readonly TicketRow[] },
): Promise<Found> => {
  const shown = tickets.slice(0, searchResultLimit)
  const rows = await queuedTicketsOf(deps, tx, shown)
  return {
    tickets: shown,
    result: {
      by,
      hits: rows.map((ticket) => ({ ticket, excerpt: null, found_at: null })),
      has_more: tickets.length > searchResultLimit,
    },
  }
}

const findByWords = async (deps: CustomerServiceDeps, tx: Tx, text: string): Promise<Found> => {
  const words = await findWords(tx, text)
  if (words.length === 0) throw new InvalidInput([{ path: 'text', message: searchMessage }])
  const found = await searchMessages(tx, { words, limit: searchResultLimit + 1 })
  const shown = found.slice(0, searchResultLimit)
  const byTicketId = await findTickets(
    tx,
    shown.map(({ ticket_id }) => ticket_id),
  )
  const tickets = [...byTicketId.values()]
  const rows = await queuedTicketsOf(deps, tx, tickets)
  const lexemes = words.map(({ word }) => word)
  const byId = new Map(rows.map((row) => [row.ticket_id, row]))
  const hits = shown.flatMap((hit): TicketHit[] => {
    const ticket = byId.get(hit.ticket_id)
    return ticket
      ? [{ ticket, excerpt: excerptOf(hit, lexemes), found_at: hit.created_at.toISOString() }]
      : []
  })
  return { tickets, result: { by: 'words', hits, has_more: found.length > searchResultLimit } }
}

const excerptBefore = 60
const excerptLength = 200

/** The text around the first word that was found; its beginning where only the subject has the words. */
export const excerptOf = ({ body }: Pick<MessageHit, 'body'>, lexemes: readonly string[]): string => {
  const stems = lexemes.map((lexeme) => lexeme.slice(0, 4))
  const word = [...body.matchAll(/[\p{L}\p{N}]+/gu)].find(([found]) =>
    stems.some((stem) => normalizeForSearch(found).startsWith(stem)),
  )
  const start = Math.max(0, (word?.index ?? 0) - excerptBefore)
  // Not in the middle of a word.
  const from = start === 0 ? 0 : body.indexOf(' ', start) + 1
  const text = body.slice(from, from + excerptLength).replaceAll(/\s+/g, ' ')
  return `${from > 0 ? '… ' : ''}${text}${from + excerptLength < body.length ? ' …' : ''}`
}
