import * as z from 'zod/mini'
import { consentKinds } from '../club/club.ts'
import { defineCall } from '../kernel/call.ts'

/** Spec §3 "Consent document": an `inactive` version is outdated. */
export const documentStateSchema = z.enum([
  'active',
  'inactive',
  // Published for a promotion, but not in force until two people approve it; an earlier version, if any, still is.
  'pending',
])

export const consentDocumentSchema = z.object({
  kind: z.enum(consentKinds),
  state: documentStateSchema,
  /** ISO instant of publication. */
  created_at: z.string(),
  version: z.string(),
  /** Sanitized HTML. */
  document: z.string(),
})
export type ConsentDocument = z.infer<typeof consentDocumentSchema>

/** The version in force, or the one given by `version`, which may be outdated. */
export const readConsentDocumentCall = defineCall({
  method: 'GET',
  path: '/api/marketing/consent-document/:kind',
  summary: 'Documento de consentimento em vigor, ou a versão pedida.',
  params: z.object({ kind: z.string().check(z.maxLength(40)) }),
  query: z.object({
    version: z.optional(z.string().check(z.maxLength(40))),
    /** A campaign's slug for the documents of that campaign. */
    scope: z.optional(z.string().check(z.maxLength(60))),
  }),
  data: consentDocumentSchema,
  refusals: { 'consent.unknown-document': { status: 404, message: 'Documento não encontrado.' } },
  shared: 'everyone',
})
