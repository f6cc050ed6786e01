import { sql } from 'kysely'
import { listRedemptionsCall, redeemPartnerPointsCall } from '@clube/contract/partner-points/calls.ts'
import {
  confirmRefundCall,
  proposeRefundCall,
  switchPartnerCall,
} from '@clube/contract/partner-points/desk-calls.ts'
import { promotionConformance } from '../campaigns/promotion-conformance.testing.ts'
import {
  dataOf,
  memberNumberOf,
  partnerSettings,
  partnerSlug,
  rightPassword,
  usePartnerClub,
  type Person,
} from './partner-club.testing.ts'

const club = usePartnerClub()

type Opened = Person & { transaction_id: string; campaign_id: string }

/** A request with a new quote of the given number of points. */
const requestOf = async (opened: Opened, points: number) => {
  const { customer_id, transaction_id, campaign_id } = opened
  const person = { customer_id, browser: club.withPassword(customer_id) }
  await club.linked(100_000, person)
  const quoted = await club.quote(person, campaign_id, points)
  // A closed campaign gives no quotes.
  const quote_id = quoted.ok ? quoted.data.quote_id : club.newId()
  return { params: { partner: partnerSlug, transaction_id }, body: { campaign_id, points, quote_id } }
}

const requests = new Map<string, ReturnType<typeof requestOf>>()

/** The same request for the same participation. */
const request = (opened: Opened) => {
  const made = requests.get(opened.transaction_id) ?? requestOf(opened, 2_000)
  requests.set(opened.transaction_id, made)
  return made
}

const switchPartner = (is_on: boolean) =>
  club
    .staff('ivo', 'reconciler')
    .send(switchPartnerCall, { body: { partner: partnerSlug, is_on, reason: 'Manutenção.' } })

/** Sends a request of a customer with a linked account, with a change. */
const redeemWith = async (
  change: object,
  settings: Parameters<typeof club.partnerCampaign>[0] = {},
  before: (person: Person & { member_number: string }) => unknown = () => {},
) => {
  const { id } = await club.partnerCampaign(settings)
  const person = await club.linked()
  const quoted = await club.quoted(person, id)
  await before(person)
  return club.redeem(person, { ...quoted, ...change })
}

promotionConformance({
  kind: 'partner_points',
  club,
  call: redeemPartnerPointsCall,
  campaign: () => club.partnerCampaign(),
  request,
  otherRequest: (opened) => requestOf(opened, 1_500),
  effects: (customer_id) => club.countCompleted(customer_id),
  visibleEffects: async (browser) => dataOf(await browser.send(listRedemptionsCall)).length,
  storedData: async (customer_id) => {
    const { rows: links } = await sql<{ member_sealed: Buffer | null }>`
      select * from partner_link where customer_id = ${customer_id}`.execute(club.database.db)
    const { rows: redemptions } = await sql<{ member_sealed: Buffer | null }>`
      select * from partner_redemption where customer_id = ${customer_id}`.execute(club.database.db)
    return JSON.stringify(
      [...links, ...redemptions].map((row) => ({
        ...row,
        member_number: row.member_sealed && club.vault.open('partner-link.member', row.member_sealed),
      })),
    )
  },
  // The numbers of accounts at partners begin so in these tests.
  personalData: ['7010'],
  settings: partnerSettings,
  invalidSettings: [
    {
      settings: {},
      paths: ['partner', 'minimum', 'maximum', 'step', 'limit_per_day', 'password_from_points'],
    },
    { settings: { ...partnerSettings, rate: 2 }, paths: [''] },
    { settings: { ...partnerSettings, partner: 'outro' }, paths: ['partner'] },
    { settings: { ...partnerSettings, partner: '../voe-mais' }, paths: ['partner'] },
    { settings: { ...partnerSettings, maximum: 500 }, paths: ['maximum'] },
    { settings: { ...partnerSettings, step: 300 }, paths: ['step'] },
    { settings: { ...partnerSettings, minimum: 0.5 }, paths: ['minimum'] },
    { settings: { ...partnerSettings, maximum: 10_000_001 }, paths: ['maximum'] },
  ],
  // Points that were credited stay.
  effectsAfterDeletion: { requested: 1, final: 1 },
  ownData: async ({ customer_id, transaction_id }) => ({
    partner_links: [{ partner: partnerSlug, member_number: memberNumberOf(customer_id) }],
    partner_redemptions: [{ transaction_id, state: 'completed', partner_points: 2_000, club_points: 1_000 }],
  }),
  needsPassword: true,
  reverseAtDesk: async ({ transaction_id }) => {
    const refund_id = club.newId()
    dataOf(
      await club
        .staff('ivo', 'reconciler')
        .send(proposeRefundCall, { body: { refund_id, transaction_id, reason: 'Pedido da pessoa.' } }),
    )
    dataOf(await club.staff('ida', 'reconciler').send(confirmRefundCall, { body: { refund_id } }))
  },
  refusals: {
    'partner-points.unknown-partner': () => redeemWith({ partner: 'outro' }),
    'partner-points.switched-off': async () => {
      const response = await redeemWith({}, {}, () => switchPartner(false))
      dataOf(await switchPartner(true))
      return response
    },
    'partner-points.no-answer': async () => {
      const { id } = await club.partnerCampaign()
      const person = await club.linked()
      const quoted = await club.quoted(person, id)
      club.partner().misbehave('closed', { requests: 'always' })
      dataOf(await club.redeem(person, quoted))
      club.clock.advance(20 * 60_000)
      club.partner().behave()
      await club.promotion.purge()
      return club.redeem(person, quoted)
    },
    'partner-points.different-transaction': () => redeemWith({ named: club.newId() }),
    'partner-points.not-linked': async () => {
      const { id } = await club.partnerCampaign()
      const person = await club.linked()
      const quoted = await club.quoted(person, id)
      dataOf(await club.unlink(person))
      return club.redeem(person, quoted)
    },
    'partner-points.amount': () => redeemWith({ points: 2_100 }),
    'partner-points.daily-limit': async () => {
      const { id } = await club.partnerCampaign({ limit_per_day: 1 })
      const person = await club.linked()
      const first = await club.quoted(person, id)
      dataOf(await club.redeem(person, first))
      // The quote of the second one is stored directly: another one is not given on this day.
      const transaction_id = await club.start(person, id)
      return club.redeem(person, { ...first, transaction_id })
    },
    'partner-points.quote-expired': () => redeemWith({}, {}, () => club.clock.advance(300_000)),
    'partner-points.password-needed': () => redeemWith({}, { password_from_points: 1_000 }),
    'identity.wrong-current-password': () =>
      redeemWith({ current_password: 'Senha-Errada-1' }, { password_from_points: 1_000 }),
    'identity.throttled': () =>
      redeemWith({ current_password: 'throttled' }, { password_from_points: 1_000 }),
    'partner-points.insufficient': () =>
      redeemWith({ current_password: rightPassword }, { password_from_points: 1_000 }, ({ member_number }) =>
        club.spendAtPartner(member_number, 99_000),
      ),
    'partner-points.not-authorized': () =>
      redeemWith({}, {}, ({ member_number }) => club.partner().revoke(member_number)),
  },
})
