import { expect, test } from 'vitest'
import { dayTitle, deadlineText, groupByDay } from './service-texts.ts'

const now = Date.parse('2026-11-21T15:00:00Z')
const due = { first_answer_due_at: '2026-11-23T19:00:00Z', sla_due_at: '2026-11-27T19:00:00Z' }

test.each([
  ['new', due, 'Primeira resposta até seg., 23 de nov., 16h.'],
  ['in_progress', { ...due, first_answer_due_at: null }, 'Solução até sex., 27 de nov., 16h.'],
  ['waiting_customer', due, 'A equipe espera a sua resposta.'],
  ['resolved', due, null],
  ['closed', due, null],
  ['in_progress', { first_answer_due_at: null, sla_due_at: null }, null],
  [
    'new',
    { ...due, first_answer_due_at: '2026-11-20T19:00:00Z' },
    'A primeira resposta era para sex., 20 de nov., 16h. Pedimos desculpas pela demora.',
  ],
] as const)('a ticket in the state %s announces its next deadline: %o', (state, deadlines, text) => {
  expect(deadlineText({ state, ...deadlines }, now)).toBe(text)
})

test('days are those of the club, not of UTC', () => {
  expect(dayTitle('2026-11-21T03:00:00Z', now)).toBe('Hoje')
  expect(dayTitle('2026-11-21T02:59:00Z', now)).toBe('Ontem')
  expect(dayTitle('2026-11-19T12:00:00Z', now)).toBe('19 de novembro de 2026')
  const entries = ['2026-11-21T02:59:00Z', '2026-11-21T03:00:00Z', '2026-11-21T12:00:00Z']
  expect(
    groupByDay(entries.map((created_at) => ({ created_at }))).map((group) => group.entries.length),
  ).toEqual([1, 2])
})
