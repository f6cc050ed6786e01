import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'
import type { RefusalTable } from '../kernel/refusal-table.ts'
import { postingKinds } from './posting-kinds.ts'

/** What spending points may be refused with; calls that spend spread it in. */
export const pointsRefusals = {
  'points.insufficient': { status: 409, message: 'Saldo insuficiente. Você tem {balance} ponto(s).' },
} as const satisfies RefusalTable

const balanceSchema = z.object({
  balance: z.int(),
  /** Points that the next earnings settle first. */
  debt: z.int(),
  /** Pontos a vencer: the soonest first, within `expiringSoonDays`. */
  expiring: z.array(z.object({ points: z.int(), expires_at: z.string() })),
})
export type PointsBalance = z.infer<typeof balanceSchema>

const statementLineSchema = z.object({
  position: z.int(),
  created_at: z.string(),
  kind: z.enum(postingKinds),
  /** What moved, for instance the receipt's shop; may be empty. */
  about: z.string(),
  /** Positive when points came in. */
  points: z.int(),
  /** The balance right after. */
  balance_after: z.int(),
})
export type StatementLine = z.infer<typeof statementLineSchema>

export const readPointsCall = defineCall({
  method: 'GET',
  path: '/api/marketing/points',
  summary: 'Saldo de pontos e pontos a vencer.',
  data: balanceSchema,
  refusals: {},
  session: 'customer',
})

/** The person's movements, the newest first, each with the balance it left. */
export const pointsStatementCall = defineCall({
  method: 'GET',
  path: '/api/marketing/points/statement',
  summary: 'Extrato de pontos.',
  query: z.object({ cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/))) }),
  data: z.array(statementLineSchema),
  refusals: {},
  session: 'customer',
  paged: true,
})

/** Where the whole statement is downloaded as CSV, with the session of the page. */
export const pointsCsvPath = '/api/marketing/points/statement.csv'
