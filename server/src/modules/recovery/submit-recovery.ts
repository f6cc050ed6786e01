import { randomUUID } from 'node:crypto'
import { documentMismatchMessage, type PersonDocument } from '@clube/contract/brazil/document.ts'
import { clubYearOf } from '@clube/contract/kernel/club-time.ts'
import type { SignInEvent, SignInState } from '@clube/contract/identity/sign-in-flow.ts'
import { identityPhotos, type IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { InvalidInput, Refusal } from '../../kernel/refusal.ts'
import {
  advance,
  documentIndexOf,
  expiryAfter,
  findByDocument,
  findFlow,
  flowHash,
  flowSeconds,
  lockFlow,
  saveFlow,
  type Customer,
  type FlowRow,
} from '../identity/index.ts'
import { createLimits, type Limit } from '../limits/index.ts'
import { cleanPhoto, photoFaultMessages, sealPhoto, storePhoto, type SealedPhoto } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyEverywhere } from './notify-everywhere.ts'
import { protocolOf } from './protocol.ts'
import { sealForm } from './recovery-form.ts'
import { isOpen, type RecoveryForm } from './recovery-request.ts'
import { findSubmission, insertRequest, nextProtocolNumber, requestsSince } from './recovery-request-store.ts'
import { isRecoverable } from './reset-code.ts'
import { takeDocumentTurn } from './reset-code-store.ts'
import { arrivalLine, submissionHash } from './submission.ts'

const dayMs = 24 * 3_600_000
const submissionsOfAddress: Limit = { scope: 'recovery-address', limit: 5, window_seconds: 24 * 3600 }
/** Requests of one document within `countedDays`; those that were asked again do not count. */
const requestsAtMost = 3
const countedDays = 30

/** What the support sub-flow's steps mean as events: the browser walks them alone, the submission answers for all. */
const supportEvents: readonly SignInEvent[] = [
  { type: 'SUPPORT_REQUESTED' },
  { type: 'IDENTITY_VERIFIED' },
  { type: 'CELLPHONE_CONFIRMED' },
  { type: 'EMAIL_CONFIRMED' },
  { type: 'EXTRA_INFORMATION_CONFIRMED' },
  { type: 'PHOTO_CAPTURED' },
  { type: 'PHOTO_CAPTURED' },
  { type: 'SELFIE_INSTRUCTIONS_CONFIRMED' },
  { type: 'PHOTO_CAPTURED' },
  { type: 'SUBMISSION_CONFIRMED' },
]

export type SubmissionInput = {
  readonly flow_id: string
  readonly document: PersonDocument
  readonly form: RecoveryForm
  readonly files: Readonly<Record<IdentityPhoto, Uint8Array>>
  readonly address: string
}

type Answer = { readonly protocol: string; readonly answer_by: Date }

/**
 * Takes a request of remote support (spec §4 support sub-flow, §7 "Support recovery"). A document without an account
 * that can be recovered is answered alike: its photos are sealed with keys that nobody keeps, and its request is shown
 * to nobody and closed when its time is up. The same sending again, because its answer got lost or it came by two ways
 * at once, is answered the same and changes nothing.
 * @throws {Refusal} flow.out-of-step, recovery.already-open, recovery.requests-exhausted
 * @throws {InvalidInput} under the name of a photo that is none
 */
export const submitRecovery = async (deps: RecoveryDeps, input: SubmissionInput): Promise<Answer> => {
  const submission = {
    ...input,
    id_hash: flowHash(input.flow_id),
    document_index: documentIndexOf(deps.identity, input.document),
  }
  const submission_hash = submissionHash(deps.identity.vault, submission)
  try {
    return await takeIn(deps, { ...submission, submission_hash })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // What stands in the way may be this very sending, taken in before.
    const twin = await findSubmission(deps.identity.db, submission_hash)
    if (!twin) throw error
    return twin
  }
}

const takeIn = async (
  deps: RecoveryDeps,
  input: SubmissionInput & { id_hash: Buffer; document_index: Buffer; submission_hash: Buffer },
): Promise<Answer> => {
  const { db, clock, limits, vault } = deps.identity
  const { id_hash, document_index, submission_hash } = input
  const now = clock()
  afterSubmission(await findFlow(db, id_hash, now), document_index)
  await refuseSurplus(db, { document_index, now })
  const cleaned = await cleanAll(input.files)
  // Only asked here, before anything is put into the photo store, and spent by whoever is taken in.
  const spent = await limits.spentOf(submissionsOfAddress, input.address, now)
  if (spent >= submissionsOfAddress.limit) throw new Refusal('recovery.requests-exhausted')
  const photos = await sealAll(deps, cleaned)
  const found = await findByDocument(db, document_index)
  const customer = found && isRecoverable(found) ? found : null

  const id = randomUUID()
  const answer_by = expiryAfter(now, deps.rules.answer_hours * 3600)
  return inTransaction(db, async (tx) => {
    await takeDocumentTurn(tx, document_index)
    const state = afterSubmission(await lockFlow(tx, id_hash, now), document_index)
    const follows = await refuseSurplus(tx, { document_index, now })
    if (!(await createLimits(tx).spend(submissionsOfAddress, input.address, now)))
      throw new Refusal('recovery.requests-exhausted')
    const protocol = protocolOf({ year: String(clubYearOf(now)), number: await nextProtocolNumber(tx) })
    await insertRequest(tx, {
      id,
      protocol,
      document_index,
      customer_id: customer?.id ?? null,
      form_sealed: sealForm(vault, id, input.form),
      state: { at: 'submitted' },
      submitted_at: now,
      answer_by,
      follows,
      submission_hash,
    })
    if (customer) await keepPhotos(tx, { photos, subject_id: id, now })
    await saveFlow(tx, { id_hash, state, document_index, expires_at: expiryAfter(now, flowSeconds) })
    await acknowledge(deps, tx, { customer, form: input.form, protocol, until: answer_by })
    await deps.appendAuditLine(tx, arrivalLine({ id, protocol, customer_id: customer?.id ?? null, follows }))
    return { protocol, answer_by }
  })
}

/** Where the flow goes, if it may submit and speaks of this document. */
const afterSubmission = (flow: FlowRow | undefined, document_index: Buffer): SignInState => {
  if (flow?.state.at !== 'resetPasswordOption') throw new Refusal('flow.out-of-step')
  if (!flow.document_index?.equals(document_index))
    throw new InvalidInput([{ path: 'document_id', message: documentMismatchMessage }])
  return supportEvents.reduce(advance, flow.state)
}

/**
 * One open request per document, three in thirty days.
 * @returns the request that this one answers, when the last one was asked again
 */
const refuseSurplus = async (
  db: Db,
  { document_index, now }: { document_index: Buffer; now: Date },
): Promise<string | null> => {
  const since = new Date(now.getTime() - countedDays * dayMs)
  const requests = await requestsSince(db, { document_index, since })
  if (requests.some(({ state }) => isOpen(state))) throw new Refusal('recovery.already-open')
  if (requests.filter(({ state }) => state.at !== 'asked_again').length >= requestsAtMost)
    throw new Refusal('recovery.requests-exhausted')
  const [latest] = requests
  return latest?.state.at === 'asked_again' ? latest.id : null
}

type Pictures = readonly { purpose: IdentityPhoto; bytes: Buffer }[]

/** @throws {InvalidInput} naming every photo that cannot be taken */
const cleanAll = async (files: SubmissionInput['files']): Promise<Pictures> => {
  const errors: { path: string; message: string }[] = []
  const pictures: { purpose: IdentityPhoto; bytes: Buffer }[] = []
  for (const purpose of identityPhotos) {
    const clean = await cleanPhoto(files[purpose])
    if (clean.ok) pictures.push({ purpose, bytes: clean.bytes })
    else errors.push({ path: purpose, message: photoFaultMessages[clean.fault] })
  }
  if (errors.length > 0) throw new InvalidInput(errors)
  return pictures
}

type Sealed = readonly { purpose: IdentityPhoto; photo: SealedPhoto }[]

const sealAll = (deps: RecoveryDeps, pictures: Pictures): Promise<Sealed> =>
  Promise.all(
    pictures.map(async ({ purpose, bytes }) => ({ purpose, photo: await sealPhoto(deps.photos, bytes) })),
  )

const keepPhotos = async (
  tx: Tx,
  { photos, subject_id, now }: { photos: Sealed; subject_id: string; now: Date },
): Promise<void> => {
  for (const { purpose, photo } of photos) await storePhoto(tx, { photo, purpose, subject_id, now })
}

/** To the contact given, and to the account's own, so that its owner hears of a stranger's request. */
const acknowledge = (
  deps: RecoveryDeps,
  tx: Tx,
  input: { customer: Customer | null; form: RecoveryForm; protocol: string; until: Date },
): Promise<void> => {
  const { customer, form, protocol, until } = input
  return notifyEverywhere(deps, tx, {
    customer_id: customer?.id ?? null,
    contacts: { emails: [form.email, customer?.email ?? null], cellphones: [] },
    content: { template: 'recovery-received', protocol, until },
  })
}
