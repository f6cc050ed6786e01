import * as z from 'zod/mini'
import { serviceChannelSchema } from '../campaigns/service-channel.ts'
import { consentKinds } from '../club/club.ts'
import { defineCall } from '../kernel/call.ts'

/** Empty for the club's documents; a campaign's slug for those of that campaign. */
const scopeSchema = z._default(z.string().check(z.maxLength(60)), '')

/** Identify one version of one document. */
const documentNameFields = {
  kind: z.enum(consentKinds),
  scope: scopeSchema,
  version: z.string().check(z.maxLength(40)),
}

const documentToAcceptSchema = z.object({
  kind: z.enum(consentKinds),
  scope: z.string(),
  version: z.string(),
  /** ISO instant of publication. */
  created_at: z.string(),
  /** The version accepted earlier; null when this is the first. */
  accepted_version: z.nullable(z.string()),
})
export type DocumentToAccept = z.infer<typeof documentToAcceptSchema>

const acceptanceSchema = z.object({
  acceptance_id: z.string(),
  kind: z.enum(consentKinds),
  scope: z.string(),
  version: z.string(),
  /** SHA-256 of the text that was accepted, in hex. */
  document_hash: z.string(),
  accepted_at: z.string(),
  service_channel: z.string(),
  revoked_at: z.nullable(z.string()),
})
export type Acceptance = z.infer<typeof acceptanceSchema>

/** Documents to accept now: the club's, and new versions of those accepted earlier. */
export const documentsToAcceptCall = defineCall({
  method: 'GET',
  path: '/api/marketing/consent/needed',
  summary: 'Documentos que a pessoa precisa aceitar.',
  data: z.array(documentToAcceptSchema),
  refusals: {},
  session: 'customer',
})

/** Accepts documents in the versions shown; idempotent. */
export const acceptDocumentsCall = defineCall({
  method: 'POST',
  path: '/api/marketing/consent/accept',
  summary: 'Aceita documentos na versão lida.',
  body: z.object({
    documents: z.array(z.object(documentNameFields)).check(z.minLength(1), z.maxLength(20)),
    service_channel: serviceChannelSchema,
  }),
  data: z.array(documentToAcceptSchema),
  refusals: {
    'consent.outdated': {
      status: 409,
      message: 'Este documento foi atualizado. Leia a nova versão antes de aceitar.',
    },
  },
  session: 'customer',
})

/** Revokes an acceptance; idempotent. */
export const revokeAcceptanceCall = defineCall({
  method: 'POST',
  path: '/api/marketing/consent/revoke',
  summary: 'Revoga um aceite.',
  body: z.object({ acceptance_id: z.uuid() }),
  data: acceptanceSchema,
  refusals: { 'consent.unknown-acceptance': { status: 404, message: 'Aceite não encontrado.' } },
  session: 'customer',
})

/** All acceptances of the customer, newest first. */
export const listAcceptancesCall = defineCall({
  method: 'GET',
  path: '/api/marketing/consent/acceptances',
  summary: 'Aceites da pessoa, com as evidências.',
  data: z.array(acceptanceSchema),
  refusals: {},
  session: 'customer',
})
