import * as z from 'zod/mini'
import { documentTextSchema } from '../brazil/document-type.ts'
import { quotedText } from '../brazil/quoted-text.ts'
import { eligibilityRefusals, pointsRefusals, unknownCampaignRefusal } from '../campaigns/refusals.ts'
import { defineCall } from '../kernel/call.ts'
import { idCursor } from '../kernel/cursor.ts'
import { clubDaySchema } from '../kernel/instant.ts'
import { stayRefusals, ticketRefusals, unknownParkingVoucherRefusal } from './refusals.ts'
import { parkingPriceSchema, parkingValueSchema } from './settings.ts'
import {
  parkingRightSchema,
  parkingStaySchema,
  parkingVehicles,
  parkingVoucherStates,
  ticketTextSchema,
} from './stay.ts'

const deskAccess = { session: 'staff', permission: 'parking.apply' } as const
const supervisorAccess = { session: 'staff', permission: 'parking.supervise' } as const

/**
 * What a voucher that staff apply costs: `right` uses the person's receipts or points, `courtesy` uses nothing and
 * counts toward the campaign's `courtesies_per_day`.
 */
export const deskBases = ['right', 'courtesy'] as const
export type DeskBasis = (typeof deskBases)[number]

/** Names of the bases on screen. */
export const deskBasisTitles = {
  right: 'Direito da pessoa',
  courtesy: 'Cortesia',
} as const satisfies Record<DeskBasis, string>

/** Active campaigns whose vouchers can be applied at the desk. */
export const listParkingDeskCampaignsCall = defineCall({
  method: 'GET',
  path: '/api/staff/parking-voucher/campaigns',
  summary: 'Promoções cujo vale-estacionamento pode ser aplicado no balcão.',
  data: z.array(
    z.object({
      campaign_id: z.string(),
      title: z.string(),
      ends_at: z.string(),
      value: parkingValueSchema,
      price: parkingPriceSchema,
      /** Courtesies that can still be applied today. */
      courtesies_left: z.int(),
    }),
  ),
  refusals: {},
  ...deskAccess,
})

/** A voucher as the desk sees it. */
export const deskParkingVoucherSchema = z.object({
  voucher_id: z.string(),
  protocol: z.string(),
  campaign_title: z.string(),
  state: z.enum(parkingVoucherStates),
  /** Null after the customer's data were erased. */
  ticket_number: z.nullable(z.string()),
  garage_name: z.string(),
  vehicle: z.enum(parkingVehicles),
  entered_at: z.string(),
  requested_at: z.string(),
  maximum_cents: z.int(),
  discount_cents: z.nullable(z.int()),
  due_cents: z.nullable(z.int()),
  leave_by: z.nullable(z.string()),
  /** First name; null after the customer's data were erased. */
  customer_name: z.nullable(z.string()),
  /** The last three digits of the document, to compare. */
  document_end: z.string(),
  /** How staff applied it by hand; null if the customer applied it. */
  by_hand: z.nullable(z.object({ basis: z.enum(deskBases), reason: z.string(), by: z.nullable(z.string()) })),
  /** Whether the caller may undo it now. */
  can_undo: z.boolean(),
  /** The last request to undo it; null without one. */
  undo: z.nullable(
    z.object({
      requested_at: z.string(),
      by: z.nullable(z.string()),
      reason: z.string(),
      /** `refused`: the car had left. */
      result: z.enum(['processing', 'undone', 'refused']),
    }),
  ),
})
export type DeskParkingVoucher = z.infer<typeof deskParkingVoucherSchema>

/**
 * Looks up a ticket and, if a document is given, the person who would get a voucher. A POST, so that neither number appears
 * in a URL; the search is audited and limited.
 */
export const lookUpParkingTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/parking-voucher/look-up',
  summary: 'Consulta no balcão um ticket e, pelo documento, a pessoa que vai usar o vale.',
  body: z.object({
    campaign_id: z.uuid(),
    ticket_number: ticketTextSchema,
    /** Empty for the ticket only. */
    document_id: z._default(z.union([z.literal(''), documentTextSchema]), ''),
  }),
  data: z.object({
    stay: parkingStaySchema,
    /** What a voucher of the campaign would pay now, and what would still be due. */
    voucher: z.object({ discount_cents: z.int(), due_cents: z.int() }),
    /** Why no voucher can be applied to the ticket, as a sentence; null if one can. */
    obstacle: z.nullable(z.string()),
    /** The voucher that the stay already has; null without one. */
    existing: z.nullable(deskParkingVoucherSchema),
    courtesies_left: z.int(),
    /** Null without a document, or if it has no account. */
    person: z.nullable(
      z.object({
        customer_id: z.string(),
        /** Full name; null if the account has none. */
        name: z.nullable(z.string()),
        /** The last three digits of the document, to compare. */
        document_end: z.string(),
        right: parkingRightSchema,
        /** Why the person is not eligible; empty if they are. */
        reasons: z.array(z.string()),
      }),
    ),
  }),
  refusals: { ...unknownCampaignRefusal, ...ticketRefusals },
  ...deskAccess,
})

/**
 * Applies a voucher for a person at the desk, with a reason. A repeat with the same `application_id` returns the same
 * voucher. It may be returned as `processing`: the screen polls `readParkingVoucherStateCall`.
 */
export const applyParkingVoucherCall = defineCall({
  method: 'POST',
  path: '/api/staff/parking-voucher/apply',
  summary: 'Aplica no balcão um vale-estacionamento, com o motivo.',
  body: z.object({
    /** Generated by the desk for each application. */
    application_id: z.uuid(),
    campaign_id: z.uuid(),
    customer_id: z.uuid(),
    ticket_number: ticketTextSchema,
    basis: z.enum(deskBases),
    reason: quotedText(300),
  }),
  data: z.object({ voucher: deskParkingVoucherSchema, repeated: z.boolean() }),
  refusals: {
    ...unknownCampaignRefusal,
    ...eligibilityRefusals,
    ...pointsRefusals,
    ...ticketRefusals,
    ...stayRefusals,
    'parking-voucher.missing-receipts': {
      status: 409,
      message: 'Faltam {missing} em notas de hoje para a pessoa ganhar o vale.',
    },
    'parking-voucher.daily-limit': {
      status: 409,
      message: 'A pessoa já ganhou {n} {n|vale-estacionamento|vales-estacionamento} hoje, o limite por dia.',
    },
    'parking-voucher.unknown-person': { status: 404, message: 'Cadastro não encontrado.' },
    'parking-voucher.no-courtesies-left': {
      status: 409,
      message: 'As cortesias de hoje desta promoção acabaram.',
      path: 'basis',
    },
    'parking-voucher.application-reused': {
      status: 409,
      message: 'Este pedido já foi registrado com outros dados. Atualize a página.',
    },
  },
  ...deskAccess,
})

/** The state of a voucher, without personal data, for polling. */
export const readParkingVoucherStateCall = defineCall({
  method: 'GET',
  path: '/api/staff/parking-voucher/state/:voucher_id',
  summary: 'Situação de um vale-estacionamento, sem dados pessoais.',
  params: z.object({ voucher_id: z.uuid() }),
  data: z.object({
    voucher_id: z.string(),
    state: z.enum(parkingVoucherStates),
    discount_cents: z.nullable(z.int()),
    due_cents: z.nullable(z.int()),
    leave_by: z.nullable(z.string()),
    /** The result or the reason of a failure, as a sentence. */
    message: z.string(),
  }),
  refusals: unknownParkingVoucherRefusal,
  ...deskAccess,
})

/** The vouchers requested on a club day, at the desk or by customers, newest first. Reading the list is audited. */
export const listParkingVouchersCall = defineCall({
  method: 'GET',
  path: '/api/staff/parking-voucher/vouchers',
  summary: 'Vales-estacionamento pedidos em um dia.',
  query: z.object({
    /** The club's day as yyyy-MM-dd; today by default. */
    day: z.optional(clubDaySchema('Informe o dia')),
    cursor: idCursor,
  }),
  data: z.array(deskParkingVoucherSchema),
  refusals: {},
  paged: true,
  ...deskAccess,
})

/**
 * Undoes an applied voucher while the car is parked: the car park takes the discount back, then receipts and points return to
 * the customer. A repeat with the same `undo_id` changes nothing. It may be returned as `undoing`: the screen polls
 * `readParkingVoucherStateCall`.
 */
export const undoParkingVoucherCall = defineCall({
  method: 'POST',
  path: '/api/staff/parking-voucher/undo',
  summary: 'Desfaz um vale-estacionamento aplicado, com o motivo.',
  body: z.object({
    /** Generated by the desk for each request. */
    undo_id: z.uuid(),
    voucher_id: z.uuid(),
    reason: quotedText(300),
  }),
  data: z.object({ voucher: deskParkingVoucherSchema, repeated: z.boolean() }),
  refusals: {
    ...unknownParkingVoucherRefusal,
    'parking-voucher.not-applied': {
      status: 409,
      message: 'Este vale não está aplicado: atualize a página.',
    },
    'parking-voucher.undo-too-late': {
      status: 409,
      message: 'O carro já saiu do estacionamento: o vale não pode mais ser desfeito.',
    },
    'parking-voucher.undo-reused': {
      status: 409,
      message: 'Este pedido já foi registrado com outros dados. Atualize a página.',
    },
  },
  ...supervisorAccess,
})
