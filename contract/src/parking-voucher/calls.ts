import * as z from 'zod/mini'
import { pointsRefusals, transactionRefusals, unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { serviceChannelSchema } from '../campaigns/service-channel.ts'
import { defineCall } from '../kernel/call.ts'
import {
  decidedRefusal,
  rightRefusals,
  stayRefusals,
  ticketRefusals,
  unknownParkingVoucherRefusal,
} from './refusals.ts'
import { parkingPriceSchema, parkingValueSchema } from './settings.ts'
import {
  parkingRightSchema,
  parkingStaySchema,
  parkingVehicles,
  parkingVoucherStates,
  ticketTextSchema,
} from './stay.ts'

/** What a campaign offers. Public. */
export const readParkingOfferCall = defineCall({
  method: 'GET',
  path: '/api/marketing/loyalty-club/parking/offer',
  summary: 'O que um vale-estacionamento de uma promoção paga e quanto custa.',
  query: z.object({ campaign_id: z.uuid() }),
  data: z.object({
    value: parkingValueSchema,
    price: parkingPriceSchema,
    garages: z.array(z.object({ garage_id: z.string(), name: z.string() })),
    vehicles: z.array(z.enum(parkingVehicles)),
  }),
  refusals: unknownCampaignRefusal,
  shared: 'everyone',
})

/**
 * Reads a ticket: what is due now, what a voucher would pay, and whether the person has earned one. Nothing is reserved, and
 * the fee grows. A POST, so that no ticket number appears in a URL; the number of reads is limited.
 */
export const readParkingTicketCall = defineCall({
  method: 'POST',
  path: '/api/marketing/loyalty-club/parking/ticket',
  summary: 'Lê um ticket do estacionamento e diz o que o vale paga.',
  body: z.object({ campaign_id: z.uuid(), ticket_number: ticketTextSchema }),
  data: z.object({
    stay: parkingStaySchema,
    /** What a voucher would pay now, and what would still be due. */
    voucher: z.object({ discount_cents: z.int(), due_cents: z.int() }),
    /** Why no voucher can be applied to the ticket, as a sentence; null if one can. */
    obstacle: z.nullable(z.string()),
    right: parkingRightSchema,
  }),
  refusals: {
    ...unknownCampaignRefusal,
    'campaigns.not-started': transactionRefusals['campaigns.not-started'],
    'campaigns.ended': transactionRefusals['campaigns.ended'],
    'campaigns.paused': transactionRefusals['campaigns.paused'],
    'campaigns.exhausted': transactionRefusals['campaigns.exhausted'],
    ...ticketRefusals,
  },
  session: 'participant',
})

/**
 * Spec §7 "Redeem parking voucher": reads the ticket again, uses the day's receipts or points, and asks the car park to grant
 * the discount. `processing`: the car park has not answered yet; the screen polls `readMyParkingVoucherCall`, and repeats of
 * this call change nothing.
 */
export const redeemParkingVoucherCall = defineCall({
  method: 'POST',
  path: '/api/marketing/loyalty-club/parking/redeem-voucher/:ticket_number',
  summary: 'Aplica um vale-estacionamento a um ticket.',
  params: z.object({ ticket_number: ticketTextSchema }),
  body: z.object({
    campaign_id: z.uuid(),
    transaction_id: z.uuid(),
    service_channel: serviceChannelSchema,
  }),
  data: z.object({
    status: z.enum(['applied', 'processing']),
    transaction_id: z.string(),
    protocol: z.string(),
    ticket_number: z.string(),
    garage_name: z.string(),
    /** Null while it is processed, like the two next fields. */
    discount_cents: z.nullable(z.int()),
    /** What the person must still pay. */
    due_cents: z.nullable(z.int()),
    /** Until when the car may leave, by the car park's clock; also null while an amount is due. */
    leave_by: z.nullable(z.string()),
    /** "Estacionamento liberado até 18:20" */
    message: z.string(),
  }),
  refusals: {
    ...transactionRefusals,
    ...pointsRefusals,
    ...ticketRefusals,
    ...stayRefusals,
    ...rightRefusals,
    ...decidedRefusal,
  },
  session: 'participant',
})

/** A voucher as its customer sees it. The browser may store it. */
export const parkingVoucherSchema = z.object({
  voucher_id: z.string(),
  transaction_id: z.string(),
  /** The protocol that the customer can quote. */
  protocol: z.string(),
  campaign_id: z.string(),
  campaign_slug: z.string(),
  campaign_title: z.string(),
  state: z.enum(parkingVoucherStates),
  /** Null after the customer's data were erased. */
  ticket_number: z.nullable(z.string()),
  garage_name: z.string(),
  vehicle: z.enum(parkingVehicles),
  entered_at: z.string(),
  requested_at: z.string(),
  /** The highest discount. */
  maximum_cents: z.int(),
  /** The discount granted; null before it. */
  discount_cents: z.nullable(z.int()),
  /** What was still due after it; null before it. */
  due_cents: z.nullable(z.int()),
  leave_by: z.nullable(z.string()),
  /** Whether the Carteira shows it among what can be used: until the car left or `ends_at`. */
  is_current: z.boolean(),
  ends_at: z.string(),
  /** The result, the explanation of a failure or cancellation, or `parkingProcessingMessage`. */
  message: z.string(),
})
export type ParkingVoucher = z.infer<typeof parkingVoucherSchema>

/** The customer's vouchers: current ones first, then the others, newest first. The browser may store the response. */
export const listMyParkingVouchersCall = defineCall({
  method: 'GET',
  path: '/api/marketing/loyalty-club/parking/mine',
  summary: 'Vales-estacionamento da pessoa.',
  data: z.array(parkingVoucherSchema),
  refusals: {},
  session: 'participant',
})

/** The voucher of a participation, for polling while it is processed. */
export const readMyParkingVoucherCall = defineCall({
  method: 'GET',
  path: '/api/marketing/loyalty-club/parking/voucher/:transaction_id',
  summary: 'Um vale-estacionamento da pessoa.',
  params: z.object({ transaction_id: z.uuid() }),
  data: parkingVoucherSchema,
  refusals: unknownParkingVoucherRefusal,
  session: 'participant',
})
