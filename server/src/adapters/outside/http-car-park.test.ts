import { afterEach, describe, expect, test } from 'vitest'
import { startTestCarPark } from '../../../counterparts/counterparts.testing.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const minuteMs = 60_000
const ticket_number = 'T1'

const start = async () => {
  const clock = createFakeClock('2026-11-21T12:00:00Z')
  const local = await startTestCarPark({ clock: clock.now, timeoutMs: 60_000 })
  stops.push(local.stop)
  local.enter({ ticket_number })
  const { carPark } = local
  const apply = (key: string, change: object = {}) =>
    carPark.apply({
      key,
      ticket_number,
      garage_id: 'G1',
      promotion_id: 'CLUBE',
      amount_cents: 10_00,
      ...change,
    })
  return { clock, local, carPark, apply }
}

describe('reading a ticket', () => {
  test('nothing is due in the first 15 minutes, and the fee grows afterwards', async () => {
    const { clock, carPark } = await start()
    const entered_at = clock.now()
    expect(await carPark.readTicket(ticket_number)).toEqual({
      ticket_number,
      garage_id: 'G1',
      entered_at,
      read_at: entered_at,
      vehicle: 'car',
      state: 'parked',
      leave_by: new Date('2026-11-21T12:15:00Z'),
      due_cents: 0,
      fee_cents: 0,
      discount_cents: 0,
      promotion_ids: ['CLUBE'],
    })
    const fees = []
    for (const minutes of [16, 164, 61, 24 * 60 - 241, 1]) {
      clock.advance(minutes * minuteMs)
      fees.push((await carPark.readTicket(ticket_number))?.due_cents)
    }
    expect(fees).toEqual([14_00, 14_00, 20_00, 60_00, 74_00])
  })

  test('an unknown number has no ticket, and a car that left is shown as such', async () => {
    const { local, carPark } = await start()
    expect(await carPark.readTicket('999999999999')).toBeNull()
    local.leave(ticket_number)
    expect(await carPark.readTicket(ticket_number)).toMatchObject({ state: 'left', due_cents: 0 })
  })

  test.each([
    ['100000000001', { vehicle: 'car', due_cents: 14_00 }],
    ['200000000001', { vehicle: 'car', due_cents: 0, leave_by: new Date('2026-11-21T12:10:00Z') }],
    ['300000000001', { vehicle: 'motorcycle', due_cents: 10_00 }],
    ['400000000001', { vehicle: 'monthly', due_cents: 0, promotion_ids: [] }],
    ['600000000001', { state: 'left' }],
    ['700000000001', { due_cents: 0, leave_by: new Date('2026-11-21T12:15:00Z') }],
    ['800000000001', { fee_cents: 20_00, discount_cents: 8_00, due_cents: 12_00 }],
  ])('the sample ticket %s has its documented state', async (number, expected) => {
    const { carPark } = await start()
    expect(await carPark.readTicket(number)).toMatchObject(expected)
  })

  test.each(['../estorno', 'a&apiKey=x', 'a b', '\u0000', '\ud800', '%', '', '١٢٣'])(
    'the hostile ticket number %j has no ticket',
    async (hostile) => {
      const { carPark } = await start()
      const outcome = await carPark.readTicket(hostile).catch((error: Error) => error.message)
      // A lone surrogate cannot be sent, so that the answer is about another number.
      expect(outcome).toBe(hostile === '\ud800' ? 'contradiction' : null)
    },
  )
})

describe('applying a discount', () => {
  test('a discount that covers the fee gives 20 minutes to leave, after which the ticket is due again', async () => {
    const { clock, carPark, apply } = await start()
    clock.advance(175 * minuteMs)
    const applied = await apply('a1', { amount_cents: 30_00 })
    expect(applied).toEqual({
      kind: 'done',
      result: {
        key: 'a1',
        ticket_number,
        garage_id: 'G1',
        discount_cents: 14_00,
        due_cents: 0,
        leave_by: new Date('2026-11-21T15:15:00Z'),
        applied_at: clock.now(),
      },
    })
    clock.advance(20 * minuteMs)
    expect(await carPark.readTicket(ticket_number)).toMatchObject({ due_cents: 0, fee_cents: 14_00 })
    clock.advance(minuteMs)
    expect(await carPark.readTicket(ticket_number)).toMatchObject({
      due_cents: 3_00,
      fee_cents: 17_00,
      discount_cents: 14_00,
      leave_by: null,
    })
  })

  test('a discount below the fee leaves the rest due', async () => {
    const { clock, apply } = await start()
    clock.advance(60 * minuteMs)
    expect(await apply('a1')).toMatchObject({
      result: { discount_cents: 10_00, due_cents: 4_00, leave_by: null },
    })
  })

  test('a repeated request is answered with error code 9, and counts as applied after it is found', async () => {
    const { clock, local, apply } = await start()
    clock.advance(60 * minuteMs)
    const first = await apply('a1')
    expect(await apply('a1')).toEqual(first)
    expect(local.requests().slice(-2)).toEqual(['apply', 'find-application'])
    expect(local.books()).toHaveLength(1)
  })

  test('error code 9 is unknown when our application is not found', async () => {
    const { clock, carPark, apply } = await start()
    clock.advance(60 * minuteMs)
    await apply('a1')
    await carPark.undo('a1')
    expect(await apply('a1')).toEqual({ kind: 'unknown', cause: 'repeated-without-application' })
  })

  test('error code 9 about an application to another ticket or of a larger amount is unknown', async () => {
    const { clock, local, apply } = await start()
    local.enter({ ticket_number: 'T2' })
    clock.advance(60 * minuteMs)
    await apply('a1')
    expect(await apply('a1', { ticket_number: 'T2' })).toEqual({ kind: 'unknown', cause: 'contradiction' })
    expect(await apply('a1', { amount_cents: 5_00 })).toEqual({ kind: 'unknown', cause: 'contradiction' })
  })

  test('an application whose answers are lost is applied once', async () => {
    const { clock, local, apply } = await start()
    clock.advance(60 * minuteMs)
    local.misbehave('loses-answer', { operation: 'apply' })
    expect(await apply('a1')).toMatchObject({ kind: 'done', result: { discount_cents: 10_00 } })
    expect(local.books()).toHaveLength(1)
  })

  test('tickets without a right to a discount are refused with the reason', async () => {
    const { clock, local, apply } = await start()
    const refusals = async (key: string, change: object = {}) => {
      const answer = await apply(key, change)
      return answer.kind === 'refused' ? answer.reason : answer
    }
    expect(await refusals('a1')).toBe('nothing-due')
    expect(await refusals('a2', { ticket_number: '999999999999' })).toBe('unknown-ticket')
    expect(await refusals('a3', { garage_id: 'G2' })).toBe('unknown-ticket')
    expect(await refusals('a4', { ticket_number: '800000000001' })).toBe('already-discounted')
    expect(await refusals('a5', { ticket_number: '400000000001' })).toBe('nothing-due')
    expect(await refusals('a6', { promotion_id: 'OUTRA', ticket_number: '100000000001' })).toEqual({
      kind: 'unknown',
      cause: 'error-code-5',
    })
    local.leave(ticket_number)
    expect(await refusals('a7')).toBe('left')
    clock.advance(60 * minuteMs)
    // A refused key stays refused.
    expect(await refusals('a1')).toBe('nothing-due')
  })
})

describe('undoing a discount', () => {
  test('a discount is undone once while the car is parked, and can then be applied with another key', async () => {
    const { clock, local, carPark, apply } = await start()
    clock.advance(60 * minuteMs)
    await apply('a1')
    const undone = await carPark.undo('a1')
    expect(undone).toEqual({ kind: 'done', result: { undone_at: clock.now() } })
    clock.advance(minuteMs)
    expect(await carPark.undo('a1')).toEqual(undone)
    expect(await carPark.findApplication('a1')).toEqual({ kind: 'absent' })
    expect(await apply('a2', { amount_cents: 30_00 })).toMatchObject({ kind: 'done' })
    local.leave(ticket_number)
    expect(await carPark.undo('a2')).toEqual({ kind: 'refused', reason: 'left' })
    expect(await carPark.undo('never')).toEqual({ kind: 'refused', reason: 'unknown-application' })
  })
})

describe('the list of discounts', () => {
  test('all pages of a period are listed, without undone discounts', async () => {
    const { clock, local, carPark, apply } = await start()
    clock.advance(60 * minuteMs)
    const from = clock.now()
    for (let ticket = 0; ticket < 205; ticket++) {
      local.enter({ ticket_number: `B${ticket}`, entered_at: '2026-11-21T11:00:00.000Z' })
      await apply(`b${ticket}`, { ticket_number: `B${ticket}` })
    }
    await carPark.undo('b7')
    const until = new Date(from.getTime() + 1)
    const listed = await carPark.listApplications(from, until)
    expect(new Set(listed.map(({ key }) => key)).size).toBe(204)
    expect(listed.some(({ key }) => key === 'b7')).toBe(false)
    expect(local.requests().slice(-3)).toEqual(Array.from({ length: 3 }, () => 'list-applications'))
    expect(await carPark.listApplications(until, new Date(until.getTime() + 1))).toEqual([])
  })
})
