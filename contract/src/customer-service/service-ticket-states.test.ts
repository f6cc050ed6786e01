import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addNoteCall, answerTicketCall } from './action-calls.ts'
import { findSimilarTicketsCall, newTicketCall, replyCall } from './calls.ts'
import {
  closesAt,
  nextTicketState,
  serviceTicketEvents,
  serviceTicketStates,
  serviceTicketTransitions,
  staffStateTitles,
  serviceTicketStateTitles,
  ticketStateAt,
  type ServiceTicketState,
} from './service-ticket-states.ts'
import { formatTicketProtocol, parseTicketProtocol } from './service-ticket.ts'
import { fillTemplate, remainingPlaceholder, unknownPlaceholders } from './answer-template.ts'

test('a service ticket allows exactly the listed changes of its state', () => {
  const changes = serviceTicketStates.flatMap((from) =>
    serviceTicketEvents.flatMap((event) => {
      const to = nextTicketState(from, event)
      return to === null || to === from ? [] : [`${from} –${event}→ ${to}`]
    }),
  )
  expect(changes).toEqual([
    'new –assign→ in_progress',
    'new –staff_reply→ in_progress',
    'new –ask_customer→ waiting_customer',
    'new –resolve→ resolved',
    'new –merge→ closed',
    'in_progress –ask_customer→ waiting_customer',
    'in_progress –resolve→ resolved',
    'in_progress –merge→ closed',
    'waiting_customer –customer_reply→ in_progress',
    'waiting_customer –resolve→ resolved',
    'waiting_customer –merge→ closed',
    'resolved –customer_reply→ in_progress',
    'resolved –reopen→ in_progress',
    'resolved –staff_reply→ in_progress',
    'resolved –ask_customer→ waiting_customer',
    'resolved –merge→ closed',
    'resolved –expire→ closed',
  ])
})

/** A small generator, so that a failing order can be repeated. */
const randomOf = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

test('100,000 random orders of events never leave the table, and a closed ticket stays closed', () => {
  const random = randomOf(16)
  const reached = new Set<string>()
  for (let order = 0; order < 100_000; order += 1) {
    let state: ServiceTicketState = 'new'
    let wasClosed = false
    for (let step = 0; step < 12; step += 1) {
      const event = serviceTicketEvents[Math.floor(random() * serviceTicketEvents.length)] ?? 'note'
      const isListed = Object.hasOwn(serviceTicketTransitions[state], event)
      const next = nextTicketState(state, event)
      if ((next !== null) !== isListed) throw new Error(`${state} ${event}`)
      if (next === null) continue
      if (wasClosed && (next !== 'closed' || event !== 'note')) throw new Error(`closed ${event} ${next}`)
      // Only a staff member resolves, and only resolved or merged tickets close.
      if (next === 'resolved' && state !== 'resolved' && event !== 'resolve') throw new Error(event)
      if (next === 'closed' && state !== 'closed' && event !== 'merge' && event !== 'expire')
        throw new Error(event)
      if (event === 'customer_reply' && next !== 'new' && next !== 'in_progress') throw new Error(next)
      state = next
      wasClosed = state === 'closed'
      reached.add(state)
    }
  }
  expect([...reached].toSorted()).toEqual([...serviceTicketStates].toSorted())
})

test('a resolved ticket counts as closed seven days later, before the job has run', () => {
  const ticket = { state: 'resolved', resolved_at: new Date('2026-11-21T12:00:00Z') } as const
  expect(closesAt(ticket)?.toISOString()).toBe('2026-11-28T12:00:00.000Z')
  expect(ticketStateAt(ticket, new Date('2026-11-28T11:59:59Z'))).toBe('resolved')
  expect(ticketStateAt(ticket, new Date('2026-11-28T12:00:00Z'))).toBe('closed')
  expect(closesAt({ state: 'closed', resolved_at: ticket.resolved_at })).toBeNull()
})

test('the states are named as customers and staff read them', () => {
  expect(Object.values(serviceTicketStateTitles)).toEqual([
    'Recebido',
    'Em atendimento',
    'Aguardando sua resposta',
    'Resolvido',
    'Encerrado',
  ])
  expect(staffStateTitles.waiting_customer).toBe('Aguardando o cliente')
})

test('a protocol is read with and without prefix and hyphens, and its check digit is verified', () => {
  const protocol = formatTicketProtocol({ year: 2026, number: 123 })
  expect(protocol).toMatch(/^SAC-2026-000123-\d$/)
  const number = { year: 2026, number: 123 }
  for (const text of [protocol, protocol.toLowerCase(), protocol.replaceAll('-', ''), protocol.slice(4)])
    expect(parseTicketProtocol(text)).toEqual(number)
  const wrong = `${protocol.slice(0, -1)}${(Number(protocol.at(-1)) + 1) % 10}`
  expect(parseTicketProtocol(wrong)).toBeNull()
  expect(parseTicketProtocol('SAC')).toBeNull()
})

test('a template fills the placeholders that have a value and names the one that is left', () => {
  const text = 'Olá, {nome}. Sobre a loja {loja}: {outro}'
  expect(fillTemplate(text, { nome: 'Ana', loja: null })).toBe('Olá, Ana. Sobre a loja {loja}: {outro}')
  expect(fillTemplate('{nome}', { nome: '{loja} $& {nome}' })).toBe('{loja} $& {nome}')
  expect(fillTemplate('{toString} {constructor}', {})).toBe('{toString} {constructor}')
  expect(remainingPlaceholder('A {loja} e o {nome}')).toBe('{nome}')
  expect(remainingPlaceholder('Use {chaves}')).toBeNull()
  expect(unknownPlaceholders('{nome} {toString} {}')).toEqual(['{toString}', '{}'])
})

test('subjects and messages are accepted up to their exact limits, without the spaces around them', () => {
  const id = randomUUID()
  const words = { subject: 'Nota sem pontos', message: 'A nota não gerou pontos.' }
  const bodies = {
    open: [newTicketCall.body, { category: 'purchase', ...words, client_request_id: id }],
    similar: [findSimilarTicketsCall.body, { category: 'purchase', subject: words.subject }],
    reply: [replyCall.body, { ticket_id: id, message: words.message, client_message_id: id }],
    answer: [
      answerTicketCall.body,
      { ticket_id: id, version: 1, message: words.message, outcome: 'ask', client_message_id: id },
    ],
    note: [addNoteCall.body, { ticket_id: id, message: words.message, client_message_id: id }],
  } as const
  const limits = [
    ['open', 'subject', 1, 120],
    ['similar', 'subject', 1, 120],
    ['open', 'message', 10, 2_000],
    ['reply', 'message', 1, 2_000],
    ['answer', 'message', 1, 2_000],
    ['note', 'message', 1, 2_000],
  ] as const
  for (const [call, field, min, max] of limits) {
    const [schema, body] = bodies[call]
    const accepts = (length: number) =>
      z.safeParse(schema, { ...body, [field]: ` ${'a'.repeat(length)}\n` }).success
    expect([min - 1, min, max, max + 1].map(accepts), `${call} ${field}`).toEqual([false, true, true, false])
  }
})
