import { consentKinds } from '@clube/contract/club/club.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import type { Db } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findDocument } from './consent-store.ts'

/** Serves the consent documents to anybody: they are read before joining. */
export const bindConsent = (binder: Binder, deps: { db: Db }): void => {
  bindCall(binder, readConsentDocumentCall, async ({ params, query }) => {
    const kind = consentKinds.find((known) => known === params.kind)
    const found = kind ? await findDocument(deps.db, { kind, version: query.version ?? null }) : undefined
    if (!kind || !found) throw new Refusal('consent.unknown-document')
    const { state, version, document } = found
    return { data: { kind, state, created_at: found.created_at.toISOString(), version, document } }
  })
}
