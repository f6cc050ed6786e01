import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { pageOf, readCursor, writeCursor } from '../../kernel/page.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import {
  type RecoveryLine,
  type RecoveryQueue,
  type RecoveryRequest as RecoveryRequestView,
  readRecoveryRequestCall,
  startReviewCall,
} from '@clube/contract/recovery/review-calls.ts'
import { identityPhotos } from '@clube/contract/recovery/support-form.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { Customer } from '../identity/index.ts'
import { listPhotos, viewedPhotos } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { maskCellphone, maskEmail } from '@clube/contract/brazil/masked-contacts.ts'
import { openForm } from './recovery-form.ts'
import {
  changesBothContacts,
  startReview,
  type RecoveryRequest,
  type RecoveryState,
  type StaffActor,
} from './recovery-request.ts'
import { findRequest, listRequests, lockRequest, saveState, type QueueKey } from './recovery-request-store.ts'

const refuseRead = refusalsOf(readRecoveryRequestCall)
const refuseStart = refusalsOf(startReviewCall)

const pageSize = 30

/** A page of a queue: pending requests by age, decided ones newest first. */
export const listRecoveryRequests = async (
  deps: RecoveryDeps,
  input: { queue: RecoveryQueue; cursor: string | null; by: StaffActor },
): Promise<{ lines: RecoveryLine[]; next_cursor: string | null }> => {
  const { queue, by } = input
  const requests = await listRequests(deps.db, {
    queue,
    newestFirst: queue === 'decided',
    after: input.cursor === null ? null : readCursor(input.cursor, parseKey),
    limit: pageSize + 1,
  })
  const { page, next_cursor } = pageOf(requests, pageSize, cursorOf)
  const lines = await Promise.all(
    page.map(async (request) => {
      const owned = await withOwner(deps, request)
      if (!owned) throw new Error('The listed request has no account')
      return lineOf(deps, owned, by)
    }),
  )
  return { lines, next_cursor }
}

/**
 * The details a reviewer needs; reading them is audited.
 * @throws {Refusal} recovery.unknown-request
 */
export const readRecoveryRequest = async (
  deps: RecoveryDeps,
  input: { request_id: string; by: StaffActor },
): Promise<RecoveryRequestView> => {
  const { db } = deps
  const request = await findRequest(db, input.request_id)
  if (!request) throw refuseRead('recovery.unknown-request')
  await inTransaction(db, (tx) =>
    deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: input.by.staff_id },
      action: 'recovery.read',
      subject: { kind: 'recovery-request', id: request.id },
      sentence: `Consultou o pedido ${request.protocol}.`,
    }),
  )
  const owned = await withOwner(deps, request)
  if (!owned) throw refuseRead('recovery.unknown-request')
  return viewOf(deps, owned, input.by)
}

/**
 * Starts the review of a request.
 * @throws {Refusal} recovery.unknown-request, recovery.taken, recovery.already-decided
 */
export const startRecoveryReview = async (
  deps: RecoveryDeps,
  input: { request_id: string; by: StaffActor },
): Promise<RecoveryRequestView> => {
  const { by } = input
  const request = await inTransaction(deps.db, async (tx) => {
    const locked = await lockRequest(tx, input.request_id)
    if (!locked || locked.customer_id === null) throw refuseStart('recovery.unknown-request')
    const started = startReview(locked.state, by, deps.clock())
    if (!started.ok) throw refuseStart(started)
    await saveState(tx, { request: locked, state: started.state })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: by.staff_id },
      action: 'recovery.start-review',
      subject: { kind: 'recovery-request', id: locked.id },
      sentence: `Assumiu a análise do pedido ${locked.protocol}.`,
    })
    return { ...locked, state: started.state }
  })
  const owned = await withOwner(deps, request)
  if (!owned) throw refuseStart('recovery.unknown-request')
  return viewOf(deps, owned, by)
}

type Owned = { request: RecoveryRequest; owner: Customer }

/** A request with its account; undefined for a document without an account, which is never shown. */
const withOwner = async (deps: RecoveryDeps, request: RecoveryRequest): Promise<Owned | undefined> => {
  const owner =
    request.customer_id === null ? undefined : await deps.accounts.findById(deps.db, request.customer_id)
  return owner && { request, owner }
}

const lineOf = (deps: RecoveryDeps, { request, owner }: Owned, by: StaffActor): RecoveryLine => {
  const { document_type } = owner
  const document_id = deps.accounts.documentOf(owner)
  const form = openForm(deps.vault, request)
  return {
    id: request.id,
    protocol: request.protocol,
    state: request.state.at,
    submitted_at: request.submitted_at.toISOString(),
    answer_by: request.answer_by.toISOString(),
    document: maskDocument({ document_type, document_id }),
    changes_both_contacts: form !== null && changesBothContacts(form, owner),
    is_mine: actorOf(request.state)?.staff_id === by.staff_id,
  }
}

const viewOf = async (
  deps: RecoveryDeps,
  { request, owner }: Owned,
  by: StaffActor,
): Promise<RecoveryRequestView> => {
  const { db, vault } = deps
  const form = openForm(vault, request)
  const photos = await listPhotos(db, request.id)
  const viewed = await viewedPhotos(db, { subject_id: request.id, staff_id: by.staff_id })
  const earlier = request.follows === null ? undefined : await findRequest(db, request.follows)
  const { state } = request
  return {
    ...lineOf(deps, { request, owner }, by),
    customer_id: owner.id,
    document_type: owner.document_type,
    name: { given: form?.name ?? '', on_file: owner.name },
    birth_date: {
      given: form?.birth_date ?? null,
      is_on_file: form !== null && form.birth_date === owner.birth_date,
    },
    cellphone: {
      status: form?.cellphone_status ?? 'unchanged',
      ...compareWithFile(owner.cellphone, form?.cellphone, form?.previous_cellphone),
      on_file: owner.cellphone && maskCellphone(owner.cellphone),
    },
    email: {
      status: form?.email_status ?? 'unchanged',
      ...compareWithFile(owner.email, form?.email, form?.previous_email),
      on_file: owner.email && maskEmail(owner.email),
    },
    extra_information: form?.extra_information ?? 'no',
    extra_information_description: form?.extra_information_description ?? null,
    photos: identityPhotos.flatMap((purpose) =>
      photos
        .filter((photo) => photo.purpose === purpose)
        .map(({ id, purged_at }) => ({
          id,
          purpose,
          is_purged: purged_at !== null,
          is_viewed: viewed.has(id),
        })),
    ),
    submission_day: clubDayOf(request.submitted_at, deps.time_zone),
    reviewer_name: actorOf(state)?.name ?? null,
    send_by: 'send_by' in state ? state.send_by : null,
    was_held: state.at === 'approved' && state.after_hold === true,
    held_until: state.at === 'held' ? state.until : null,
    decided_at: 'decided_at' in state ? state.decided_at : null,
    reason: 'reason' in state ? state.reason : null,
    follows_protocol: earlier?.protocol ?? null,
  }
}

const compareWithFile = (
  on_file: string | null,
  given: string = '',
  previous: string | null = null,
): { given: string; previous: string | null; is_on_file: boolean; is_previous_on_file: boolean | null } => ({
  given,
  previous,
  is_on_file: given === on_file,
  is_previous_on_file: previous === null ? null : previous === on_file,
})

/** The current or last reviewer. */
const actorOf = (state: RecoveryState): StaffActor | null => {
  switch (state.at) {
    case 'submitted':
      return null
    case 'in_review':
      return state.reviewer
    case 'needs_second':
      return state.first
    case 'held':
      return state.second
    case 'approved':
    case 'asked_again':
    case 'rejected':
      return state.by
    default:
      return state satisfies never
  }
}

const cursorOf = ({ submitted_at, id }: QueueKey): string => writeCursor([submitted_at.toISOString(), id])

const parseKey = ([at, id]: readonly unknown[]): QueueKey | null => {
  if (typeof at !== 'string' || typeof id !== 'string') return null
  const ms = Date.parse(at)
  return Number.isNaN(ms) || !/^[0-9a-f-]{36}$/.test(id) ? null : { submitted_at: new Date(ms), id }
}
