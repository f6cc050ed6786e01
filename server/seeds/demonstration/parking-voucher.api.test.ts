import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clubDayOf, defaultTimeZone } from '@clube/contract/kernel/club-time.ts'
import {
  listParkingVouchersCall,
  undoParkingVoucherCall,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import {
  askCarParkAgainCall,
  compareParkingDayCall,
  listParkingCasesCall,
  listParkingDaysCall,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { useClub } from '../../src/testing/club.ts'
import { signedInStaff, staffPersonas } from '../../src/testing/staff.ts'

const club = useClub()
const dataOf = <Data>(response: { ok: true; data: Data } | { ok: false }): Data => {
  if (!response.ok) throw new Error(`Refused: ${JSON.stringify(response)}`)
  return response.data
}

test('an hour after the start, the car park still has the cars of the demonstration and the same discounts as the club', async () => {
  const days = [0, 1, 2, 3].map((days) =>
    clubDayOf(new Date(club.now().getTime() - days * 24 * 3_600_000), defaultTimeZone),
  )
  club.advanceSeconds(3_600)
  await club.purge()
  const supervisor = await signedInStaff(club, staffPersonas.gift_supervisor)
  const listed = await Promise.all(
    days.map(async (day) => dataOf(await supervisor.send(listParkingVouchersCall, { query: { day } }))),
  )
  const vouchers = new Map(listed.flat().map((voucher) => [voucher.ticket_number, voucher]))
  const states = [...vouchers]
    .map(([ticket, { state, discount_cents }]) => [ticket, state, discount_cents])
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
  expect(states).toEqual([
    ['500000000008', 'processing', null],
    ['901000000001', 'used', 17_00],
    ['901000000002', 'used', 14_00],
    ['901000000003', 'processing', null],
    ['901000000004', 'used', 26_00],
    ['901000000005', 'used', 14_00],
    ['901000000006', 'applied', 14_00],
    ['901000000007', 'applied', 14_00],
  ])
  const { carPark } = club.counterparts()
  const parked = carPark?.server.tickets().filter(({ ticket }) => ticket.left_at === null)
  expect(parked?.map(({ ticket }) => ticket.ticket_number).toSorted()).toEqual([
    '500000000008',
    '901000000006',
    '901000000007',
  ])

  const body = {
    voucher_id: vouchers.get('901000000007')?.voucher_id ?? '',
    undo_id: randomUUID(),
    reason: 'Engano.',
  }
  expect(dataOf(await supervisor.send(undoParkingVoucherCall, { body })).voucher).toMatchObject({
    undo: { result: 'undone' },
  })
})

test('the car park of the demonstration lists the same discounts of past days as when they were compared, and answers a case', async () => {
  const reconciler = await signedInStaff(club, staffPersonas.reconciler)
  const compared = dataOf(await reconciler.send(listParkingDaysCall)).filter(({ our_count }) => our_count > 0)
  expect(compared.length).toBeGreaterThan(2)
  for (const { compared_at: _earlier, ...day } of compared.slice(1)) {
    const again = dataOf(await reconciler.send(compareParkingDayCall, { body: { day: day.day } }))
    expect(again).toMatchObject(day)
  }
  const cases = dataOf(await reconciler.send(listParkingCasesCall))
  expect(cases).toMatchObject([{ ticket_end: '0003' }])
  const body = { transaction_id: cases[0]?.transaction_id ?? '', kind: 'application' } as const
  dataOf(await reconciler.send(askCarParkAgainCall, { body }))
  await club.purge()
  expect(dataOf(await reconciler.send(listParkingCasesCall))).toEqual([])
})
