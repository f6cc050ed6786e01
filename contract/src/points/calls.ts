import * as z from 'zod/mini'
import { positionCursor } from '../kernel/cursor.ts'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'
import { postingKinds } from './posting-kinds.ts'

export const pointsBalanceSchema = z.object({
  /** All points, including the waiting ones. */
  balance: z.int(),
  /** Points that cannot be spent yet, soonest first. */
  waiting: z.array(z.object({ points: z.int(), available_at: z.string() })),
  /** Points owed, deducted from the next earnings. */
  debt: z.int(),
  /** Pontos a vencer: within `expiringSoonDays`, soonest first. */
  expiring: z.array(z.object({ points: z.int(), expires_at: z.string() })),
})
export type PointsBalance = z.infer<typeof pointsBalanceSchema>

/** Points of receipts that staff have not decided on; not part of the balance. */
const pointsInReviewSchema = z.object({
  /** Sum of the receipts' estimates. */
  points: z.int(),
  /** Receipts with an estimate. */
  receipts: z.int(),
  /** Receipts without one, because the customer appealed against their rejection. */
  appealed: z.int(),
})
export type PointsInReview = z.infer<typeof pointsInReviewSchema>

const ownPointsSchema = z.extend(pointsBalanceSchema, { in_review: pointsInReviewSchema })
export type OwnPoints = z.infer<typeof ownPointsSchema>

const statementLineSchema = z.object({
  position: z.int(),
  created_at: z.string(),
  kind: z.enum(postingKinds),
  /** Description of the movement, for instance the receipt's shop; may be empty. */
  about: z.string(),
  /** Positive when points are earned. */
  points: z.int(),
  /** The balance after the movement. */
  balance_after: z.int(),
  /** The receipt that caused it; null without one. Older servers, which respond during an update, do not send it. */
  purchase_id: z.optional(z.nullable(z.string())),
  /** The participation that caused it; like `purchase_id`. */
  transaction_id: z.optional(z.nullable(z.string())),
})
export type StatementLine = z.infer<typeof statementLineSchema>

export const readPointsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/points',
  summary: 'Saldo de pontos, pontos a vencer e pontos em análise.',
  data: ownPointsSchema,
  refusals: {},
  session: 'participant',
})

/** The customer's movements, newest first, each with the resulting balance. */
export const pointsStatementCall = defineCall({
  method: 'GET',
  path: '/api/marketing/points/statement',
  summary: 'Extrato de pontos.',
  query: z.object({ cursor: positionCursor }),
  data: z.array(statementLineSchema),
  refusals: {},
  session: 'customer',
  paged: true,
})

/** The whole statement as a table, downloaded by a link. */
export const pointsStatementFile = defineFile({
  path: '/api/marketing/points/statement.csv',
  summary: 'Extrato de pontos em CSV.',
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'extrato-de-pontos.csv',
  refusals: {},
  session: 'customer',
})
