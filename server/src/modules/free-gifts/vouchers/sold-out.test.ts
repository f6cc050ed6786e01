import { expect, test } from 'vitest'
import { soldOutRefusal } from './sold-out.ts'

const points = ['Norte', 'Sul'].map((name) => ({
  pickup_point_id: name,
  name: `Balcão ${name}`,
  location: 'Piso 1',
  opening_hours: '10h às 22h',
}))
const stockOf = (gift_id: string, pickup_point_id: string, on_hand: number) => ({
  gift_id,
  pickup_point_id,
  on_hand,
  reserved: 1,
  delivered: 0,
})
const cupAtNorth = { gift_id: 'cup', pickup_point_id: 'Norte' }

test('the refusal of a gift that is sold out at one pickup point names the points that still have it', () => {
  const stock = [stockOf('cup', 'Norte', 0), stockOf('cup', 'Sul', 2), stockOf('bag', 'Norte', 5)]
  expect(soldOutRefusal(stock, points, cupAtNorth)).toEqual({
    ok: false,
    code: 'free-gifts.not-at-this-point',
    values: { points: 'Balcão Sul' },
  })
})

test('a gift without units is refused, with a different code while other gifts are left', () => {
  const others = [stockOf('cup', 'Norte', 0), stockOf('cup', 'Sul', 0), stockOf('bag', 'Norte', 5)]
  expect(soldOutRefusal(others, points, cupAtNorth)).toEqual({ ok: false, code: 'free-gifts.gift-sold-out' })
  const none = others.map((each) => ({ ...each, on_hand: 0 }))
  expect(soldOutRefusal(none, points, cupAtNorth)).toEqual({ ok: false, code: 'free-gifts.sold-out' })
  expect(soldOutRefusal([], points, cupAtNorth)).toEqual({ ok: false, code: 'free-gifts.sold-out' })
})
