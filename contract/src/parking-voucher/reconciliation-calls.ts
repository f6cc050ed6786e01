import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { defineCall } from '../kernel/call.ts'
import { opaqueCursor } from '../kernel/cursor.ts'
import { clubDaySchema } from '../kernel/instant.ts'
import type { RefusalTable } from '../kernel/refusal-table.ts'
import { defineFile } from '../kernel/served-file.ts'
import { ticketRefusals } from './refusals.ts'

const access = { session: 'staff', permission: 'parking.reconcile' } as const

/** What waits for a decision: whether a voucher was applied, or whether it was undone. */
export const parkingCaseKinds = ['application', 'undo'] as const
export type ParkingCaseKind = (typeof parkingCaseKinds)[number]

/** Why a voucher waits for staff. */
export const parkingCaseCauses = {
  'no-answer': 'O estacionamento não deu uma resposta útil em várias horas.',
  contradiction: 'O estacionamento deu respostas que se contradizem.',
  'other-stay': 'O estacionamento diz que aplicou o vale em outra permanência.',
  'unknown-application': 'O estacionamento diz que não conhece um vale que confirmou antes.',
} as const
export type ParkingCaseCause = keyof typeof parkingCaseCauses

const caseSchema = z.object({
  /** The participation; its id is the key of the requests to the car park. */
  transaction_id: z.string(),
  protocol: z.string(),
  kind: z.enum(parkingCaseKinds),
  campaign_title: z.string(),
  /** The last four digits of the ticket; null after the customer's data were erased. */
  ticket_end: z.nullable(z.string()),
  garage_name: z.string(),
  entered_at: z.string(),
  maximum_cents: z.int(),
  cause: z.enum(Object.keys(parkingCaseCauses) as [ParkingCaseCause, ...ParkingCaseCause[]]),
  /** Number of requests so far. */
  attempts: z.int(),
  started_at: z.string(),
  /** The discount in the car park's list of the day, if the day was compared: evidence; null without one. */
  listed_cents: z.nullable(z.int()),
})
export type ParkingCase = z.infer<typeof caseSchema>

/** Vouchers that the car park did not settle or answered with a contradiction, oldest first. Reading is audited. */
export const listParkingCasesCall = defineCall({
  method: 'GET',
  path: '/api/staff/parking-voucher/cases',
  summary: 'Vales-estacionamento que o estacionamento não confirmou nem recusou.',
  data: z.array(caseSchema),
  refusals: {},
  ...access,
})

const unknownCaseRefusal = {
  'parking-voucher.unknown-case': {
    status: 409,
    message: 'Este vale não espera mais decisão. Atualize a página.',
  },
} as const satisfies RefusalTable

/** Asks the car park again, in the background. */
export const askCarParkAgainCall = defineCall({
  method: 'POST',
  path: '/api/staff/parking-voucher/cases/ask-again',
  summary: 'Pergunta de novo ao estacionamento por um vale.',
  body: z.object({ transaction_id: z.uuid(), kind: z.enum(parkingCaseKinds) }),
  data: z.object({}),
  refusals: unknownCaseRefusal,
  ...access,
})

/**
 * Decides a case by what staff verified at the car park, with the reason. `done`: the voucher was applied, or undone.
 * `not-done`: it was not, and what the customer used returns, or the voucher stays applied.
 */
export const decideParkingCaseCall = defineCall({
  method: 'POST',
  path: '/api/staff/parking-voucher/cases/decide',
  summary: 'Decide um vale pelo que a equipe conferiu com o estacionamento, com o motivo.',
  body: z.object({
    transaction_id: z.uuid(),
    kind: z.enum(parkingCaseKinds),
    decision: z.enum(['done', 'not-done']),
    /** The discount that the car park granted; required for an application that was done. */
    discount_cents: z._default(z.nullable(z.int().check(z.positive())), null),
    reason: quotedText(300),
  }),
  data: z.object({}),
  refusals: {
    ...unknownCaseRefusal,
    'parking-voucher.discount-missing': {
      status: 422,
      message: 'Informe o desconto que o estacionamento deu, até {maximum}.',
      path: 'discount_cents',
    },
  },
  ...access,
})

/** Comparison of the club's vouchers with the car park's list. */
export const parkingItemStates = ['matched', 'only_ours', 'only_theirs', 'different_amount'] as const
export type ParkingItemState = (typeof parkingItemStates)[number]

/** Labels of the states. */
export const parkingItemStateTitles = {
  matched: 'Conferido',
  only_ours: 'Só nosso',
  only_theirs: 'Só deles',
  different_amount: 'Valor diferente',
} as const satisfies Record<ParkingItemState, string>

const clubDay = clubDaySchema('Informe o dia')

const daySchema = z.object({
  /** The club's day as yyyy-MM-dd. */
  day: z.string(),
  /** When it was compared last; null if never. */
  compared_at: z.nullable(z.string()),
  /** Applied vouchers of the day by the club's record, and their discounts. */
  our_count: z.int(),
  our_cents: z.int(),
  /** By the car park's list; null if it was never compared. */
  their_count: z.nullable(z.int()),
  their_cents: z.nullable(z.int()),
  /** Items that do not match and have no decision. */
  waiting: z.int(),
})
export type ParkingDay = z.infer<typeof daySchema>

/** The last 31 days, newest first. Each day is compared automatically in the following night. */
export const listParkingDaysCall = defineCall({
  method: 'GET',
  path: '/api/staff/parking-voucher/days',
  summary: 'Conferência diária dos vales com a lista do estacionamento.',
  data: z.array(daySchema),
  refusals: {},
  ...access,
})

/** Compares the current or a past day with the car park's list now. Decisions on items that did not change are kept. */
export const compareParkingDayCall = defineCall({
  method: 'POST',
  path: '/api/staff/parking-voucher/days/compare',
  summary: 'Confere um dia com a lista do estacionamento.',
  body: z.object({ day: clubDay }),
  data: daySchema,
  refusals: {
    'parking-voucher.no-answer': ticketRefusals['parking-voucher.no-answer'],
    'parking-voucher.future-day': { status: 422, message: 'Escolha um dia até hoje.', path: 'day' },
  },
  ...access,
})

const itemSchema = z.object({
  item_id: z.string(),
  state: z.enum(parkingItemStates),
  /** Null if the car park's key is not one of the club's. */
  transaction_id: z.nullable(z.string()),
  protocol: z.nullable(z.string()),
  garage_id: z.string(),
  /** Null for `only_theirs`. */
  our_cents: z.nullable(z.int()),
  /** Null for `only_ours`. */
  their_cents: z.nullable(z.int()),
  applied_at: z.string(),
  /** The decision of a staff member; null while it waits. Matched items need none. */
  decision: z.nullable(z.object({ reason: z.string(), by: z.nullable(z.string()), at: z.string() })),
})
export type ParkingItem = z.infer<typeof itemSchema>

/** Items of a compared day in one state, oldest first. */
export const listParkingItemsCall = defineCall({
  method: 'GET',
  path: '/api/staff/parking-voucher/items',
  summary: 'Vales e lançamentos do estacionamento de um dia, por situação da conferência.',
  query: z.object({ day: clubDay, state: z.enum(parkingItemStates), cursor: opaqueCursor }),
  data: z.array(itemSchema),
  refusals: {},
  paged: true,
  ...access,
})

/** All items of a compared day, by state, as a table. The download is audited. */
export const parkingItemsFile = defineFile({
  path: '/api/staff/parking-voucher/items/:day/conferencia-estacionamento.csv',
  summary: 'Vales e lançamentos do estacionamento de um dia, em CSV.',
  params: z.object({ day: clubDay }),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'conferencia-estacionamento.csv',
  refusals: {
    'parking-voucher.not-compared': { status: 404, message: 'Este dia ainda não foi conferido.' },
  },
  ...access,
})

/** Decides a difference, with the reason. A repeat by the same member returns the decided item. */
export const decideParkingItemCall = defineCall({
  method: 'POST',
  path: '/api/staff/parking-voucher/items/decide',
  summary: 'Registra a decisão sobre uma diferença, com o motivo.',
  body: z.object({
    item_id: z.uuid(),
    /** As shown: a later comparison may have changed it. */
    state: z.enum(['only_ours', 'only_theirs', 'different_amount']),
    reason: quotedText(300),
  }),
  data: itemSchema,
  refusals: {
    'parking-voucher.unknown-item': { status: 404, message: 'Lançamento não encontrado.' },
    'parking-voucher.item-changed': {
      status: 409,
      message: 'Este lançamento mudou de situação. Atualize a página.',
    },
  },
  ...access,
})

/** What a voucher cost: receipts, points, or nothing as a courtesy. */
export const parkingBases = ['receipts', 'points', 'courtesy'] as const
export type ParkingBasis = (typeof parkingBases)[number]

/** Names of the bases on screen. */
export const parkingBasisTitles = {
  receipts: 'Notas',
  points: 'Pontos',
  courtesy: 'Cortesia',
} as const satisfies Record<ParkingBasis, string>

const liabilitySchema = z.object({
  day: z.string(),
  campaign_title: z.string(),
  garage_id: z.string(),
  garage_name: z.string(),
  basis: z.enum(parkingBases),
  /** Applied vouchers, whose discounts the club owes the car park. */
  applied_count: z.int(),
  applied_cents: z.int(),
  /** Vouchers in processing or being undone, by their highest possible discount. */
  open_count: z.int(),
  open_cents: z.int(),
  undone_count: z.int(),
})
export type ParkingLiability = z.infer<typeof liabilitySchema>

/** Longest period of a report, in days. */
export const liabilityMaxDays = 92

const longPeriodRefusal = {
  'parking-voucher.period': {
    status: 422,
    message: 'Escolha um período de até 92 dias, do primeiro ao último dia.',
    path: 'to_day',
  },
} as const satisfies RefusalTable

/** What the club owes the car park, by club day of the request, campaign, garage and what the voucher cost, oldest first. */
export const readParkingLiabilityCall = defineCall({
  method: 'GET',
  path: '/api/staff/parking-voucher/liability',
  summary: 'O que o clube deve ao estacionamento em um período.',
  query: z.object({ from_day: clubDay, to_day: clubDay }),
  data: z.object({
    rows: z.array(liabilitySchema),
    applied_cents: z.int(),
    open_cents: z.int(),
  }),
  refusals: longPeriodRefusal,
  ...access,
})

/** The same report as a table. The download is audited. */
export const parkingLiabilityFile = defineFile({
  path: '/api/staff/parking-voucher/liability/:from_day/:to_day/estacionamento.csv',
  summary: 'O que o clube deve ao estacionamento em um período, em CSV.',
  params: z.object({ from_day: clubDay, to_day: clubDay }),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'estacionamento.csv',
  refusals: longPeriodRefusal,
  ...access,
})
