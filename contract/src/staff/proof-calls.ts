import * as z from 'zod/mini'
import { defineCall } from '../kernel/call.ts'

/** Maximum findings of each proof in the list. */
export const shownFindings = 20

const proofResultSchema = z.union([
  /** Not proved yet: the club has just started, or the proof was just added. */
  z.object({ kind: z.literal('pending') }),
  z.object({ kind: z.literal('proved'), proved_at: z.string() }),
  z.object({
    kind: z.literal('failed'),
    found: z.int(),
    /** The first `shownFindings` of them. */
    findings: z.array(
      z.object({
        /** One sentence. */
        problem: z.string(),
        /** Id of the row, or its position. */
        subject: z.string(),
        expected: z.nullable(z.int()),
        found: z.nullable(z.int()),
        found_at: z.string(),
      }),
    ),
  }),
  z.object({ kind: z.literal('overdue'), since: z.string() }),
])

/** A full pass that has not ended. */
const fullPassSchema = z.union([
  z.object({ kind: z.literal('requested'), requested_at: z.string() }),
  z.object({
    kind: z.literal('running'),
    started_at: z.string(),
    /** How much it has read, if the proof reports it. */
    progress: z.nullable(z.string()),
  }),
])

export const proofSchema = z.object({
  name: z.string(),
  title: z.string(),
  result: proofResultSchema,
  full_pass: z.nullable(fullPassSchema),
  /** How much was read up to the end of the last pass that found nothing, if the proof reports it. */
  proved: z.nullable(z.string()),
  /** When all data, not only recent data, was last proved. */
  full_proved_at: z.nullable(z.string()),
})
export type ProofView = z.infer<typeof proofSchema>

/** The proofs that run in the background. */
export const listProofsCall = defineCall({
  method: 'GET',
  path: '/api/staff/audit/proofs',
  summary: 'Provas automáticas dos dados: quando passaram, o que encontraram, desde quando faltam.',
  data: z.array(proofSchema),
  refusals: {},
  session: 'staff',
  permission: 'audit.read',
})
