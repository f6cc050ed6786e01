import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { grantInOrder, type Standing, type Wish } from './grant-places.ts'

const session = { capacity: 10, held: 3, sold: 4, limit_per_document: 4 }
const wish = (key: string, quantity: number, customer_id = key): Wish => ({ key, customer_id, quantity })
const decide = (wishes: Wish[], standings: Map<string, Standing<string>> = new Map()) =>
  [...grantInOrder(session, wishes, standings).values()].map((grant) =>
    grant.at === 'refused' ? { code: grant.refusal.code, ...grant.refusal.values } : grant,
  )

describe('wishes for three free places', () => {
  test('are granted in their order; who wants more than is left hears how many, the rest nothing', () => {
    expect(decide([wish('a', 2), wish('b', 2), wish('c', 1), wish('d', 1)])).toEqual([
      { at: 'granted' },
      { code: 'event-tickets.few-left', k: 1 },
      { at: 'granted' },
      { code: 'event-tickets.sold-out' },
    ])
  })

  test('0, 5 and fewer than none are no quantity where 4 is the limit', () => {
    expect(decide([wish('a', 0), wish('b', 5), wish('c', -1)])).toEqual([
      { code: 'event-tickets.quantity', n: 4 },
      { code: 'event-tickets.quantity', n: 4 },
      { code: 'event-tickets.quantity', n: 4 },
    ])
  })

  test('count what the person has already', () => {
    const standings = new Map([['a', { quantity: 3, hold: null }]])
    expect(decide([wish('a', 2)], standings)).toEqual([{ code: 'event-tickets.limit-reached', k: 3, n: 4 }])
    expect(decide([wish('a', 1)], standings)).toEqual([{ at: 'granted' }])
  })

  test('of whoever holds some give that hold back, whatever is asked for', () => {
    const standings = new Map([['a', { quantity: 2, hold: 'hold' }]])
    expect(decide([wish('a', 99)], standings)).toEqual([{ at: 'held', hold: 'hold' }])
  })

  test('of one person twice are one', () => {
    expect(decide([wish('a', 2, 'ana'), wish('b', 1, 'ana'), wish('c', 1)])).toEqual([
      { at: 'granted' },
      { at: 'same', key: 'a' },
      { at: 'granted' },
    ])
  })
})

test('whatever people wish, never more is granted than is free, and nobody is sent away while their places are free', () => {
  const wishes = fc.array(
    fc.record({
      customer_id: fc.integer({ max: 20, min: 1 }).map(String),
      quantity: fc.integer({ min: -1, max: 6 }),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(wishes, fc.integer({ min: 0, max: 30 }), (people, free) => {
      const capacity = 30
      const all = people.map((person, at) => ({ ...person, key: String(at) }))
      const grants = grantInOrder(
        { capacity, held: 0, sold: capacity - free, limit_per_document: 4 },
        all,
        new Map<string, Standing<string>>(),
      )
      let left = free
      for (const { key, quantity } of all) {
        const grant = grants.get(key)
        if (grant?.at === 'granted') left -= quantity
        if (grant?.at === 'refused' && quantity >= 1 && quantity <= 4) expect(quantity).toBeGreaterThan(left)
        expect(left).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
