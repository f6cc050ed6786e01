import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import { describe, expect, test } from 'vitest'
import { decideUses, type CreditTransaction, type StoredCredit } from './credit.ts'

const rule = spendRuleOf({ every_cents: 40_000, participations: 2 })
const used = { kind: 'used', participations: 2 }

const transaction = (id: string, change: Partial<CreditTransaction> = {}): CreditTransaction => ({
  id,
  customer_id: 'ana',
  identified_session_id: null,
  purchase_ids: [],
  ...change,
})
const credit = (purchase_id: string, change: Partial<StoredCredit> = {}): StoredCredit => ({
  purchase_id,
  campaign_id: 'natal',
  customer_id: 'ana',
  amount_cents: 40_000,
  identified_session_id: null,
  used_cents: 0,
  is_revoked: false,
  elsewhere: 'unused',
  ...change,
})
const unlimited = { limit: Infinity, usesToday: new Map<string, number>() }

describe('uses of many participations', () => {
  test('each participation of a customer uses what the earlier ones left', () => {
    const { uses, allocations } = decideUses(rule, {
      ...unlimited,
      transactions: [transaction('t1'), transaction('t2'), transaction('t3')],
      stored: [credit('r1', { amount_cents: 50_000 }), credit('r2', { amount_cents: 45_000 })],
    })
    expect([...uses]).toEqual([
      ['t1', used],
      ['t2', used],
      ['t3', { kind: 'missing', missing_cents: 25_000 }],
    ])
    expect(allocations).toEqual([
      { transaction_id: 't1', purchase_id: 'r1', amount_cents: 40_000, lost_cents: 0 },
      { transaction_id: 't2', purchase_id: 'r1', amount_cents: 10_000, lost_cents: 0 },
      { transaction_id: 't2', purchase_id: 'r2', amount_cents: 30_000, lost_cents: 0 },
    ])
  })

  test('a remainder lost by one participation is not used by the next', () => {
    const { uses } = decideUses(
      { ...rule, residual: 'lost' },
      {
        ...unlimited,
        transactions: [transaction('t1'), transaction('t2')],
        stored: [credit('r1', { amount_cents: 60_000 }), credit('r2', { amount_cents: 20_000 })],
      },
    )
    expect(uses.get('t2')).toEqual({ kind: 'missing', missing_cents: 20_000 })
  })

  test('participations after the limit use nothing, and those without credit do not count toward it', () => {
    const { uses, allocations } = decideUses(rule, {
      ...unlimited,
      limit: 1,
      transactions: [
        transaction('t1', { customer_id: 'bia' }),
        transaction('t2'),
        transaction('t3', { customer_id: 'caio' }),
      ],
      stored: [credit('r1'), credit('r2', { customer_id: 'caio' })],
    })
    expect([...uses]).toEqual([
      ['t1', { kind: 'missing', missing_cents: 40_000 }],
      ['t2', used],
    ])
    expect(allocations.map(({ transaction_id }) => transaction_id)).toEqual(['t2'])
  })

  test('the daily limit counts earlier uses and those of the same batch', () => {
    const { uses } = decideUses(
      { ...rule, limit_per_day: 2 },
      {
        limit: Infinity,
        usesToday: new Map([['ana', 1]]),
        transactions: [transaction('t1'), transaction('t2'), transaction('t3', { customer_id: 'bia' })],
        stored: [credit('r1'), credit('r2'), credit('r3', { customer_id: 'bia' })],
      },
    )
    expect([...uses]).toEqual([
      ['t1', used],
      ['t2', { kind: 'daily-limit', limit_per_day: 2 }],
      ['t3', used],
    ])
  })

  test('a participation opened for chosen receipts uses only these, and one of a passwordless session only its receipts', () => {
    const stored = [credit('r1'), credit('r2'), credit('r3', { identified_session_id: 'totem' })]
    const { allocations } = decideUses(rule, {
      ...unlimited,
      transactions: [
        transaction('t1', { purchase_ids: ['r2'] }),
        transaction('t2', { identified_session_id: 'totem' }),
        transaction('t3', { identified_session_id: 'site' }),
      ],
      stored,
    })
    expect(allocations.map(({ transaction_id, purchase_id }) => [transaction_id, purchase_id])).toEqual([
      ['t1', 'r2'],
      ['t2', 'r3'],
    ])
  })
})
