import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { expect, test } from 'vitest'
import { resultsCsv, summarize } from './results.ts'

test('participations are counted by state and by the club’s day, and a reversed one does not count as completed', () => {
  const hours = [
    // 23:00 on December 1 in club time.
    { hour: new Date('2026-12-02T02:00:00Z'), state: 'completed' as const, count: 2 },
    { hour: new Date('2026-12-02T03:00:00Z'), state: 'reversed' as const, count: 1 },
    { hour: new Date('2026-12-02T15:00:00Z'), state: 'expired' as const, count: 4 },
    { hour: new Date('2026-12-02T15:00:00Z'), state: 'completed' as const, count: 3 },
  ]
  expect(summarize(hours, [], defaultTimeZone)).toEqual({
    opened: 10,
    completed: 5,
    states: [
      { state: 'completed', count: 5 },
      { state: 'expired', count: 4 },
      { state: 'reversed', count: 1 },
    ],
    days: [
      { day: '2026-12-01', opened: 2, completed: 2 },
      { day: '2026-12-02', opened: 8, completed: 3 },
    ],
  })
})

test('a completed participation whose reservation was not confirmed or was cancelled does not count as completed', () => {
  const hour = new Date('2026-12-02T15:00:00Z')
  const counted = [{ hour, state: 'completed' as const, count: 10 }]
  const unfulfilled = [
    { hour, state: 'open' as const, count: 2 },
    { hour, state: 'cancelled' as const, count: 3 },
  ]
  expect(summarize(counted, unfulfilled, defaultTimeZone)).toEqual({
    opened: 10,
    completed: 5,
    states: [
      { state: 'open', count: 2 },
      { state: 'completed', count: 5 },
      { state: 'cancelled', count: 3 },
    ],
    days: [{ day: '2026-12-02', opened: 10, completed: 5 }],
  })
})

test('the file of a promotion’s results has one table after another and no formulas', () => {
  const csv = resultsCsv({
    campaign_id: '018f2b7c-7e1a-4b3c-9d00-000000000001',
    campaign_title: '=Natal',
    participants: 5,
    steps: [{ title: 'Participações iniciadas', count: 9 }],
    states: [{ state: 'completed', count: 9 }],
    days: [{ day: '2026-12-01', opened: 9, completed: 9 }],
    given: { title: 'Lugares ocupados', given: 3, total: 10 },
    interruption: { pause: [], end: [] },
    tables: [
      { title: 'Sessões', columns: ['Sessão', 'Não vieram'], rows: [{ title: 'A; B', values: [null] }] },
    ],
  })
  expect(csv.split('\r\n')).toEqual([
    "\uFEFF'=Natal",
    'Participantes;5',
    'Participações iniciadas;9',
    'Lugares ocupados;3;de 10',
    '',
    'Participações por situação',
    'Concluída;9',
    '',
    'Participações por dia',
    'Dia;Iniciadas;Concluídas',
    '01/12/2026;9;9',
    '',
    'Sessões',
    'Sessão;Não vieram',
    '"A; B";',
    '',
  ])
})
