import type { StaffCampaign } from '@clube/contract/campaigns/campaign.ts'
import type { DataOf } from '@clube/contract/kernel/call.ts'
import * as desk from '@clube/contract/parking-voucher/desk-calls.ts'
import type { DeskParkingVoucher } from '@clube/contract/parking-voucher/desk-calls.ts'
import * as reconciliation from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type {
  ParkingCase,
  ParkingDay,
  ParkingItem,
  ParkingLiability,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import type { ParkingVoucherSettings } from '@clube/contract/parking-voucher/settings.ts'
import { respond, type DeclaredResponse } from './fake-server.ts'
import { parkingCampaign, parkingOffer, parkingRights, parkingStay, ticketNumber } from './parking-samples.ts'
import { sampleId, sampleNow } from './samples.ts'

const minutesAgo = (minutes: number) => new Date(Date.parse(sampleNow) - minutes * 60_000).toISOString()

/** The settings of a campaign for receipts. */
export const parkingSettings: ParkingVoucherSettings = {
  value: parkingOffer.value,
  price: parkingOffer.price,
  promotion_id: 'VALE-NOTAS',
  garages: parkingOffer.garages,
  vehicles: parkingOffer.vehicles,
  valid_hours: 24,
  courtesies_per_day: 20,
}

/** The properties that turn the sample campaign of marketing into one of parking vouchers. */
export const parkingDraft = {
  kind: 'parking_voucher',
  title: parkingCampaign.title,
  summary: parkingCampaign.summary,
  spend_rule: parkingCampaign.spend_rule,
  stock: null,
  stock_total: null,
  settings: { ...parkingSettings },
} as const satisfies Partial<StaffCampaign>

const deskCampaign: DataOf<typeof desk.listParkingDeskCampaignsCall>[number] = {
  campaign_id: parkingCampaign.campaign_id,
  title: parkingCampaign.title,
  ends_at: parkingCampaign.ends_at,
  value: parkingSettings.value,
  price: parkingSettings.price,
  courtesies_left: 17,
}

/** Two campaigns. */
export const deskCampaigns = [
  deskCampaign,
  {
    ...deskCampaign,
    campaign_id: sampleId(8001),
    title: 'Estacionamento por pontos',
    price: { kind: 'points' as const, points: 200 },
    courtesies_left: 0,
  },
]

/** What the desk found for a ticket and a person. */
export const foundTicket: DataOf<typeof desk.lookUpParkingTicketCall> = {
  stay: parkingStay,
  voucher: { discount_cents: 2_000, due_cents: 400 },
  obstacle: null,
  existing: null,
  courtesies_left: 17,
  person: {
    customer_id: sampleId(8100),
    name: 'Ana Lúcia Pereira',
    document_end: '725',
    right: parkingRights.receipts,
    reasons: [],
  },
}

/** A voucher that a customer applied. */
export const deskVoucher: DeskParkingVoucher = {
  voucher_id: sampleId(8110),
  protocol: '2026-000412-7',
  campaign_title: parkingCampaign.title,
  state: 'applied',
  ticket_number: ticketNumber,
  garage_name: parkingStay.garage_name,
  vehicle: 'car',
  entered_at: parkingStay.entered_at,
  requested_at: minutesAgo(4),
  maximum_cents: 2_000,
  discount_cents: 1_600,
  due_cents: 0,
  leave_by: '2026-11-21T15:20:00.000Z',
  customer_name: 'Ana',
  document_end: '725',
  by_hand: null,
  can_undo: false,
  undo: null,
}

/** A voucher that the desk applied. */
export const handVoucher: DeskParkingVoucher = {
  ...deskVoucher,
  voucher_id: sampleId(8111),
  protocol: '2026-000411-9',
  requested_at: minutesAgo(22),
  ticket_number: '00412345677009',
  discount_cents: 2_000,
  due_cents: 400,
  leave_by: null,
  customer_name: 'Bruno',
  document_end: '118',
  by_hand: { basis: 'courtesy', reason: 'A escada rolante estava parada.', by: 'Isabel Teixeira' },
}

/** The vouchers of a day, in every state. */
export const dayVouchers: DeskParkingVoucher[] = [
  deskVoucher,
  handVoucher,
  {
    ...deskVoucher,
    voucher_id: sampleId(8112),
    protocol: '2026-000409-3',
    requested_at: minutesAgo(31),
    state: 'processing',
    ticket_number: '00412345676622',
    garage_name: 'Subsolo, entrada da Rua das Palmeiras',
    discount_cents: null,
    due_cents: null,
    leave_by: null,
    customer_name: 'Carla',
    document_end: '004',
  },
  {
    ...deskVoucher,
    voucher_id: sampleId(8113),
    protocol: '2026-000402-1',
    requested_at: minutesAgo(95),
    state: 'used',
    ticket_number: '00412345675510',
    vehicle: 'motorcycle',
    discount_cents: 1_000,
    customer_name: null,
    document_end: '390',
  },
  {
    ...handVoucher,
    voucher_id: sampleId(8114),
    protocol: '2026-000398-1',
    requested_at: minutesAgo(120),
    state: 'undone',
    ticket_number: '00412345674408',
    by_hand: { basis: 'right', reason: 'A pessoa veio sem celular.', by: 'Isabel Teixeira' },
    undo: {
      requested_at: minutesAgo(110),
      by: 'Karina Lopes',
      reason: 'Ticket de outra pessoa.',
      result: 'undone',
    },
  },
  {
    ...deskVoucher,
    voucher_id: sampleId(8115),
    protocol: '2026-000395-0',
    requested_at: minutesAgo(180),
    state: 'failed',
    ticket_number: '00412345673301',
    discount_cents: null,
    due_cents: null,
    leave_by: null,
    customer_name: 'Davi',
    document_end: '221',
  },
]

/** The state that the desk polls. */
export const voucherState = (
  { voucher_id, state, discount_cents, due_cents, leave_by }: DeskParkingVoucher,
  message = 'Estacionamento liberado até 12:20',
): DataOf<typeof desk.readParkingVoucherStateCall> => ({
  voucher_id,
  state,
  discount_cents,
  due_cents,
  leave_by,
  message,
})

const parkingCase: ParkingCase = {
  transaction_id: sampleId(8120),
  protocol: '2026-000371-5',
  kind: 'application',
  campaign_title: parkingCampaign.title,
  ticket_end: '8906',
  garage_name: parkingStay.garage_name,
  entered_at: minutesAgo(9 * 60),
  maximum_cents: 2_000,
  cause: 'no-answer',
  attempts: 14,
  started_at: minutesAgo(7 * 60),
  listed_cents: null,
}

/** Cases of each kind, oldest first. */
export const parkingCases: ParkingCase[] = [
  {
    ...parkingCase,
    transaction_id: sampleId(8121),
    protocol: '2026-000342-8',
    started_at: minutesAgo(31 * 60),
    entered_at: minutesAgo(33 * 60),
    cause: 'contradiction',
    listed_cents: 2_600,
  },
  parkingCase,
  {
    ...parkingCase,
    transaction_id: sampleId(8122),
    protocol: '2026-000366-0',
    kind: 'undo',
    ticket_end: null,
    started_at: minutesAgo(6 * 60),
    cause: 'unknown-application',
    attempts: 3,
  },
]

const comparedAt = '2026-11-21T06:10:00.000Z'

/** Days with and without differences, newest first. */
export const parkingDays: ParkingDay[] = [
  {
    day: '2026-11-21',
    compared_at: null,
    our_count: 41,
    our_cents: 69_400,
    their_count: null,
    their_cents: null,
    waiting: 0,
  },
  {
    day: '2026-11-20',
    compared_at: comparedAt,
    our_count: 118,
    our_cents: 201_300,
    their_count: 118,
    their_cents: 202_900,
    waiting: 3,
  },
  {
    day: '2026-11-19',
    compared_at: '2026-11-20T06:10:00.000Z',
    our_count: 97,
    our_cents: 166_000,
    their_count: 97,
    their_cents: 166_000,
    waiting: 0,
  },
]

const item: ParkingItem = {
  item_id: sampleId(8130),
  state: 'only_ours',
  transaction_id: sampleId(8131),
  protocol: '2026-000355-7',
  garage_id: 'G1',
  our_cents: 1_600,
  their_cents: null,
  applied_at: '2026-11-20T19:12:00.000Z',
  decision: null,
}

/** An item of each state. */
export const parkingItems = {
  only_ours: item,
  only_theirs: {
    ...item,
    item_id: sampleId(8132),
    state: 'only_theirs',
    transaction_id: null,
    protocol: null,
    our_cents: null,
    their_cents: 2_000,
  },
  different_amount: {
    ...item,
    item_id: sampleId(8133),
    state: 'different_amount',
    protocol: '2026-000357-3',
    their_cents: 2_800,
  },
  matched: {
    ...item,
    item_id: sampleId(8134),
    state: 'matched',
    protocol: '2026-000358-1',
    their_cents: 1_600,
  },
} as const satisfies Record<string, ParkingItem>

const liability: ParkingLiability = {
  day: '2026-11-20',
  campaign_title: parkingCampaign.title,
  garage_id: 'G1',
  garage_name: parkingStay.garage_name,
  basis: 'receipts',
  applied_count: 92,
  applied_cents: 158_300,
  open_count: 0,
  open_cents: 0,
  undone_count: 2,
}

export const liabilityReport: DataOf<typeof reconciliation.readParkingLiabilityCall> = {
  rows: [
    liability,
    { ...liability, basis: 'courtesy', applied_count: 6, applied_cents: 9_400, undone_count: 0 },
    {
      ...liability,
      garage_id: 'G2',
      garage_name: 'Subsolo, entrada da Rua das Palmeiras',
      applied_count: 20,
      applied_cents: 33_600,
      undone_count: 0,
    },
    {
      ...liability,
      day: '2026-11-21',
      applied_count: 38,
      applied_cents: 65_400,
      open_count: 3,
      open_cents: 6_000,
      undone_count: 1,
    },
  ],
  applied_cents: 266_700,
  open_cents: 6_000,
}

/** What the desk *Estacionamento* reads. */
export const parkingDeskResponses: readonly DeclaredResponse[] = [
  respond(desk.listParkingDeskCampaignsCall, [deskCampaign]),
  respond(desk.lookUpParkingTicketCall, foundTicket),
  respond(desk.applyParkingVoucherCall, {
    voucher: {
      ...handVoucher,
      ticket_number: ticketNumber,
      discount_cents: 1_600,
      due_cents: 0,
      leave_by: deskVoucher.leave_by,
      customer_name: 'Ana',
    },
    repeated: false,
  }),
  respond(desk.readParkingVoucherStateCall, voucherState({ ...deskVoucher, state: 'processing' }, '')),
  respond(desk.listParkingVouchersCall, dayVouchers),
  respond(desk.undoParkingVoucherCall, { voucher: { ...deskVoucher, state: 'undone' }, repeated: false }),
  respond(reconciliation.listParkingCasesCall, parkingCases),
  respond(reconciliation.askCarParkAgainCall, {}),
  respond(reconciliation.decideParkingCaseCall, {}),
  respond(reconciliation.listParkingDaysCall, parkingDays),
  respond(reconciliation.compareParkingDayCall, parkingDays[1]!),
  respond(reconciliation.listParkingItemsCall, ({ query }) => [
    parkingItems[query['state'] as keyof typeof parkingItems],
  ]),
  respond(reconciliation.decideParkingItemCall, {
    ...item,
    decision: { reason: 'Cobrança acertada por telefone.', by: 'Isabel Teixeira', at: sampleNow },
  }),
  respond(reconciliation.readParkingLiabilityCall, liabilityReport),
]
