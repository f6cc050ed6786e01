import * as z from 'zod/mini'
import { quotedText } from '../brazil/quoted-text.ts'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { defineCall } from '../kernel/call.ts'
import { invalidFilterMessage, opaqueCursor } from '../kernel/cursor.ts'
import { fileSchema } from '../kernel/file.ts'
import { defineFile } from '../kernel/served-file.ts'
import { numberMaxLength } from './number-format.ts'
import { projectStates, rejectionMaxLength } from './project.ts'
import { decidedProjectRefusal, unknownFileRefusal, unknownProjectRefusal } from './refusals.ts'

// Every call is limited to the brand of the analyst: what belongs to another brand is answered like what does not exist.
const analystAccess = { session: 'staff', permission: 'projects.decide' } as const

/** Lists of the desk. */
export const projectLists = ['undecided', 'approved', 'rejected', 'cancelled'] as const
export type ProjectList = (typeof projectLists)[number]

/** A project in the desk's lists. */
const listedProjectSchema = z.object({
  project_id: z.string(),
  campaign_title: z.string(),
  protocol: z.string(),
  purchase_number: z.nullable(z.string()),
  project_registration_number: z.nullable(z.string()),
  /** First name; null after the customer's data were erased. */
  customer_name: z.nullable(z.string()),
  state: z.enum(projectStates),
  submitted_at: z.string(),
  answer_due_on: z.string(),
  /** Whether the day for the answer has passed without one. */
  is_late: z.boolean(),
  files: z.int(),
})
export type ListedProject = z.infer<typeof listedProjectSchema>

/**
 * The brand's projects: undecided ones by the day of their answer, others newest first. With `number`, those with this
 * purchase or registration number, or this protocol. Searches are audited.
 */
export const listProjectsCall = defineCall({
  method: 'GET',
  path: '/api/staff/projects',
  summary: 'Projetos da marca.',
  query: z.object({
    list: z._default(z.enum(projectLists, { error: invalidFilterMessage }), 'undecided'),
    number: z._default(z.string().check(z.trim(), z.maxLength(numberMaxLength, invalidFilterMessage)), ''),
    cursor: opaqueCursor,
  }),
  data: z.array(listedProjectSchema),
  refusals: {},
  paged: true,
  ...analystAccess,
})

/** The brand, with how many projects it has in each state and how many of its purchases were imported. */
export const readBrandDeskCall = defineCall({
  method: 'GET',
  path: '/api/staff/projects/brand',
  summary: 'A marca da pessoa que analisa, com os seus totais.',
  data: z.object({
    brand_name: z.string(),
    purchase_example: z.string(),
    requires_imported_purchase: z.boolean(),
    counts: z.array(z.object({ state: z.enum(projectStates), count: z.int() })),
    /** Undecided projects whose day for the answer has passed. */
    late: z.int(),
    purchases: z.int(),
    last_imported_at: z.nullable(z.string()),
  }),
  refusals: {},
  ...analystAccess,
})

/** A project as the analyst sees it. */
export const deskProjectSchema = z.extend(listedProjectSchema, {
  /** Full name; null after the customer's data were erased. */
  customer_full_name: z.nullable(z.string()),
  document_masked: z.string(),
  points: z.nullable(z.int()),
  /** Whether the purchase is on the imported list; null where the brand imports none. */
  is_purchase_listed: z.nullable(z.boolean()),
  decided_at: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
  /** The project is the analyst's own, so another person must decide. */
  is_own: z.boolean(),
  stored_files: z.array(
    z.object({
      file_id: z.string(),
      kind: z.enum(['picture', 'pdf']),
      sent_at: z.string(),
      is_purged: z.boolean(),
    }),
  ),
})
export type DeskProject = z.infer<typeof deskProjectSchema>

/** Opens a project, which is then in review. A POST, since it accesses a person's data; the access is audited. */
export const openProjectCall = defineCall({
  method: 'POST',
  path: '/api/staff/projects/open',
  summary: 'Abre um projeto da marca.',
  body: z.object({ project_id: z.uuid() }),
  data: deskProjectSchema,
  refusals: unknownProjectRefusal,
  ...analystAccess,
})

const ownProjectRefusal = {
  'new-project.own-project': {
    status: 409,
    message: 'Este projeto é seu. Peça a outra pessoa da marca para analisar.',
  },
} as const

/** Approves a project and gives its points, once. */
export const approveProjectCall = defineCall({
  method: 'POST',
  path: '/api/staff/projects/approve',
  summary: 'Aprova um projeto da marca.',
  body: z.object({ project_id: z.uuid() }),
  data: deskProjectSchema,
  refusals: { ...unknownProjectRefusal, ...decidedProjectRefusal, ...ownProjectRefusal },
  ...analystAccess,
})

/** Rejects a project; the customer reads the reason, and may register again. */
export const rejectProjectCall = defineCall({
  method: 'POST',
  path: '/api/staff/projects/reject',
  summary: 'Recusa um projeto da marca, com o motivo.',
  body: z.object({ project_id: z.uuid(), reason: quotedText(rejectionMaxLength) }),
  data: deskProjectSchema,
  refusals: { ...unknownProjectRefusal, ...decidedProjectRefusal, ...ownProjectRefusal },
  ...analystAccess,
})

/** Grants one download of a file within a minute. The download itself is audited. */
export const openProjectFileCall = defineCall({
  method: 'POST',
  path: '/api/staff/projects/file-view',
  summary: 'Libera uma única abertura de um arquivo de um projeto.',
  body: z.object({ project_id: z.uuid(), file_id: z.uuid() }),
  data: z.object({
    /** Path of the file, valid once. */
    url: z.string(),
    expires_at: z.string(),
  }),
  refusals: { ...unknownProjectRefusal, ...unknownFileRefusal },
  ...analystAccess,
})

const viewParams = z.object({ view_token: z.string().check(z.maxLength(100)) })

/** A photo of a project, once, with a watermark. */
export const projectPictureFile = defineFile({
  path: '/api/staff/projects/pictures/:view_token',
  summary: 'A foto de um projeto, uma única vez.',
  params: viewParams,
  type: 'image/jpeg',
  disposition: 'attachment',
  filename: 'projeto.jpg',
  isSandboxed: true,
  refusals: {},
  ...analystAccess,
})

/** A PDF of a project, once, as it was sent. */
export const projectPdfFile = defineFile({
  path: '/api/staff/projects/pdfs/:view_token',
  summary: 'O PDF de um projeto, uma única vez.',
  params: viewParams,
  type: 'application/pdf',
  disposition: 'attachment',
  filename: 'projeto.pdf',
  isSandboxed: true,
  refusals: {},
  ...analystAccess,
})

/** The brand's projects as CSV; the download is audited. */
export const projectsCsvFile = defineFile({
  path: '/api/staff/projects/export',
  summary: 'Os projetos da marca em CSV.',
  type: 'text/csv; charset=utf-8',
  disposition: 'attachment',
  filename: 'projetos.csv',
  refusals: {},
  ...analystAccess,
})

/** The only column of a file of purchases. */
export const purchaseFileHeader = 'numero_da_compra'

/**
 * Imports purchases of the brand: a CSV with one number per line below the header. All lines or none: with invalid ones
 * nothing is imported. Numbers imported before are unchanged, so that a file can be sent again.
 */
export const importPurchasesCall = defineCall({
  method: 'POST',
  path: '/api/staff/projects/purchases/import',
  summary: 'Carrega as compras da marca de um arquivo CSV.',
  multipart: ['file'],
  body: z.object({ file: fileSchema(requiredTextMessage) }),
  data: z.object({
    added: z.int(),
    /** Numbers that were on the list already, or repeated in the file. */
    known: z.int(),
    /** The first invalid lines; with any, nothing was imported. */
    rejected: z.array(z.object({ line: z.int(), reason: z.string() })),
  }),
  refusals: {},
  ...analystAccess,
})
