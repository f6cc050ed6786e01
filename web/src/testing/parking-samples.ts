import type { CampaignPage } from '@clube/contract/campaigns/campaign.ts'
import { spendRuleOf } from '@clube/contract/campaigns/spend-rule.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import {
  type redeemParkingVoucherCall,
  type readParkingOfferCall,
  type ParkingVoucher,
  type readParkingTicketCall,
} from '@clube/contract/parking-voucher/calls.ts'
import {
  parkingProcessingMessage,
  type ParkingRight,
  type ParkingStay,
} from '@clube/contract/parking-voucher/stay.ts'

import { sampleId, sampleNow, samples } from './samples.ts'

type Reading = DataOf<typeof readParkingTicketCall>

/** An instant this many minutes after the samples' time. */
const minutesLater = (minutes: number): string =>
  new Date(Date.parse(sampleNow) + minutes * 60_000).toISOString()

/** A promotion whose vouchers are earned by receipts of the day. */
export const parkingCampaign: CampaignPage = {
  ...samples.campaign,
  campaign_id: sampleId(8000),
  cd_identificador: 44,
  slug: 'estacione-por-nossa-conta',
  kind: 'parking_voucher',
  title: 'Estacione por nossa conta',
  summary: 'A cada R$ 150,00 em notas do dia, o shopping paga até R$ 20,00 do estacionamento.',
  description: 'Cadastre as notas do dia e aplique o vale no ticket antes de sair.',
  spend_rule: { ...spendRuleOf({ every_cents: 15_000, participations: 1 }), limit_per_day: 1 },
}

/** Receipts of today that earned a voucher. */
export const parkingCredit: typeof samples.giftCredit = {
  ...samples.giftCredit,
  campaign_id: parkingCampaign.campaign_id,
  kind: parkingCampaign.kind,
  slug: parkingCampaign.slug,
  title: parkingCampaign.title,
  spend_rule: { ...spendRuleOf({ every_cents: 15_000, participations: 1 }), limit_per_day: 1 },
  participations: 1,
  reached_cents: 3_000,
  missing_cents: 12_000,
  uses_left_today: 1,
  receipts: [{ purchase_id: sampleId(7), credit_cents: 18_000, used_cents: 0 }],
}

export const parkingOffer: DataOf<typeof readParkingOfferCall> = {
  value: { kind: 'amount', cents: 2_000 },
  price: { kind: 'receipts' },
  garages: [
    { garage_id: 'G1', name: 'Edifício-garagem' },
    { garage_id: 'G2', name: 'Subsolo, entrada da Rua das Palmeiras' },
  ],
  vehicles: ['car', 'motorcycle'],
}

/** What the car park prints. */
export const ticketNumber = '00412345678906'

/** A car that entered almost four hours ago. */
export const parkingStay: ParkingStay = {
  ticket_number: ticketNumber,
  garage_id: 'G1',
  garage_name: 'Edifício-garagem',
  entered_at: minutesLater(-235),
  read_at: minutesLater(0),
  vehicle: 'car',
  has_left: false,
  fee_cents: 2_400,
  discount_cents: 0,
  due_cents: 2_400,
  leave_by: null,
}

export const parkingRights = {
  receipts: {
    kind: 'receipts',
    is_met: true,
    counts_from: '2026-11-21',
    every_cents: 15_000,
    reached_cents: 18_490,
    missing_cents: 0,
  },
  missingReceipts: {
    kind: 'receipts',
    is_met: false,
    counts_from: '2026-11-21',
    every_cents: 15_000,
    reached_cents: 9_750,
    missing_cents: 5_250,
  },
  points: { kind: 'points', is_met: true, points: 200, balance: 480 },
  missingPoints: { kind: 'points', is_met: false, points: 200, balance: 120 },
} as const satisfies Record<string, ParkingRight>

/** A ticket to which a voucher can be applied. */
export const ticketReading: Reading = {
  stay: parkingStay,
  voucher: { discount_cents: 2_000, due_cents: 400 },
  obstacle: null,
  right: parkingRights.receipts,
}

/** The same ticket within the amount of the voucher. */
export const coveredReading: Reading = {
  ...ticketReading,
  stay: { ...parkingStay, entered_at: minutesLater(-130), fee_cents: 1_600, due_cents: 1_600 },
  voucher: { discount_cents: 1_600, due_cents: 0 },
}

/** A voucher that the car park granted. */
export const appliedVoucher: ParkingVoucher = {
  voucher_id: sampleId(8010),
  transaction_id: sampleId(8011),
  protocol: '2026-000412-7',
  campaign_id: parkingCampaign.campaign_id,
  campaign_slug: parkingCampaign.slug,
  campaign_title: parkingCampaign.title,
  state: 'applied',
  ticket_number: ticketNumber,
  garage_name: parkingStay.garage_name,
  vehicle: 'car',
  entered_at: minutesLater(-130),
  requested_at: minutesLater(-1),
  maximum_cents: 2_000,
  discount_cents: 1_600,
  due_cents: 0,
  leave_by: '2026-11-21T15:20:00.000Z',
  is_current: true,
  ends_at: minutesLater(24 * 60),
  message: 'Estacionamento liberado até 12:20',
}

/** A voucher whose car park has not answered. */
export const processingVoucher: ParkingVoucher = {
  ...appliedVoucher,
  state: 'processing',
  discount_cents: null,
  due_cents: null,
  leave_by: null,
  message: parkingProcessingMessage,
}

/** A voucher that paid a part. */
export const partVoucher: ParkingVoucher = {
  ...appliedVoucher,
  discount_cents: 2_000,
  due_cents: 400,
  leave_by: null,
  message: 'Desconto de R$ 20,00 aplicado. Faltam R$ 4,00: pague antes de sair.',
}

/** A voucher of yesterday, whose car left. */
export const usedVoucher: ParkingVoucher = {
  ...appliedVoucher,
  voucher_id: sampleId(8012),
  transaction_id: sampleId(8013),
  protocol: '2026-000398-1',
  state: 'used',
  ticket_number: '00412345671143',
  entered_at: '2026-11-20T21:10:00.000Z',
  requested_at: '2026-11-20T22:40:00.000Z',
  leave_by: '2026-11-20T23:00:00.000Z',
  ends_at: '2026-11-21T22:40:00.000Z',
  is_current: false,
  message: 'Estacionamento liberado até 20:00',
}

/** A voucher that the car park did not grant. */
export const failedVoucher: ParkingVoucher = {
  ...appliedVoucher,
  voucher_id: sampleId(8014),
  transaction_id: sampleId(8015),
  protocol: '2026-000377-4',
  state: 'failed',
  discount_cents: null,
  due_cents: null,
  leave_by: null,
  requested_at: '2026-11-18T17:05:00.000Z',
  is_current: false,
  message: 'Este ticket já saiu do estacionamento.',
}

/** The response to applying a voucher. */
export const redemptionOf = ({
  transaction_id,
  protocol,
  ticket_number,
  garage_name,
  discount_cents,
  due_cents,
  leave_by,
  message,
  state,
}: ParkingVoucher): DataOf<typeof redeemParkingVoucherCall> => ({
  status: state === 'processing' ? 'processing' : 'applied',
  transaction_id,
  protocol,
  ticket_number: ticket_number ?? '',
  garage_name,
  discount_cents,
  due_cents,
  leave_by,
  message,
})
