import { maskDocument } from '@clube/contract/brazil/masked-document.ts'
import { clubDayOf } from '@clube/contract/kernel/club-time.ts'
import type {
  RecoveryLine,
  RecoveryQueue,
  RecoveryRequest as RecoveryRequestView,
} from '@clube/contract/recovery/review-calls.ts'
import { identityPhotos } from '@clube/contract/recovery/support-form.ts'
import type { RecoveryStateName } from '@clube/contract/recovery/review.ts'
import { inTransaction } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { documentLabel, findById, type Customer } from '../identity/index.ts'
import { listPhotos } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { maskCellphone, maskEmail } from './masked-contacts.ts'
import { openForm } from './recovery-form.ts'
import {
  changesBothContacts,
  startReview,
  type RecoveryRequest,
  type RecoveryState,
  type StaffActor,
} from './recovery-request.ts'
import {
  findRequest,
  listRequests,
  lockRequest,
  saveState,
  type QueuePlace,
} from './recovery-request-store.ts'

const pageSize = 30

const statesOf: Readonly<Record<RecoveryQueue, readonly RecoveryStateName[]>> = {
  waiting: ['submitted', 'in_review'],
  second: ['needs_second'],
  held: ['held'],
  decided: ['approved', 'asked_again', 'rejected'],
}

/** A page of a desk's list: what waits by age, what is decided with the newest first. */
export const listRecoveryRequests = async (
  deps: RecoveryDeps,
  input: { queue: RecoveryQueue; cursor: string | null; by: StaffActor },
): Promise<{ lines: RecoveryLine[]; next_cursor: string | null }> => {
  const { queue, by } = input
  const requests = await listRequests(deps.identity.db, {
    states: statesOf[queue],
    newestFirst: queue === 'decided',
    after: readCursor(input.cursor),
    limit: pageSize + 1,
  })
  const page = requests.slice(0, pageSize)
  const lines = await Promise.all(
    page.map(async (request) => lineOf(deps, await withOwner(deps, request), by)),
  )
  const last = page.at(-1)
  return { lines, next_cursor: requests.length > pageSize && last ? cursorOf(last) : null }
}

/**
 * Everything a reviewer needs to decide; reading it leaves a line in the audit.
 * @throws {Refusal} recovery.unknown-request
 */
export const readRecoveryRequest = async (
  deps: RecoveryDeps,
  input: { request_id: string; by: StaffActor },
): Promise<RecoveryRequestView> => {
  const { db } = deps.identity
  const request = await findRequest(db, input.request_id)
  if (!request) throw new Refusal('recovery.unknown-request')
  await inTransaction(db, (tx) =>
    deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: input.by.staff_id },
      action: 'recovery.read',
      subject: { kind: 'recovery-request', id: request.id },
      sentence: `Consultou o pedido ${request.protocol}.`,
    }),
  )
  return viewOf(deps, request, input.by)
}

/**
 * Takes a request into one's own hands.
 * @throws {Refusal} recovery.unknown-request, recovery.taken, recovery.already-decided
 */
export const startRecoveryReview = async (
  deps: RecoveryDeps,
  input: { request_id: string; by: StaffActor },
): Promise<RecoveryRequestView> => {
  const { by } = input
  const request = await inTransaction(deps.identity.db, async (tx) => {
    const held = await lockRequest(tx, input.request_id)
    if (!held || held.customer_id === null) throw new Refusal('recovery.unknown-request')
    const started = startReview(held.state, by, deps.identity.clock())
    if (!started.ok) throw new Refusal(started.code)
    await saveState(tx, { request: held, state: started.state })
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: by.staff_id },
      action: 'recovery.start-review',
      subject: { kind: 'recovery-request', id: held.id },
      sentence: `Assumiu a análise do pedido ${held.protocol}.`,
    })
    return { ...held, state: started.state }
  })
  return viewOf(deps, request, by)
}

type Owned = { request: RecoveryRequest; owner: Customer }

const withOwner = async (deps: RecoveryDeps, request: RecoveryRequest): Promise<Owned> => {
  const owner =
    request.customer_id === null ? undefined : await findById(deps.identity.db, request.customer_id)
  if (!owner) throw new Refusal('recovery.unknown-request')
  return { request, owner }
}

const lineOf = (deps: RecoveryDeps, { request, owner }: Owned, by: StaffActor): RecoveryLine => {
  const { document_type } = owner
  const document_id = deps.identity.vault.open(documentLabel, owner.document_sealed)
  const form = openForm(deps.identity.vault, request)
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
  request: RecoveryRequest,
  by: StaffActor,
): Promise<RecoveryRequestView> => {
  const { db, vault } = deps.identity
  const { owner } = await withOwner(deps, request)
  const form = openForm(vault, request)
  const photos = await listPhotos(db, request.id)
  const earlier = request.follows === null ? undefined : await findRequest(db, request.follows)
  const { state } = request
  return {
    ...lineOf(deps, { request, owner }, by),
    document_type: owner.document_type,
    name: { given: form?.name ?? '', on_file: owner.name },
    birth_date: {
      given: form?.birth_date ?? null,
      is_on_file: form !== null && form.birth_date === owner.birth_date,
    },
    cellphone: {
      status: form?.cellphone_status ?? 'unchanged',
      ...comparedWith(owner.cellphone, form?.cellphone, form?.previous_cellphone),
      on_file: owner.cellphone && maskCellphone(owner.cellphone),
    },
    email: {
      status: form?.email_status ?? 'unchanged',
      ...comparedWith(owner.email, form?.email, form?.previous_email),
      on_file: owner.email && maskEmail(owner.email),
    },
    extra_information: form?.extra_information ?? 'no',
    extra_information_description: form?.extra_information_description ?? null,
    photos: identityPhotos.flatMap((purpose) =>
      photos
        .filter((photo) => photo.purpose === purpose)
        .map(({ id, purged_at }) => ({ id, purpose, is_purged: purged_at !== null })),
    ),
    submission_day: clubDayOf(request.submitted_at),
    reviewer_name: actorOf(state)?.name ?? null,
    held_until: state.at === 'held' ? state.until : null,
    decided_at: 'decided_at' in state ? state.decided_at : null,
    reason: 'reason' in state ? state.reason : null,
    follows_protocol: earlier?.protocol ?? null,
  }
}

const comparedWith = (
  on_file: string | null,
  given: string = '',
  previous: string | null = null,
): { given: string; previous: string | null; is_on_file: boolean; is_previous_on_file: boolean | null } => ({
  given,
  previous,
  is_on_file: given === on_file,
  is_previous_on_file: previous === null ? null : previous === on_file,
})

/** Who has the request in hand, or had it last. */
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

const cursorOf = ({ submitted_at, id }: QueuePlace): string =>
  Buffer.from(`${submitted_at.toISOString()} ${id}`).toString('base64url')

/** A cursor that we never made is the beginning. */
const readCursor = (cursor: string | null): QueuePlace | null => {
  const text = cursor === null ? '' : Buffer.from(cursor, 'base64url').toString()
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(text)
  const ms = Date.parse(parts?.[1] ?? '')
  return parts?.[2] === undefined || Number.isNaN(ms) ? null : { submitted_at: new Date(ms), id: parts[2] }
}
