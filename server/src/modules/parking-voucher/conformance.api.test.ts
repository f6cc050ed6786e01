import { expect } from 'vitest'
import { listMyParkingVouchersCall, redeemParkingVoucherCall } from '@clube/contract/parking-voucher/calls.ts'
import { promotionConformance } from '../campaigns/promotion-conformance.testing.ts'
import { dataOf, pointsSettings, useParkingClub } from './parking-club.testing.ts'

const club = useParkingClub()

type Opened = { transaction_id: string; campaign_id: string }

/** A request for a new ticket. */
const otherRequest = async ({ transaction_id, campaign_id }: Opened) => ({
  params: { ticket_number: club.park() },
  body: { campaign_id, transaction_id },
})

const requests = new Map<string, ReturnType<typeof otherRequest>>()

/** The same request for the same participation. */
const request = (opened: Opened) => {
  const made = requests.get(opened.transaction_id) ?? otherRequest(opened)
  requests.set(opened.transaction_id, made)
  return made
}

const vouchersOf = (customer_id: string) =>
  club.database.db.selectFrom('parking_voucher').selectAll().where('customer_id', '=', customer_id).execute()

const ticketOf = async (opened: Opened): Promise<string> => (await request(opened)).params.ticket_number

promotionConformance({
  kind: 'parking_voucher',
  club,
  call: redeemParkingVoucherCall,
  campaign: () => club.pointsCampaign(),
  request,
  otherRequest,
  effects: async (customer_id) =>
    (await vouchersOf(customer_id)).filter(({ state }) => state === 'applied').length,
  visibleEffects: async (browser) => dataOf(await browser.send(listMyParkingVouchersCall)).length,
  storedData: async (customer_id) => JSON.stringify(await vouchersOf(customer_id)),
  personalData: ['987654321012'],
  addPersonalData: async ({ customer_id, campaign_id, browser }) => {
    const ticket_number = '987654321012'
    // The next stay of the same ticket.
    club.local().leave(ticket_number)
    club.clock.advance(2 * 3_600_000)
    dataOf(await club.use({ customer_id, browser }, campaign_id, club.park({ ticket_number })))
  },
  settings: pointsSettings,
  invalidSettings: [
    {
      settings: {},
      paths: ['value', 'price', 'promotion_id', 'garages', 'vehicles', 'valid_hours', 'courtesies_per_day'],
    },
    { settings: { ...pointsSettings, every: 1 }, paths: [''] },
    { settings: { ...pointsSettings, price: { kind: 'receipts' } }, paths: ['price'] },
    {
      settings: { ...pointsSettings, garages: [{ garage_id: 'G 1', name: '' }] },
      paths: ['garages.0.garage_id', 'garages.0.name'],
    },
  ],
  effectsAfterDeletion: { requested: 1, final: 1 },
  ownData: async (opened) => ({
    parking_vouchers: expect.arrayContaining([
      expect.objectContaining({ campaign_id: opened.campaign_id, ticket_number: await ticketOf(opened) }),
    ]) as unknown,
  }),
  refusals: {
    'points.insufficient': async () => {
      const { id } = await club.pointsCampaign({ price: { kind: 'points', points: 501 } })
      return club.use(await club.join(), id, club.park())
    },
    'points.waiting': async () => {
      const { id } = await club.pointsCampaign()
      const person = await club.join()
      await club.database.db
        .updateTable('points_lot')
        .set({ available_at: new Date(club.clock.now().getTime() + 60_000) })
        .where('customer_id', '=', person.customer_id)
        .execute()
      return club.use(person, id, club.park())
    },
    'parking-voucher.invalid-ticket': async () => {
      const { id } = await club.pointsCampaign()
      return club.use(await club.join(), id, '12345')
    },
    'parking-voucher.unknown-ticket': async () => {
      const { id } = await club.pointsCampaign()
      return club.use(await club.join(), id, '999999999')
    },
    'parking-voucher.no-answer': async () => {
      const { id } = await club.pointsCampaign()
      club.connection.carPark = null
      return club.use(await club.join(), id, club.park())
    },
    'parking-voucher.left': async () => {
      const { id } = await club.pointsCampaign()
      const ticket_number = club.park()
      club.local().pay(ticket_number)
      club.local().leave(ticket_number)
      return club.use(await club.join(), id, ticket_number)
    },
    'parking-voucher.nothing-due': async () => {
      const { id } = await club.pointsCampaign()
      return club.use(await club.join(), id, club.park({ entered_at: club.clock.now().toISOString() }))
    },
    'parking-voucher.already-applied': async () => {
      const { id } = await club.pointsCampaign({ value: { kind: 'amount', cents: 2_00 } })
      const ticket_number = club.park()
      dataOf(await club.use(await club.join(), id, ticket_number))
      return club.use(await club.join(), id, ticket_number)
    },
    'parking-voucher.other-garage': async () => {
      const { id } = await club.pointsCampaign()
      return club.use(await club.join(), id, club.park({ garage_id: 'G2' }))
    },
    'parking-voucher.other-vehicle': async () => {
      const { id } = await club.pointsCampaign({ vehicles: ['car'] })
      return club.use(await club.join(), id, club.park({ vehicle: 'motorcycle' }))
    },
    'parking-voucher.not-accepted': async () => {
      const { id } = await club.pointsCampaign({ promotion_id: 'NATAL' })
      return club.use(await club.join(), id, club.park())
    },
    'parking-voucher.missing-receipts': async () => {
      const { id } = await club.receiptsCampaign()
      return club.use(await club.join(), id, club.park())
    },
    'parking-voucher.daily-limit': async () => {
      const { id } = await club.receiptsCampaign({}, { limit_per_day: 1 })
      const person = await club.join()
      await club.receipt(person.customer_id, 400_00, { issued_on: '2026-12-10' })
      dataOf(await club.use(person, id, club.park()))
      return club.use(person, id, club.park())
    },
    'parking-voucher.not-confirmed': async () => {
      const { id } = await club.pointsCampaign()
      const person = await club.join()
      const transaction_id = await club.start(person, id)
      const redeem = { ticket_number: club.park(), campaign_id: id, transaction_id }
      club.local().misbehave('closed', { operation: 'apply', requests: 'always' })
      dataOf(await club.redeem(person, redeem))
      await club.decideNotApplied(transaction_id)
      return club.redeem(person, redeem)
    },
  },
})
