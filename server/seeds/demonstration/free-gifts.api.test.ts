import { expect, test } from 'vitest'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { listCreditCall } from '@clube/contract/campaigns/credit-calls.ts'
import { listGiftsCall, listMyGiftsCall } from '@clube/contract/free-gifts/calls.ts'
import {
  listDeliveriesCall,
  listDeskPointsCall,
  undoDeliveryCall,
} from '@clube/contract/free-gifts/desk-calls.ts'
import { listQueueCall } from '@clube/contract/free-gifts/queue-calls.ts'
import { checkAccountCall, signInWithPasswordCall } from '@clube/contract/identity/sign-in-calls.ts'
import { readPointsCall } from '@clube/contract/points/calls.ts'
import { proveLedger } from '../../src/modules/points/index.ts'
import { useClub } from '../../src/testing/club.ts'
import { signedInStaff, staffPersonas } from '../../src/testing/staff.ts'

const club = useClub()

test('the demonstration’s gift campaign has gifts with many units, with three units left, and at a single pickup point', async () => {
  const browser = club.browser()
  const campaign = await browser.send(readCampaignCall, { params: { slug: 'panetone-da-casa' } })
  if (!campaign.ok) throw new Error(campaign.message)
  const query = { campaign_id: campaign.data.campaign_id }
  const listed = await browser.send(listGiftsCall, { query })
  if (!listed.ok) throw new Error(listed.message)
  expect(
    listed.data.gifts.map(({ title, availability, remaining, points }) => [
      title,
      availability,
      remaining,
      points.length,
    ]),
  ).toEqual([
    ['Panetone artesanal', 'available', 595, 2],
    ['Panetone artesanal', 'available', 3, 1],
    ['Sacola de algodão', 'available', 378, 2],
    ['Cesta de Natal', 'available', 40, 1],
  ])
  expect(listed.data.stock).toEqual({ remaining: 1016, total: 1022 })
})

test('the demonstration has gift vouchers in every state, and a customer with credit and points toward another gift', async () => {
  const browser = club.browser()
  const { document_id, password } = club.personas.beatriz
  const account = { document_id, terms_id: 'shd_auth_terms' }
  await browser.send(checkAccountCall, { body: account })
  const body = { ...account, password }
  expect(await browser.send(signInWithPasswordCall, { body })).toMatchObject({ status: 200 })
  expect(await browser.send(listMyGiftsCall)).toMatchObject({
    data: [
      { state: 'issued', gift: { variant: 'Chocolate' } },
      { state: 'cancelled', gift: { title: 'Sacola de algodão' } },
    ],
  })
  const progress = await browser.send(listCreditCall)
  const own = progress.ok ? progress.data.find(({ slug }) => slug === 'panetone-da-casa') : undefined
  expect(own).toMatchObject({ participations: 0, reached_cents: 31_250, missing_cents: 8_750 })
  expect(await browser.send(readPointsCall)).toMatchObject({ data: { balance: 2612 } })
  const vouchers = await club.database.db.selectFrom('gift_voucher').select('state').execute()
  expect(vouchers.map(({ state }) => state).sort()).toEqual([
    'cancelled',
    'delivered',
    'expired',
    ...Array<string>(5).fill('issued'),
  ])
  expect(await proveLedger(club.database.db)).toEqual([])
})

test('every approved receipt of the demonstration has earned the points of its amount', async () => {
  const receipts = await club.database.db
    .selectFrom('purchase')
    .select(['amount_cents', 'points'])
    .where('state', '=', 'approved')
    .execute()
  expect(receipts.length).toBeGreaterThan(0)
  for (const { amount_cents, points } of receipts) expect(points).toBe(Math.floor(amount_cents / 100))
})

test('the demonstration has a queue of three, and a delivery that the supervisor of the desk can undo', async () => {
  const supervisor = await signedInStaff(club, staffPersonas.gift_supervisor)
  const points = await supervisor.send(listDeskPointsCall)
  const campaign = points.ok
    ? points.data.find(({ pickup_points }) => pickup_points[0]?.name === 'Balcão do Térreo')
    : undefined
  const { campaign_id = '', pickup_points: [point] = [] } = campaign ?? {}
  const query = { campaign_id, pickup_point_id: point?.pickup_point_id ?? '' }
  expect(await supervisor.send(listQueueCall, { query })).toMatchObject({
    data: [
      { number: 1, state: 'waiting', customer_name: 'Elias' },
      { number: 2, state: 'waiting', customer_name: 'Flora' },
      { number: 3, state: 'waiting', customer_name: 'Geraldo' },
    ],
  })
  const listed = await supervisor.send(listDeliveriesCall, { query })
  const [delivery] = listed.ok ? listed.data : []
  expect(delivery).toMatchObject({
    customer_name: 'Hilda',
    delivered_by: 'Ana Beatriz Souza',
    can_undo: true,
    undone: null,
  })
  const { voucher_id = '', client_delivery_id = '' } = delivery ?? {}
  const body = { voucher_id, client_delivery_id, reason: 'Registrada por engano.' }
  expect(await supervisor.send(undoDeliveryCall, { body })).toMatchObject({
    status: 200,
    data: { repeated: false, voucher: { state: 'issued' } },
  })
})

test('the demonstration’s stock includes a transfer between pickup points and a loss', async () => {
  const movements = await club.database.db
    .selectFrom('gift_stock_movement')
    .select(['kind', 'units'])
    .where('kind', '<>', 'received')
    .orderBy('id')
    .execute()
  expect(movements).toEqual([
    { kind: 'transferred', units: 20 },
    { kind: 'lost', units: -2 },
  ])
})
