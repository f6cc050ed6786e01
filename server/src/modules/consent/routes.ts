import {
  acceptDocumentsCall,
  listAcceptancesCall,
  documentsToAcceptCall,
  revokeAcceptanceCall,
} from '@clube/contract/consent/acceptance-calls.ts'
import { readConsentDocumentCall } from '@clube/contract/consent/calls.ts'
import {
  previewDocumentCall,
  publishDocumentCall,
  staffListDocumentsCall,
} from '@clube/contract/consent/staff-calls.ts'
import { consentKinds } from '@clube/contract/club/club.ts'
import type { Db } from '../../db/database.ts'
import { bindCall, type Binder } from '../../http/bind.ts'
import { bindForEveryone } from '../../http/bind-shared.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { Clock } from '../../ports/clock.ts'
import type { AppendAuditLine } from '../audit/index.ts'
import { findDocument, listDocuments, type ConsentRow } from './consent-store.ts'
import {
  acceptAll,
  parseKind,
  listDocumentsToAccept,
  ownAcceptances,
  revokeAcceptance,
} from './own-acceptances.ts'
import { publishDocumentAsStaff, prepareDocument } from './publish-document.ts'

const refuse = refusalsOf(readConsentDocumentCall)

/** Dependencies of consent. */
export type ConsentDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly audit: AppendAuditLine
  /** Which versions the campaigns with these slugs follow; any other version awaits approval by two people. */
  readonly listFollowedVersions: (db: Db, scopes: readonly string[]) => Promise<readonly FollowedVersion[]>
}

/** The version of a document that a campaign follows or, once it has ended, followed; null before it is approved. */
export type FollowedVersion = {
  readonly kind: string
  readonly scope: string
  readonly version: string | null
  /** Whether the campaign can still adopt another version. */
  readonly is_running: boolean
}

/** Binds the calls for public reading of documents, customers' acceptances, and publishing by staff. */
export const bindConsent = (binder: Binder, deps: ConsentDeps): void => {
  bindForEveryone(binder, readConsentDocumentCall, async ({ params, query }) => {
    const kind = consentKinds.find((known) => known === params.kind)
    const { version = null, scope = '' } = query
    const followed = scope === '' ? [] : await deps.listFollowedVersions(deps.db, [scope])
    const current = version ?? followed.find((each) => each.kind === kind)?.version ?? null
    const found = kind ? await findDocument(deps.db, { kind, scope, version: current }) : undefined
    if (!kind || !found) throw refuse('consent.unknown-document')
    const state = effectiveState(found, followed)
    const { document } = found
    return { kind, state, created_at: found.created_at.toISOString(), version: found.version, document }
  })
  bindAcceptances(binder, deps)
  bindPublishing(binder, deps)
}

/** The state of a version for its readers; it depends on the version that the campaign follows, if any. */
const effectiveState = (
  { kind, scope, version, state }: Pick<ConsentRow, 'kind' | 'scope' | 'version' | 'state'>,
  followed: readonly FollowedVersion[],
): 'active' | 'inactive' | 'pending' => {
  const campaign = followed.find((each) => each.kind === kind && each.scope === scope)
  if (!campaign) return state
  if (campaign.version === version) return 'active'
  return state === 'active' && campaign.is_running ? 'pending' : 'inactive'
}

const bindAcceptances = (binder: Binder, { db, clock }: ConsentDeps): void => {
  bindCall(binder, documentsToAcceptCall, async ({ session }) => ({
    data: await listDocumentsToAccept(db, session.customer_id),
  }))

  bindCall(binder, acceptDocumentsCall, async ({ body, session: { customer_id }, metadata }) => {
    const { documents, service_channel } = body
    await acceptAll(db, documents, { customer_id, now: clock(), ip: metadata.ip, service_channel })
    return { data: await listDocumentsToAccept(db, customer_id), message: 'Aceite registrado.' }
  })

  bindCall(binder, revokeAcceptanceCall, async ({ body, session: { customer_id } }) => ({
    data: await revokeAcceptance(db, { ...body, customer_id, now: clock() }),
    message: 'Aceite revogado.',
  }))

  bindCall(binder, listAcceptancesCall, async ({ session }) => ({
    data: await ownAcceptances(db, session.customer_id),
  }))
}

const bindPublishing = (binder: Binder, deps: ConsentDeps): void => {
  const versions = async () => {
    const rows = await listDocuments(deps.db)
    const followed = await deps.listFollowedVersions(deps.db, [...new Set(rows.map(({ scope }) => scope))])
    return rows.map(({ id: _id, ...row }) => ({
      ...row,
      state: effectiveState(row, followed),
      kind: parseKind(row.kind),
      document_hash: row.document_hash.toString('hex'),
      created_at: row.created_at.toISOString(),
    }))
  }

  bindCall(binder, staffListDocumentsCall, async () => ({ data: await versions() }))

  bindCall(binder, previewDocumentCall, async ({ body }) => {
    const { document, document_hash, removed } = prepareDocument(body.document)
    return { data: { document, document_hash: document_hash.toString('hex'), removed: [...removed] } }
  })

  bindCall(binder, publishDocumentCall, async ({ body, staff: { staff_id } }) => {
    const { kind, scope, version, document: html } = body
    await publishDocumentAsStaff(deps, { kind, scope, version, html, now: deps.clock(), staff_id })
    const published = (await versions()).find(
      (row) => row.kind === kind && row.scope === scope && row.version === version,
    )
    if (!published) throw new Error('The published version is missing')
    return { data: published, message: 'Documento publicado.' }
  })
}
