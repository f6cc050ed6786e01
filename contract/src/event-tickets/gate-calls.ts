import * as z from 'zod/mini'
import { idCursor } from '../kernel/cursor.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { instantSchema } from '../kernel/instant.ts'
import { unknownSessionRefusal } from './refusals.ts'

const scans = { session: 'staff', permission: 'gate.scan' } as const
const supervises = { session: 'staff', permission: 'gate.supervise' } as const
const sessionParams = z.object({ session_id: z.uuid() })

/** Results of a scan. */
export const scanResults = [
  /** Liberado */
  'admitted',
  /** Já utilizado às 19:42 na Entrada B */
  'already_used',
  /** The ticket is for another session */
  'wrong_session',
  'cancelled',
  /** The place was released because the holder did not arrive in time; a supervisor decides. */
  'released',
  'unknown',
] as const
export type ScanResult = (typeof scanResults)[number]

/** Headline of each result on the gate's screen; `already_used` adds time and gate. */
export const scanResultTitles = {
  admitted: 'Liberado',
  already_used: 'Já utilizado',
  wrong_session: 'Inválido, sessão errada',
  cancelled: 'Inválido, cancelado',
  released: 'Lugar liberado por atraso',
  unknown: 'Inválido',
} as const satisfies Record<ScanResult, string>

/** Data of every scan, sent immediately or later. */
const scanFields = {
  session_id: z.uuid(),
  /** The gate's name as staff call it: Entrada B. */
  gate: z
    .string()
    .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(40, 'Use no máximo 40 caracteres')),
  /** ISO instant of the attempt by the device's clock; one in the future counts as now. */
  scanned_at: instantSchema,
  /** Idempotency key made by the device: a repeat gets its first answer. */
  client_scan_id: z.uuid(),
}

/** Results that deny admission. */
export const refusedResults = ['already_used', 'wrong_session', 'cancelled', 'released', 'unknown'] as const
export type RefusedResult = (typeof refusedResults)[number]

/** Raw input of camera, reader or keyboard; anything that is not a code is `unknown`. */
const ticketCodeSchema = z.string().check(z.maxLength(200))

const scanAnswerSchema = z.object({
  result: z.enum(scanResults),
  /** When and where the ticket was admitted; null for other results. */
  used_at: z.nullable(z.string()),
  used_gate: z.nullable(z.string()),
  /** First name; null when the ticket is unknown. */
  participant_name: z.nullable(z.string()),
  /** Title and start of the ticket's session when it is another one. */
  other_session: z.nullable(z.object({ title: z.string(), starts_at: z.string() })),
  /** Whether this repeats an earlier answer: a queued scan that arrived twice. */
  repeated: z.boolean(),
})
export type ScanAnswer = z.infer<typeof scanAnswerSchema>

/** A session as the gate's list shows it. */
export const gateSessionSchema = z.object({
  session_id: z.string(),
  campaign_title: z.string(),
  title: z.string(),
  place: z.string(),
  starts_at: z.string(),
  /** When doors close; null when not set. */
  ends_at: z.nullable(z.string()),
  /** When no-show places may be released; null for never. */
  no_show_from: z.nullable(z.string()),
  sold: z.int(),
  admitted: z.int(),
})
export type GateSession = z.infer<typeof gateSessionSchema>

/** Sessions that a gate can serve: from a day ago to a day ahead, nearest first. */
export const listGateSessionsCall = defineCall({
  method: 'GET',
  path: '/api/staff/gate/sessions',
  summary: 'Sessões de ontem, hoje e amanhã, para a portaria.',
  data: z.array(gateSessionSchema),
  refusals: {},
  ...scans,
})

/** Admits one ticket once; every result is recorded. Always 200: a denied admission is an expected result. */
export const scanTicketCall = defineCall({
  method: 'POST',
  path: '/api/staff/gate/scan',
  summary: 'Valida um ingresso na portaria.',
  body: z.object({
    ticket_code: ticketCodeSchema,
    ...scanFields,
    /** Result shown by an offline gate that denied admission: the attempt is only recorded, no ticket is used. */
    refused_as: z.optional(z.enum(refusedResults)),
  }),
  data: scanAnswerSchema,
  refusals: unknownSessionRefusal,
  ...scans,
})

/** A supervisor admits a refused ticket and gives a reason. */
export const overrideScanCall = defineCall({
  method: 'POST',
  path: '/api/staff/gate/override',
  summary: 'Libera a entrada apesar da recusa, com o motivo.',
  body: z.object({
    ticket_code: ticketCodeSchema,
    ...scanFields,
    reason: z
      .string()
      .check(z.trim(), z.minLength(1, requiredTextMessage), z.maxLength(300, 'Use no máximo 300 caracteres')),
  }),
  data: z.object({ repeated: z.boolean() }),
  refusals: unknownSessionRefusal,
  ...supervises,
})

/** Admits people without tickets while places are free, for instance after no-shows were released. */
export const doorEntryCall = defineCall({
  method: 'POST',
  path: '/api/staff/gate/door-entry',
  summary: 'Libera a entrada de pessoas sem ingresso.',
  body: z.object({
    ...scanFields,
    quantity: z
      .int({ error: 'Informe um número inteiro' })
      .check(z.positive('Informe um número maior que zero'), z.maximum(100, 'O número é grande demais')),
  }),
  data: z.object({ free: z.int(), repeated: z.boolean() }),
  refusals: {
    ...unknownSessionRefusal,
    'event-tickets.door-full': { status: 409, message: 'Restam {k} lugares para entrada na porta.' },
  },
  ...supervises,
})

/** Releases the places of unused tickets to people at the door and on the waiting list. */
export const releaseNoShowsCall = defineCall({
  method: 'POST',
  path: '/api/staff/gate/release-no-shows',
  summary: 'Libera os lugares de quem não chegou.',
  body: z.object({ session_id: z.uuid() }),
  data: z.object({ released: z.int(), free: z.int() }),
  refusals: {
    ...unknownSessionRefusal,
    'event-tickets.too-early': {
      status: 409,
      message: 'Os lugares só podem ser liberados a partir de {date} às {time}.',
    },
    'event-tickets.no-release': {
      status: 409,
      message: 'Esta sessão não libera lugares de quem não chega.',
    },
  },
  ...supervises,
})

/** Counters of each gate of a session. */
export const gateCountersSchema = z.array(
  z.object({
    gate: z.string(),
    admitted: z.int(),
    refused: z.int(),
    overridden: z.int(),
    at_the_door: z.int(),
  }),
)

/** Counters of each gate. */
export const gateCountersCall = defineCall({
  method: 'GET',
  path: '/api/staff/gate/session/:session_id/counters',
  summary: 'Contadores por portaria.',
  params: sessionParams,
  data: gateCountersSchema,
  refusals: unknownSessionRefusal,
  ...scans,
})

/**
 * Everything a gate needs offline: SHA-256 (hex) of `offlineHashText` for the long and the short code of each
 * ticket, without names. Refresh it regularly: it is valid as of the envelope's `server_time`.
 */
export const offlineListCall = defineCall({
  method: 'GET',
  path: '/api/staff/gate/session/:session_id/offline-list',
  summary: 'Lista da portaria para uso sem internet.',
  params: sessionParams,
  data: z.object({
    session_id: z.string(),
    tickets: z.array(
      z.object({
        code_hash: z.string(),
        short_hash: z.string(),
        state: z.enum(['valid', 'used', 'cancelled', 'released']),
        used_at: z.nullable(z.string()),
        used_gate: z.nullable(z.string()),
      }),
    ),
  }),
  refusals: unknownSessionRefusal,
  ...scans,
})

/** Recent scans at a session's gates, refusals included, newest first. */
export const listScansCall = defineCall({
  method: 'GET',
  path: '/api/staff/gate/session/:session_id/scans',
  summary: 'Últimas leituras da portaria.',
  params: sessionParams,
  query: z.object({ cursor: idCursor }),
  data: z.array(
    z.object({
      scan_id: z.string(),
      gate: z.string(),
      result: z.enum([...scanResults, 'override', 'door']),
      scanned_at: z.string(),
      staff_name: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      quantity: z.int(),
    }),
  ),
  refusals: unknownSessionRefusal,
  paged: true,
  ...supervises,
})
