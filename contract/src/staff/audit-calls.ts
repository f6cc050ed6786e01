import * as z from 'zod/mini'
import { invalidFilterMessage, positionCursor } from '../kernel/cursor.ts'
import { birthDateInvalidMessage as dateInvalidMessage } from '../brazil/birth-date.ts'
import { documentTextSchema } from '../brazil/document-type.ts'
import { defineCall } from '../kernel/call.ts'
import { defineFile } from '../kernel/served-file.ts'

const filterText = z.optional(
  z.string({ error: invalidFilterMessage }).check(
    z.trim(),
    z.maxLength(100, invalidFilterMessage),
    z.refine((text) => !text.includes('\0'), invalidFilterMessage),
  ),
)
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
const day = z.optional(z.string({ error: dateInvalidMessage }).check(z.refine(isDay, dateInvalidMessage)))

/** Lines per page of the search. */
export const auditPageSize = 50

export const auditLineSchema = z.object({
  position: z.int(),
  at: z.string(),
  actor: z.object({
    kind: z.enum(['staff', 'customer', 'system']),
    id: z.nullable(z.string()),
    /** Name of a member of staff. */
    name: z.nullable(z.string()),
  }),
  action: z.string(),
  subject: z.nullable(z.object({ kind: z.string(), id: z.string() })),
  sentence: z.string(),
})
export type AuditLineView = z.infer<typeof auditLineSchema>

/** Audit lines, newest first; days are in club time, and the last one is included. */
export const searchAuditCall = defineCall({
  method: 'GET',
  path: '/api/staff/audit',
  summary: 'Busca na trilha de auditoria por quem, sobre quem, ação e período.',
  query: z.object({
    actor_id: filterText,
    subject_id: filterText,
    action: filterText,
    from: day,
    to: day,
    cursor: positionCursor,
  }),
  data: z.array(auditLineSchema),
  refusals: {},
  session: 'staff',
  permission: 'audit.read',
  paged: true,
})

/**
 * Finds the customer to filter by; null if the document has no account. The search is audited. A POST, so that no document number appears in a URL.
 */
export const findAuditSubjectCall = defineCall({
  method: 'POST',
  path: '/api/staff/audit/find-customer',
  summary: 'Procura pelo documento o cliente de que linhas da trilha tratam.',
  body: z.object({ document_id: documentTextSchema }),
  data: z.object({ customer_id: z.nullable(z.string()) }),
  refusals: {},
  session: 'staff',
  permission: 'audit.read',
})

const fileDay = z.string().check(z.refine(isDay))

/** All lines of a period, newest first; days are in club time, and the last one is included. The download is audited. */
export const auditFile = defineFile({
  path: '/api/staff/audit/:from/:to/auditoria.csv',
  summary: 'Linhas da trilha de auditoria de um período em CSV.',
  params: z.object({ from: fileDay, to: fileDay }),
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'auditoria.csv',
  refusals: {},
  session: 'staff',
  permission: 'audit.read',
})

/** Staff members to filter by, including disabled ones. */
export const listAuditActorsCall = defineCall({
  method: 'GET',
  path: '/api/staff/audit/actors',
  summary: 'Lista quem da equipe pode aparecer na trilha.',
  data: z.array(z.object({ staff_id: z.string(), name: z.string() })),
  refusals: {},
  session: 'staff',
  permission: 'audit.read',
})

/**
 * Requests a full pass of the trail's proof, which `listProofsCall` reports; it has no effect while one is pending or
 * running. The request is audited.
 */
export const verifyAuditCall = defineCall({
  method: 'POST',
  path: '/api/staff/audit/verify',
  summary: 'Pede a verificação da trilha de auditoria inteira, que roda em segundo plano.',
  body: z.object({}),
  data: z.object({}),
  refusals: {},
  session: 'staff',
  permission: 'audit.read',
})
