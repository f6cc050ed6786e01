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
import { documentIndexOf, findByDocument } from '../identity/index.ts'
import type { Agent, CustomerServiceDeps } from './deps.ts'
import { findTicketByProtocol, findTickets, listTicketsOf, type TicketRow } from './service-ticket-store.ts'
import { findWords, searchMessages, type MessageHit } from './ticket-search-store.ts'
import { queuedTicketsOf } from './ticket-views.ts'
import { minutesToNextHour } from './write-message.ts'

const refuse = refusalsOf(searchTicketsCall)

type Result = DataOf<typeof searchTicketsCall>

/**
 * Finds tickets by protocol, document or words, newest first.
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
    const number = parseTicketProtocol(text)
    const byProtocol = number === null ? undefined : await findTicketByProtocol(tx, number)
    if (byProtocol) return ticketsFound(deps, tx, { by: 'protocol', tickets: [byProtocol], agent })
    const document = parseDocument(text, { allowed: ['cpf', 'cnpj'], cnpj_mode: 'alphanumeric' })
    if (document.ok) {
      const customer = await findByDocument(
        tx,
        documentIndexOf(deps, { document_id: document.value.document_id }),
      )
      const tickets = customer ? await listTicketsOf(tx, { customer_id: customer.id, cursor: null }) : []
      return ticketsFound(deps, tx, { by: 'document', tickets, agent })
    }
    if (number !== null) return { by: 'protocol', hits: [], has_more: false }
    return findByWords(deps, tx, text)
  })
}

const ticketsFound = async (
  deps: CustomerServiceDeps,
  tx: Tx,
  { by, tickets, agent }: { by: 'protocol' | 'document'; tickets: readonly TicketRow[]; agent: Agent },
): Promise<Result> => {
  const shown = tickets.slice(0, searchResultLimit)
  const rows = await queuedTicketsOf(deps, tx, shown)
  // A search by protocol or document names one person, who sees it in their own data.
  const [first] = shown
  if (first)
    await deps.audit(tx, {
      actor: { kind: 'staff', id: agent.staff_id },
      action: 'customer-service.search',
      subject: { kind: 'service-ticket', id: first.id },
      sentence: `Procurou atendimentos por ${by === 'document' ? 'documento' : 'protocolo'} e encontrou ${shown.length}.`,
    })
  return {
    by,
    hits: rows.map((ticket) => ({ ticket, excerpt: null, found_at: null })),
    has_more: tickets.length > searchResultLimit,
  }
}

const findByWords = async (deps: CustomerServiceDeps, tx: Tx, text: string): Promise<Result> => {
  const words = await findWords(tx, text)
  if (words.length === 0) throw new InvalidInput([{ path: 'text', message: searchMessage }])
  const found = await searchMessages(tx, { words, limit: searchResultLimit + 1 })
  const shown = found.slice(0, searchResultLimit)
  const tickets = await findTickets(
    tx,
    shown.map(({ ticket_id }) => ticket_id),
  )
  const rows = await queuedTicketsOf(deps, tx, [...tickets.values()])
  const lexemes = words.map(({ word }) => word)
  const byId = new Map(rows.map((row) => [row.ticket_id, row]))
  return {
    by: 'words',
    hits: shown.flatMap((hit): TicketHit[] => {
      const ticket = byId.get(hit.ticket_id)
      return ticket
        ? [{ ticket, excerpt: excerptOf(hit, lexemes), found_at: hit.created_at.toISOString() }]
        : []
    }),
    has_more: found.length > searchResultLimit,
  }
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
