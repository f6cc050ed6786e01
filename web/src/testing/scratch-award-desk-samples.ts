import * as calls from '@clube/contract/scratch-card/award-desk-calls.ts'
import type { AwardDelivery, DeskAward } from '@clube/contract/scratch-card/award-desk-calls.ts'
import { listUnclaimedCall } from '@clube/contract/scratch-card/unclaimed-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { sampleId, sampleNow } from './samples.ts'
import { pendingAward } from './scratch-award-samples.ts'

const minutesAgo = (minutes: number) => new Date(Date.parse(sampleNow) - minutes * 60_000).toISOString()

/** A prize that the desk can deliver. */
export const deskAward: DeskAward = {
  award_id: pendingAward.award_id,
  campaign_title: pendingAward.campaign_title,
  prize: {
    kind: 'service',
    title: pendingAward.prize.title,
    value_cents: pendingAward.prize.value_cents,
    pickup_place: pendingAward.prize.pickup_place,
  },
  customer_name: 'Ana Lúcia Pereira',
  document_end: '725',
  state: 'pending',
  won_at: pendingAward.won_at,
  expires_at: pendingAward.expires_at,
  can_deliver: true,
  delivered_at: null,
  delivered_by: null,
  can_undo: false,
  client_delivery_id: null,
  needs_signature: false,
  needs_account: false,
}

/** The same after its delivery. */
export const deliveredAward: DeskAward = {
  ...deskAward,
  state: 'delivered',
  can_deliver: false,
  delivered_at: minutesAgo(2),
  delivered_by: 'Isabel Teixeira',
  can_undo: true,
  client_delivery_id: sampleId(7201),
}

/** The prizes of a person with several. */
export const foundAwards: readonly DeskAward[] = [
  deskAward,
  {
    ...deskAward,
    award_id: sampleId(7193),
    campaign_title: 'Raspadinha de inauguração da nova praça de alimentação',
    prize: { ...deskAward.prize, kind: 'goods', title: 'Cesta de café da manhã com produtos da roça' },
    needs_signature: true,
  },
]

/** Today's deliveries: one that can be undone, and one that was undone. */
export const awardDeliveries: AwardDelivery[] = [
  {
    delivery_id: sampleId(7210),
    award_id: deskAward.award_id,
    campaign_title: deskAward.campaign_title,
    prize_title: deskAward.prize.title,
    customer_name: 'Ana',
    document_end: '725',
    code_end: '9FHT',
    delivered_at: minutesAgo(2),
    delivered_by: 'Isabel Teixeira',
    has_signature: true,
    client_delivery_id: sampleId(7201),
    can_undo: true,
    undone: null,
  },
  {
    delivery_id: sampleId(7211),
    award_id: sampleId(7192),
    campaign_title: deskAward.campaign_title,
    prize_title: 'Café com bolo',
    customer_name: 'Bruno',
    document_end: '118',
    code_end: 'W3KX',
    delivered_at: minutesAgo(40),
    delivered_by: 'Isabel Teixeira',
    has_signature: false,
    client_delivery_id: sampleId(7202),
    can_undo: false,
    undone: { at: minutesAgo(36), by: 'Karina Lopes', reason: 'Prêmio de outra pessoa.' },
  },
]

/** Ended campaigns with prizes that nobody picked up. */
export const unclaimedCampaigns: DataOf<typeof listUnclaimedCall> = [
  {
    campaign_id: sampleId(7220),
    title: 'Semana da Criança',
    ends_at: '2026-10-13T03:00:00.000Z',
    due_at: '2027-04-11T03:00:00.000Z',
    is_due: false,
    awards: 18,
    value_cents: 64_800,
  },
  {
    campaign_id: sampleId(7221),
    title: 'Páscoa premiada',
    ends_at: '2026-04-06T03:00:00.000Z',
    due_at: '2026-10-03T03:00:00.000Z',
    is_due: true,
    awards: 3,
    value_cents: 107_200,
  },
]

/** What the delivery of prizes and the list of unclaimed ones read. */
export const awardDeskResponses: readonly DeclaredResponse[] = [
  respond(calls.readDeskAwardCall, deskAward),
  respond(calls.findAwardsCall, { awards: [deskAward] }),
  respond(calls.deliverAwardCall, { award: deliveredAward, repeated: false }),
  respond(calls.undoAwardDeliveryCall, { award: deskAward, repeated: false }),
  respond(calls.listAwardDeliveriesCall, awardDeliveries),
  respond(calls.readAwardSignatureCall, { signature: [[120, 700, 300, 250, 480, 720, 660, 300, 880, 640]] }),
  respond(listUnclaimedCall, unclaimedCampaigns),
]
