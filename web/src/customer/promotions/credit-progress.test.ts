import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { expect, test } from 'vitest'
import { samples } from '../../testing/samples.ts'
import { creditNotes } from './credit-progress.tsx'

const notes = (change: Partial<typeof samples.credit>) =>
  creditNotes({ ...samples.credit, ...change }).map((note) => note.replaceAll('\u00a0', ' '))

test('credit below the first use needs no sentence besides the bar', () => {
  expect(notes({})).toEqual([])
})

test.each([
  [{ participations: 1 }, 'Você já tem direito a 1 brinde.'],
  [{ participations: 2 }, 'Você já tem direito a 2 brindes.'],
  [
    { debt_cents: 4_000 },
    'Além do que falta, as próximas notas compensam R$ 40,00 de uma nota estornada, que já tinham sido usados.',
  ],
])('credit with %o is explained', (change, sentence) => {
  expect(notes(change)).toEqual([sentence])
})

test('in a promotion that has ended, only credit that can still be used is explained', () => {
  const ended = 'A promoção terminou: novas notas não contam mais.'
  expect(notes({ has_ended: true, debt_cents: 4_000 })).toEqual([ended])
  expect(notes({ has_ended: true, participations: 1 })).toEqual([ended, 'Você já tem direito a 1 brinde.'])
})

test('a reached daily limit says when the next use is possible', () => {
  const spend_rule = (limit_per_day: number) =>
    spendRuleOf({ every_cents: 40_000, participations: 1, limit_per_day })
  const [one, several] = [1, 3].map((limit) => notes({ spend_rule: spend_rule(limit), uses_left_today: 0 }))
  expect(one).toEqual(['Você já usou a vez de hoje. Amanhã você pode usar de novo.'])
  expect(several).toEqual(['Você já usou as 3 vezes de hoje. Amanhã você pode usar de novo.'])
})

test('receipts that count individually are explained instead of added up', () => {
  const spend_rule = spendRuleOf({ every_cents: 40_000, participations: 2, accumulate: false })
  expect(notes({ spend_rule })).toEqual(['Cada nota de R$ 400,00 ou mais dá direito a 2 brindes.'])
})
