import { expect, test } from 'vitest'
import { ratingEntries } from './rating-entries.ts'

test('each purchase that waits for a rating is one entry that leads to its page', () => {
  const purchase = {
    purchase_id: 'p1',
    shop_name: 'Café do Pátio',
    issued_on: '2026-11-20',
    expires_at: '2027-01-20T15:00:00Z',
  }
  expect(ratingEntries([])).toEqual([])
  expect(ratingEntries([purchase])).toEqual([
    {
      href: '/avaliar/p1',
      until: null,
      title: 'Como foi a sua compra?',
      text: 'Café do Pátio, 20/11/2026. Dê uma nota de 0 a 10.',
    },
  ])
})
