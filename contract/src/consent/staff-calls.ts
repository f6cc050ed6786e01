import * as z from 'zod/mini'
import { requiredTextMessage } from '../brazil/field-messages.ts'
import { containsPersonalData, personalDataMessage } from '../brazil/personal-data.ts'
import { consentKinds } from '../club/club.ts'
import { defineCall } from '../kernel/call.ts'
import { documentStateSchema } from './calls.ts'

/** One published version, without its text. */
const publishedVersionSchema = z.object({
  kind: z.enum(consentKinds),
  scope: z.string(),
  version: z.string(),
  state: documentStateSchema,
  /** SHA-256 of the text, in hex. */
  document_hash: z.string(),
  created_at: z.string(),
  published_by: z.nullable(z.string()),
})
export type PublishedVersion = z.infer<typeof publishedVersionSchema>

/** All versions of all documents, newest first. */
export const staffListDocumentsCall = defineCall({
  method: 'GET',
  path: '/api/staff/consent',
  summary: 'Todas as versões dos documentos.',
  data: z.array(publishedVersionSchema),
  refusals: {},
  session: 'staff',
  permission: 'consent.publish',
})

/** Scope and version are quoted in the audit line. */
const withoutPersonalData = z.refine<string>((text) => !containsPersonalData(text), personalDataMessage)

/** HTML as written by staff. */
const htmlSchema = z
  .string()
  .check(
    z.minLength(1, requiredTextMessage),
    z.maxLength(60_000, 'O documento deve ter no máximo 60.000 caracteres'),
  )

const emptyDocumentRefusal = {
  'consent.empty': {
    status: 422,
    message: 'O documento ficou sem texto depois de retirado o que não é permitido.',
    path: 'document',
  },
} as const

/** The sanitized text and its hash as publishing would store them; nothing is stored. */
export const previewDocumentCall = defineCall({
  method: 'POST',
  path: '/api/staff/consent/preview',
  summary: 'Mostra como um documento ficaria publicado.',
  body: z.object({ document: htmlSchema }),
  data: z.object({
    /** Sanitized HTML; sanitized again before it is shown. */
    document: z.string(),
    /** SHA-256 of it, in hex. */
    document_hash: z.string(),
    /** Names of the removed elements and attributes. */
    removed: z.array(z.string()),
  }),
  refusals: emptyDocumentRefusal,
  session: 'staff',
  permission: 'consent.publish',
})
export type DocumentPreview = z.infer<(typeof previewDocumentCall)['data']>

/** Publishes a version. Customers who accepted the previous one must accept again. */
export const publishDocumentCall = defineCall({
  method: 'POST',
  path: '/api/staff/consent/publish',
  summary: 'Publica uma versão de um documento.',
  body: z.object({
    kind: z.enum(consentKinds),
    /** A campaign's slug; empty for the club's own documents. */
    scope: z._default(
      z
        .string()
        .check(
          z.maxLength(60),
          z.regex(/^$|^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use o endereço da promoção'),
          withoutPersonalData,
        ),
      '',
    ),
    version: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, requiredTextMessage),
        z.maxLength(40, 'A versão deve ter no máximo 40 caracteres'),
        withoutPersonalData,
      ),
    /** HTML; anything but text markup is removed. */
    document: htmlSchema,
  }),
  data: publishedVersionSchema,
  refusals: {
    'consent.version-taken': { status: 409, message: 'Esta versão já foi publicada.', path: 'version' },
    ...emptyDocumentRefusal,
  },
  session: 'staff',
  permission: 'consent.publish',
})
