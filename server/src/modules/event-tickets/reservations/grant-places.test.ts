import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { grantInOrder, type ExistingPlaces, type ReservationRequest } from './grant-places.ts'

const session = { capacity: 10, held: 3, sold: 4, limit_per_document: 4 }
const request = (key: string, quantity: number, customer_id = key): ReservationRequest => ({
  key,
  customer_id,
  quantity,
})
const decide = (requests: ReservationRequest[], existing: Map<string, ExistingPlaces<string>> = new Map()) =>
  [...grantInOrder(session, requests, existing).values()].map((grant) =>
    grant.kind === 'refused' ? { code: grant.refused.code, ...grant.refused.values } : grant,
  )

describe('requests for three free places', () => {
  test('requests are granted in order: one that exceeds the remaining places is refused with their number, a later one that fits is granted, and one without places left is refused as sold out', () => {
    expect(decide([request('a', 2), request('b', 2), request('c', 1), request('d', 1)])).toEqual([
      { kind: 'granted' },
      { code: 'event-tickets.too-few-left', k: 1 },
      { kind: 'granted' },
      { code: 'event-tickets.sold-out' },
    ])
  })

  test('requests for 0, 5 or fewer than 0 places are invalid with a limit of 4', () => {
    expect(decide([request('a', 0), request('b', 5), request('c', -1)])).toEqual([
      { code: 'event-tickets.quantity', n: 4 },
      { code: 'event-tickets.quantity', n: 4 },
      { code: 'event-tickets.quantity', n: 4 },
    ])
  })

  test('a customer’s existing tickets count toward the limit of a request', () => {
    const existing = new Map([['a', { quantity: 3, hold: null }]])
    expect(decide([request('a', 2)], existing)).toEqual([{ code: 'event-tickets.limit-reached', k: 3, n: 4 }])
    expect(decide([request('a', 1)], existing)).toEqual([{ kind: 'granted' }])
  })

  test('a request from a customer with a hold returns that hold', () => {
    const existing = new Map([['a', { quantity: 2, hold: 'hold' }]])
    expect(decide([request('a', 99)], existing)).toEqual([{ kind: 'held', hold: 'hold' }])
  })

  test('two requests of one customer in a batch are granted places once', () => {
    expect(decide([request('a', 2, 'ana'), request('b', 1, 'ana'), request('c', 1)])).toEqual([
      { kind: 'granted' },
      { kind: 'duplicate', key: 'a' },
      { kind: 'granted' },
    ])
  })
})

test('for any requests, no more places are granted than are free, and no request that fits is refused', () => {
  const requests = fc.array(
    fc.record({
      customer_id: fc.integer({ max: 20, min: 1 }).map(String),
      quantity: fc.integer({ min: -1, max: 6 }),
    }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(requests, fc.integer({ min: 0, max: 30 }), (people, free) => {
      const capacity = 30
      const all = people.map((person, i) => ({ ...person, key: String(i) }))
      const grants = grantInOrder(
        { capacity, held: 0, sold: capacity - free, limit_per_document: 4 },
        all,
        new Map<string, ExistingPlaces<string>>(),
      )
      let left = free
      for (const { key, quantity } of all) {
        const grant = grants.get(key)
        if (grant?.kind === 'granted') left -= quantity
        if (grant?.kind === 'refused' && quantity >= 1 && quantity <= 4)
          expect(quantity).toBeGreaterThan(left)
        expect(left).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})
