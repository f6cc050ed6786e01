import { defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import { describe, expect, test } from 'vitest'
import { ageRefusalOf, salesRefusal, statusOf } from './event-session.ts'

const session = {
  id: 's',
  campaign_id: 'c',
  title: 'Concerto de Natal',
  place: 'Praça central',
  starts_at: new Date('2026-12-12T22:00:00Z'),
  ends_at: null,
  sales_from: new Date('2026-12-01T13:00:00Z'),
  sales_until: new Date('2026-12-12T21:00:00Z'),
  cancel_until: new Date('2026-12-12T20:00:00Z'),
  no_show_from: null,
  capacity: 100,
  held: 0,
  sold: 0,
  limit_per_document: 4,
  minimum_age: null,
  is_closed: false,
  revision: 1,
  cancelled_at: null,
  cancel_reason: null,
  campaign_state: 'active' as const,
  campaign_starts_at: new Date('2026-12-01T13:00:00Z'),
  campaign_ends_at: new Date('2026-12-25T01:00:00Z'),
  offered: 0,
  waiting: 0,
}
const now = new Date('2026-12-10T15:00:00Z')

describe('status of a session with 100 places', () => {
  test.each([
    [{}, { status: 'available', remaining: null }],
    [{ sold: 89 }, { status: 'available', remaining: null }],
    [
      { sold: 50, held: 40 },
      { status: 'last_places', remaining: 10 },
    ],
    [
      { sold: 60, held: 40 },
      { status: 'held_by_others', remaining: null },
    ],
    // Returned places go to the waiting list.
    [
      { sold: 60, held: 40, waiting: 1 },
      { status: 'sold_out', remaining: null },
    ],
    [
      { sold: 60, held: 40, offered: 40 },
      { status: 'sold_out', remaining: null },
    ],
    [{ sold: 100 }, { status: 'sold_out', remaining: null }],
    [{ is_closed: true }, { status: 'closed', remaining: null }],
    [{ campaign_state: 'paused' as const }, { status: 'closed', remaining: null }],
    [{ campaign_ends_at: now }, { status: 'closed', remaining: null }],
  ])('an event session with %j has the status %j', (change, expected) => {
    expect(statusOf({ ...session, ...change }, now)).toEqual(expected)
  })
})

describe('the sales window', () => {
  test.each([
    ['2026-12-01T12:59:59Z', 'event-tickets.sales-not-open'],
    ['2026-12-01T13:00:00Z', undefined],
    ['2026-12-12T20:59:59Z', undefined],
    ['2026-12-12T21:00:00Z', 'event-tickets.sales-closed'],
  ])('with sales from December 1 to 12, the refusal of a reservation at %s is %s', (instant, code) => {
    expect(salesRefusal(session, new Date(instant), defaultTimeZone)?.code).toBe(code)
  })

  test('a refusal before the sales window states when it opens, in club time', () => {
    expect(salesRefusal(session, new Date('2026-11-01T00:00:00Z'), defaultTimeZone)?.values).toEqual({
      date: '01/12/2026',
      time: '10h',
    })
  })
})

describe('a minimum age of 16', () => {
  const adultSession = { ...session, minimum_age: 16 }

  test.each([
    ['2010-12-12', undefined],
    ['2010-12-13', 'event-tickets.under-age'],
  ])('with a minimum age of 16, the refusal for a person born on %s is %s', (birth_date, code) => {
    expect(ageRefusalOf(adultSession, { document_type: 'cpf', birth_date }, defaultTimeZone)?.code).toBe(code)
  })

  test('the minimum age does not apply to companies, and requires the birth date of a person', () => {
    expect(
      ageRefusalOf(adultSession, { document_type: 'cnpj', birth_date: null }, defaultTimeZone),
    ).toBeNull()
    expect(
      ageRefusalOf(adultSession, { document_type: 'cpf', birth_date: null }, defaultTimeZone)?.code,
    ).toBe('event-tickets.birth-date-missing')
    expect(
      ageRefusalOf(adultSession, { document_type: 'cpf', birth_date: '2020-01-01' }, defaultTimeZone),
    ).toMatchObject({
      code: 'event-tickets.under-age',
      values: { N: 16 },
    })
    expect(ageRefusalOf(session, { document_type: 'cpf', birth_date: null }, defaultTimeZone)).toBeNull()
  })
})
