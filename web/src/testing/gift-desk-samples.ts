import {
  deliverGiftCall,
  findVouchersCall,
  listDeliveriesCall,
  listDeskPointsCall,
  printAtDeskCall,
  readDeskVoucherCall,
  readSignatureCall,
  undoDeliveryCall,
  type DeskVoucher,
  type GiftDelivery,
} from '@clube/contract/free-gifts/desk-calls.ts'
import {
  callNextCall,
  joinQueueAtDeskCall,
  listQueueCall,
  markAbsentCall,
  type DeskQueueEntry,
} from '@clube/contract/free-gifts/queue-calls.ts'
import type { FreeGiftSettings } from '@clube/contract/free-gifts/settings.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import {
  countStockCall,
  listMovementsCall,
  listStockCampaignsCall,
  recordStockLossCall,
  readStockCall,
  receiveStockCall,
  transferStockCall,
  type StockMovement,
} from '@clube/contract/free-gifts/stock-calls.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { sampleId, sampleNow, samples } from './samples.ts'

const { giftVoucher } = samples
const { campaign_id, campaign_title, gift, pickup_point, voucher_id } = giftVoucher

/** The settings of the campaign with gifts. */
export const giftSettings: FreeGiftSettings = {
  gifts: samples.gifts.gifts.map(({ gift_id, title, variant, description, value_cents, price }) => ({
    gift_id,
    title,
    variant,
    description,
    picture: null,
    value_cents,
    price,
  })),
  pickup_points: samples.gifts.pickup_points.map((point) => ({ ...point })),
  valid_days: 15,
  needs_signature: false,
}

const minutesLater = (minutes: number): string =>
  new Date(Date.parse(sampleNow) + minutes * 60_000).toISOString()

/** Where desks deliver. */
export const deskPoints = [
  {
    campaign_id,
    title: campaign_title,
    redeem_until: samples.giftCampaign.redeem_until,
    pickup_points: samples.gifts.pickup_points,
  },
]

/** A voucher presented at the desk. */
export const deskVoucher: DeskVoucher = {
  voucher_id,
  campaign_id,
  campaign_title,
  gift,
  pickup_point,
  customer_name: 'Ana Lúcia Pereira',
  document_end: '725',
  state: 'issued',
  issued_at: sampleNow,
  expires_at: giftVoucher.expires_at,
  can_deliver: true,
  delivered_at: null,
  delivered_by: null,
  can_undo: false,
  client_delivery_id: null,
  needs_signature: false,
  queue_number: 14,
}

/** The vouchers of a person who has several: here, at another pickup point and in another campaign. */
export const foundVouchers: readonly DeskVoucher[] = [
  deskVoucher,
  {
    ...deskVoucher,
    voucher_id: sampleId(962),
    gift: {
      ...gift,
      title: 'Cesta de café da manhã com produtos da roça',
      variant: 'Grande, com geleia de jabuticaba',
    },
    pickup_point: samples.gifts.pickup_points[1]!,
    queue_number: null,
  },
  {
    ...deskVoucher,
    voucher_id: sampleId(963),
    campaign_id: samples.campaign.campaign_id,
    campaign_title: samples.campaign.title,
    queue_number: null,
  },
]

/** A copy that was printed at the desk. */
export const deskCopy: DataOf<typeof printAtDeskCall> = {
  voucher_id,
  short_code: giftVoucher.short_code,
  qr_code: giftVoucher.qr_code,
  copy_number: 4,
}

/** The same after its delivery. */
export const deliveredVoucher: DeskVoucher = {
  ...deskVoucher,
  state: 'delivered',
  can_deliver: false,
  delivered_at: minutesLater(-2),
  delivered_by: 'Isabel Teixeira',
  can_undo: true,
  client_delivery_id: sampleId(951),
}

/** A number that was called. */
export const calledNumber: DeskQueueEntry = {
  entry_id: sampleId(952),
  number: 14,
  voucher_id,
  gift,
  customer_name: 'Ana',
  document_end: '725',
  state: 'called',
  taken_at: minutesLater(-20),
  called_at: sampleNow,
}

const queue: readonly DeskQueueEntry[] = [
  { ...calledNumber, entry_id: sampleId(953), number: 13, customer_name: 'Bruno', state: 'absent' },
  calledNumber,
  {
    ...calledNumber,
    entry_id: sampleId(954),
    number: 15,
    customer_name: null,
    state: 'waiting',
    called_at: null,
  },
]

/** A delivery made today that a supervisor can undo. */
export const giftDelivery: GiftDelivery = {
  delivery_id: sampleId(955),
  voucher_id,
  gift,
  customer_name: 'Ana',
  document_end: '725',
  code_end: '5KXW',
  delivered_at: minutesLater(-2),
  delivered_by: 'Isabel Teixeira',
  has_signature: true,
  client_delivery_id: sampleId(951),
  can_undo: true,
  undone: null,
}

const giftDeliveries: readonly GiftDelivery[] = [
  giftDelivery,
  {
    ...giftDelivery,
    delivery_id: sampleId(956),
    customer_name: null,
    delivered_at: minutesLater(-25),
    can_undo: false,
    undone: { at: minutesLater(-20), by: 'Fabi Rocha', reason: 'Lido o vale de outra pessoa.' },
  },
  {
    ...giftDelivery,
    delivery_id: sampleId(957),
    customer_name: 'Dirce',
    delivered_at: minutesLater(-90),
    delivered_by: null,
    can_undo: false,
    has_signature: false,
  },
]

export const signature: Signature = [
  [120, 700, 200, 300, 280, 700],
  [150, 550, 260, 550],
  [340, 600, 420, 450, 500, 620, 580, 420, 660, 600, 760, 480, 860, 560],
]

const pointIds = samples.gifts.pickup_points.map(({ pickup_point_id }) => pickup_point_id)
const units = (gift: number, point: number, on_hand: number, reserved: number, delivered: number) => ({
  gift_id: giftSettings.gifts[gift]!.gift_id,
  pickup_point_id: pointIds[point]!,
  on_hand,
  reserved,
  delivered,
})

/** The stock of the campaign after nine days; the third day has no entry. */
export const giftStock: DataOf<typeof readStockCall> = {
  campaign_id,
  campaign_title,
  stock_total: 2000,
  gifts: samples.gifts.gifts.map(({ gift_id, title, variant, picture }) => ({
    gift_id,
    title,
    variant,
    picture,
  })),
  pickup_points: samples.gifts.pickup_points,
  stock: [units(0, 0, 290, 84, 612), units(0, 1, 12, 9, 140), units(1, 0, 10, 4, 86), units(2, 0, 0, 6, 94)],
  days: [64, 120, 210, 96, 130, 88, 160, 141].map((issued, index) => ({
    day: `2026-11-${index < 2 ? index + 13 : index + 14}`,
    issued,
    delivered: Math.round(issued * 0.8),
  })),
  runs_out_at: '2026-11-24T01:00:00.000Z',
}

const movement: StockMovement = {
  movement_id: sampleId(958),
  kind: 'received',
  gift_id: giftSettings.gifts[0]!.gift_id,
  pickup_point_id: pointIds[0]!,
  to_pickup_point_id: null,
  units: 500,
  reason: 'Nota de entrega 4431',
  staff_name: 'Bia Torres',
  created_at: minutesLater(-60),
}

const movements: readonly StockMovement[] = [
  { ...movement, movement_id: sampleId(959), kind: 'counted', units: -1, reason: 'Faltava uma caixa' },
  {
    ...movement,
    movement_id: sampleId(960),
    kind: 'transferred',
    to_pickup_point_id: pointIds[1]!,
    units: 40,
    reason: 'Quiosque quase vazio',
  },
  { ...movement, movement_id: sampleId(961), kind: 'lost', units: -3, reason: 'Caixa molhada' },
  { ...movement, staff_name: null },
]

const moved = { movement_id: movement.movement_id, stock: [], repeated: false }

/** The responses that the desks of free gifts need to open. */
export const giftDeskResponses: readonly DeclaredResponse[] = [
  respond(listDeskPointsCall, deskPoints),
  respond(readDeskVoucherCall, deskVoucher),
  respond(findVouchersCall, { vouchers: [deskVoucher] }),
  respond(printAtDeskCall, deskCopy),
  respond(deliverGiftCall, { voucher: deliveredVoucher, repeated: false }),
  respond(undoDeliveryCall, { voucher: deskVoucher, repeated: false }),
  respond(listDeliveriesCall, [...giftDeliveries]),
  respond(readSignatureCall, { signature }),
  respond(listQueueCall, [...queue]),
  respond(callNextCall, { entry: calledNumber }),
  respond(joinQueueAtDeskCall, { ...calledNumber, state: 'waiting', called_at: null, number: 16 }),
  respond(markAbsentCall, { ...calledNumber, state: 'absent' }),
  respond(listStockCampaignsCall, [
    {
      campaign_id,
      slug: giftVoucher.campaign_slug,
      title: campaign_title,
      state: 'active',
      starts_at: samples.giftCampaign.starts_at,
      ends_at: samples.giftCampaign.ends_at,
      on_hand: 312,
      reserved: 103,
      delivered: 932,
    },
  ]),
  respond(readStockCall, giftStock),
  respond(listMovementsCall, [...movements]),
  respond(receiveStockCall, moved),
  respond(transferStockCall, moved),
  respond(recordStockLossCall, moved),
  respond(countStockCall, moved),
]
