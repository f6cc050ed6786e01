import { supportRecoveryCall } from '@clube/contract/recovery/support-call.ts'
import { documentMismatchMessage, type PersonDocument } from '@clube/contract/brazil/document.ts'
import { clubYearOf } from '@clube/contract/kernel/club-time.ts'
import type { SignInEvent } from '@clube/contract/identity/sign-in-flow.ts'
import type { FormFile } from '@clube/contract/kernel/file.ts'
import { identityPhotos, type IdentityPhoto } from '@clube/contract/recovery/support-form.ts'
import { inTransaction, type Db, type Tx } from '../../db/database.ts'
import { InvalidInput, isRefusalOf, refusalsOf } from '../../kernel/refusal.ts'
import { expiryAfter } from '../../ports/clock.ts'
import type { Customer, RecoveryFlow, Visitor } from '../identity/index.ts'
import { contactsOf, givenContacts } from '../messaging/index.ts'
import type { Charge } from '../limits/index.ts'
import { photoErrorMessages, sealPhoto, storePhoto, type SealedPhoto } from '../photos/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyAllContacts } from './notify-all-contacts.ts'
import { protocolOf } from './protocol.ts'
import { sealForm } from './recovery-form.ts'
import { isOpen, type RecoveryForm } from './recovery-request.ts'
import {
  findSubmission,
  insertRequest,
  nextProtocolNumber,
  listRequestsSince,
} from './recovery-request-store.ts'
import { isRecoverable } from './reset-code.ts'
import { lockDocument } from './reset-code-store.ts'
import { auditLineOf, submissionHash } from './submission.ts'

const refuse = refusalsOf(supportRecoveryCall)

const dayMs = 24 * 3_600_000
/** Limits for devices known to the account for days, and for all others. */
const photoIpLimits = {
  established: ['recovery-photos-known.ip', 'recovery-photos-known.network'],
  others: ['recovery-photos.ip', 'recovery-photos.network'],
} as const
const submissionIpLimits = {
  established: ['recovery-requests-known.ip', 'recovery-requests-known.network'],
  others: ['recovery-requests.ip', 'recovery-requests.network'],
} as const
/**
 * Maximum requests per document within `countedDays`; those for which staff requested a new submission do not count.
 */
const maxRequests = 3
const countedDays = 30

/** The events of the support sub-flow: the browser applies them locally one by one, the submission all at once. */
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
  readonly visitor: Visitor
  readonly document: PersonDocument
  readonly form: RecoveryForm
  readonly files: Readonly<Record<IdentityPhoto, FormFile>>
}

type Acknowledgement = { readonly protocol: string; readonly answer_by: Date }

/**
 * Submits a remote-support request (spec §4 support sub-flow, §7 "Support recovery"). A document without an account
 * that can be recovered gets the same response: its photos are encrypted with discarded keys, and its decoy request is
 * never shown and is closed when due. A repeated submission, after a lost response or sent concurrently, gets the same
 * response and changes nothing.
 * @throws {Refusal} flow.wrong-step, recovery.already-open, recovery.requests-exhausted
 * @throws {InvalidInput} with the field of an invalid photo
 */
export const submitRecovery = async (
  deps: RecoveryDeps,
  input: SubmissionInput,
): Promise<Acknowledgement> => {
  const submission = {
    ...input,
    id_hash: deps.accounts.flowKeyOf(input.visitor.flow_id),
    document_index: deps.accounts.indexOf(input.document),
  }
  const submission_hash = await submissionHash(deps.vault, submission)
  try {
    return await acceptSubmission(deps, { ...submission, submission_hash })
  } catch (error) {
    if (!isConflict(error)) throw error
    // The conflict may be due to an earlier copy of this submission.
    const earlier = await findSubmission(deps.db, submission_hash)
    if (!earlier) throw error
    return earlier
  }
}

/** Refusals that an earlier copy of the same submission may have caused. */
const isConflict = (error: unknown): boolean =>
  isRefusalOf(
    error,
    supportRecoveryCall,
    'flow.wrong-step',
    'recovery.already-open',
    'recovery.requests-exhausted',
  )

const acceptSubmission = async (
  deps: RecoveryDeps,
  input: SubmissionInput & { document_index: Buffer; submission_hash: Buffer },
): Promise<Acknowledgement> => {
  const { db, clock, limits, vault } = deps
  const { document_index, submission_hash, visitor } = input
  const now = clock()
  requireSubmissionFlow(await deps.accounts.findFlow(db, visitor.flow_id, now), document_index)
  const device = await deps.accounts.knownDeviceOf(visitor, document_index)
  const known_device = device !== null
  await refuseExcessRequests(db, { document_index, known_device, now })
  const limitNames = submissionIpLimits[device?.is_established ? 'established' : 'others']
  const ipLimits = limitNames.map((limit) => ({ limit, key: visitor.ip }))
  // Only checked here, before decoding and uploading photos; accepted submissions spend it.
  for (const { limit, key } of ipLimits)
    if (await limits.isExhausted(limit, key, now)) throw refuse('recovery.requests-exhausted')
  const cleaned = await cleanAll(deps, input.files)
  const photos = await sealAll(deps, cleaned)
  const found = await deps.accounts.findByDocument(db, document_index)
  const customer = found && isRecoverable(found) ? found : null

  const id = deps.random.uuid()
  const answer_by = expiryAfter(now, deps.rules.answer_hours * 3600)
  return inTransaction(db, async (tx) => {
    await lockDocument(tx, document_index)
    const flow = requireSubmissionFlow(await deps.accounts.lockFlow(tx, visitor.flow_id, now), document_index)
    const follows = await refuseExcessRequests(tx, { document_index, known_device, now })
    if ((await limits.within(tx).spendAll(ipLimits, now)) !== null)
      throw refuse('recovery.requests-exhausted')
    const protocol = protocolOf({
      year: String(clubYearOf(now, deps.time_zone)),
      number: await nextProtocolNumber(tx),
    })
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
      known_device,
    })
    if (customer) await storePhotos(tx, { photos, subject_id: id, now })
    await deps.accounts.advanceFlow(tx, flow, { events: supportEvents, now })
    await acknowledge(deps, tx, { customer, form: input.form, protocol, until: answer_by })
    await deps.appendAuditLine(tx, auditLineOf({ id, protocol, customer_id: customer?.id ?? null, follows }))
    return { protocol, answer_by }
  })
}

/** The flow, if it allows a submission and belongs to this document. */
const requireSubmissionFlow = (flow: RecoveryFlow | undefined, document_index: Buffer): RecoveryFlow => {
  if (flow?.state.at !== 'resetPasswordOption') throw refuse('flow.wrong-step')
  if (!flow.document_index?.equals(document_index))
    throw new InvalidInput([{ path: 'document_id', message: documentMismatchMessage }])
  return flow
}

/**
 * One open request per document, three in thirty days; separately for known devices and for all others, so that others
 * cannot use up the owner's.
 * @returns the previous request, if staff asked the customer to submit again
 */
const refuseExcessRequests = async (
  db: Db,
  { now, ...sender }: { document_index: Buffer; known_device: boolean; now: Date },
): Promise<string | null> => {
  const since = new Date(now.getTime() - countedDays * dayMs)
  const requests = await listRequestsSince(db, { ...sender, since })
  if (requests.some(({ state }) => isOpen(state))) throw refuse('recovery.already-open')
  if (requests.filter(({ state }) => state.at !== 'asked_again').length >= maxRequests)
    throw refuse('recovery.requests-exhausted')
  const [latest] = requests
  return latest?.state.at === 'asked_again' ? latest.id : null
}

/**
 * Spends the limits of a submission before its photos are received, so that damaged ones count too.
 * @throws {Refusal} request.rate-limited
 */
export const admitRecovery = async (deps: RecoveryDeps, visitor: Visitor): Promise<void> => {
  const now = deps.clock()
  const flow = await deps.accounts.findFlow(deps.db, visitor.flow_id, now)
  const device = flow?.document_index ? await deps.accounts.knownDeviceOf(visitor, flow.document_index) : null
  const ipLimits = photoIpLimits[device?.is_established ? 'established' : 'others']
  const charges: readonly Charge[] = [
    { limit: 'recovery-photos.flow', key: visitor.flow_id },
    ...ipLimits.map((limit) => ({ limit, key: visitor.ip })),
  ]
  if ((await deps.limits.spendAll(charges, now)) !== null) throw refuse('request.rate-limited')
}

type Pictures = readonly { purpose: IdentityPhoto; bytes: Buffer }[]

/** @throws {InvalidInput} for every invalid photo */
const cleanAll = async (
  { photos: { decoder } }: RecoveryDeps,
  files: SubmissionInput['files'],
): Promise<Pictures> => {
  const errors: { path: string; message: string }[] = []
  const pictures: { purpose: IdentityPhoto; bytes: Buffer }[] = []
  for (const purpose of identityPhotos) {
    const clean = await decoder.clean(files[purpose])
    if (clean.ok) pictures.push({ purpose, bytes: clean.bytes })
    else errors.push({ path: purpose, message: photoErrorMessages[clean.error] })
  }
  if (errors.length > 0) throw new InvalidInput(errors)
  return pictures
}

type Sealed = readonly { purpose: IdentityPhoto; photo: SealedPhoto }[]

const sealAll = (deps: RecoveryDeps, pictures: Pictures): Promise<Sealed> =>
  Promise.all(
    pictures.map(async ({ purpose, bytes }) => ({ purpose, photo: await sealPhoto(deps.photos, bytes) })),
  )

const storePhotos = async (
  tx: Tx,
  { photos, subject_id, now }: { photos: Sealed; subject_id: string; now: Date },
): Promise<void> => {
  for (const { purpose, photo } of photos) await storePhoto(tx, { photo, purpose, subject_id, now })
}

/** Notifies the given contact and the account's, so that the owner learns of an attacker's request. */
const acknowledge = async (
  deps: RecoveryDeps,
  tx: Tx,
  input: { customer: Customer | null; form: RecoveryForm; protocol: string; until: Date },
): Promise<void> => {
  const { customer, form, protocol, until } = input
  const customer_id = customer?.id ?? null
  const own = customer === null ? [] : contactsOf({ ...customer, cellphone: null })
  if (form.email !== customer?.email)
    await notifyAllContacts(deps, tx, {
      customer_id,
      contacts: givenContacts({ email: form.email, cellphone: null }),
      content: { template: 'recovery-received', protocol, until, sent_to: 'applicant' },
    })
  await notifyAllContacts(deps, tx, {
    customer_id,
    contacts: own,
    content: { template: 'recovery-received', protocol, until, sent_to: 'account' },
  })
}
