import type { ContactStatus, ExtraInformationAnswer } from '@clube/contract/recovery/support-form.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { holdHours } from '@clube/contract/recovery/limits.ts'
import type { RecoveryStateName } from '@clube/contract/recovery/review.ts'
import { contactsOf } from '../messaging/index.ts'

/** The acting staff member. */
export type StaffActor = { readonly staff_id: string; readonly name: string }

/** State of a request. Instants are ISO strings, as stored. */
export type RecoveryState =
  | { readonly at: 'submitted' }
  | { readonly at: 'in_review'; readonly reviewer: StaffActor; readonly since: string }
  | { readonly at: 'needs_second'; readonly first: StaffActor; readonly send_by: RecoveryMethod }
  | {
      readonly at: 'held'
      readonly first: StaffActor
      readonly second: StaffActor
      readonly send_by: RecoveryMethod
      readonly until: string
    }
  | {
      readonly at: 'approved'
      readonly by: StaffActor
      readonly decided_at: string
      /**
       * Whether the request waited through the hold. Without a hold, nothing is sent to a new contact, and no new
       * contact is adopted.
       */
      readonly after_hold?: boolean
    }
  | {
      readonly at: 'asked_again' | 'rejected'
      /** Null when closed by the system. */
      readonly by: StaffActor | null
      readonly decided_at: string
      readonly reason: string
    }

/** The submitted form, which is stored sealed. */
export type RecoveryForm = {
  readonly name: string
  readonly birth_date: string | null
  readonly cellphone_status: ContactStatus
  readonly cellphone: string
  readonly previous_cellphone: string | null
  readonly email_status: ContactStatus
  readonly email: string
  readonly previous_email: string | null
  readonly extra_information: ExtraInformationAnswer
  readonly extra_information_description: string | null
}

/** A request. */
export type RecoveryRequest = {
  readonly id: string
  readonly protocol: string
  readonly document_index: Buffer
  readonly customer_id: string | null
  readonly form_sealed: Buffer | null
  readonly state: RecoveryState
  readonly submitted_at: Date
  readonly answer_by: Date
  readonly follows: string | null
}

/** Open states: at most one open request per document. */
export const openStates = [
  'submitted',
  'in_review',
  'needs_second',
  'held',
] as const satisfies readonly RecoveryStateName[]

/** Result of a transition: the next state, or a refusal code. */
export type Decided<Code extends string = 'recovery.taken' | 'recovery.already-decided'> =
  | { readonly ok: true; readonly state: RecoveryState }
  | { readonly ok: false; readonly code: Code }

/** Time after which an unfinished review returns to the queue. */
const reviewMs = 30 * 60_000
const hourMs = 3_600_000

const decided = (state: RecoveryState): { readonly ok: true; readonly state: RecoveryState } => ({
  ok: true,
  state,
})
const alreadyDecided: Decided<'recovery.already-decided'> = { ok: false, code: 'recovery.already-decided' }

/** Starts a review of a new request, the caller's own, or an abandoned one. */
export const startReview = (state: RecoveryState, by: StaffActor, now: Date): Decided => {
  switch (state.at) {
    case 'submitted':
      return decided({ at: 'in_review', reviewer: by, since: now.toISOString() })
    case 'in_review': {
      const isMine = state.reviewer.staff_id === by.staff_id
      const isAbandoned = now.getTime() - Date.parse(state.since) >= reviewMs
      if (!isMine && !isAbandoned) return { ok: false, code: 'recovery.taken' }
      return decided({ at: 'in_review', reviewer: by, since: now.toISOString() })
    }
    default:
      return alreadyDecided
  }
}

/** Approves; when the contact that gets the code is new, a second reviewer must approve. */
export const approve = (
  state: RecoveryState,
  input: { by: StaffActor; send_by: RecoveryMethod; isContactNew: boolean; now: Date },
): Decided => {
  const checked = checkReviewer(state, input.by)
  if (!checked.ok) return checked
  const { by, send_by, now } = input
  return decided(
    input.isContactNew
      ? { at: 'needs_second', first: by, send_by }
      : { at: 'approved', by, decided_at: now.toISOString(), after_hold: false },
  )
}

/** The second approval starts the hold. */
export const approveSecond = (
  state: RecoveryState,
  by: StaffActor,
  now: Date,
): Decided<'recovery.already-decided' | 'recovery.same-person'> => {
  if (state.at !== 'needs_second') return alreadyDecided
  if (state.first.staff_id === by.staff_id) return { ok: false, code: 'recovery.same-person' }
  const until = new Date(now.getTime() + holdHours * hourMs).toISOString()
  return decided({ at: 'held', first: state.first, second: by, send_by: state.send_by, until })
}

/** The hold ended without an objection. */
export const release = (state: RecoveryState, now: Date): Decided =>
  state.at === 'held' && Date.parse(state.until) <= now.getTime()
    ? decided({ at: 'approved', by: state.second, decided_at: now.toISOString(), after_hold: true })
    : alreadyDecided

/** Requests better photos or data, by the first or second reviewer. */
export const requestResubmission = (
  state: RecoveryState,
  input: { by: StaffActor; reason: string; now: Date },
): Decided => {
  const checked = state.at === 'needs_second' ? decided(state) : checkReviewer(state, input.by)
  if (!checked.ok) return checked
  const { by, reason, now } = input
  return decided({ at: 'asked_again', by, reason, decided_at: now.toISOString() })
}

/** Rejects a request, including one on hold to which the owner objected. */
export const reject = (
  state: RecoveryState,
  input: { by: StaffActor; reason: string; now: Date },
): Decided => {
  const { by, reason, now } = input
  const checked =
    state.at === 'needs_second' || state.at === 'held' ? decided(state) : checkReviewer(state, by)
  return checked.ok ? decided({ at: 'rejected', by, reason, decided_at: now.toISOString() }) : checked
}

/** Closes an open request automatically. */
export const close = (state: RecoveryState, input: { reason: string; now: Date }): Decided =>
  isOpen(state)
    ? decided({ at: 'rejected', by: null, reason: input.reason, decided_at: input.now.toISOString() })
    : alreadyDecided

/** Whether the request is open. */
export const isOpen = (state: RecoveryState): boolean =>
  (openStates as readonly RecoveryStateName[]).includes(state.at)

const checkReviewer = (state: RecoveryState, by: StaffActor): Decided => {
  if (state.at === 'submitted') return { ok: false, code: 'recovery.already-decided' }
  if (state.at !== 'in_review') return alreadyDecided
  return state.reviewer.staff_id === by.staff_id ? decided(state) : { ok: false, code: 'recovery.taken' }
}

type Contacts = { readonly cellphone: string | null; readonly email: string | null }

/** Whether both given contacts differ from those of the account, so that neither proves ownership. */
export const changesBothContacts = (
  form: Pick<RecoveryForm, 'cellphone' | 'email'>,
  account: Contacts,
): boolean => form.cellphone !== account.cellphone && form.email !== account.email

/**
 * Which contacts a held request changes; null when it changes none and is held because its code goes to an unverified
 * contact.
 */
export const newContactsOf = (
  form: Pick<RecoveryForm, 'cellphone' | 'email'>,
  account: Contacts,
): 'email' | 'cellphone' | 'both' | null => {
  if (form.cellphone === account.cellphone) return form.email === account.email ? null : 'email'
  return form.email === account.email ? 'cellphone' : 'both'
}

/** The given contact that gets the code. */
export const receivingContact = (
  form: Pick<RecoveryForm, 'cellphone' | 'email'>,
  send_by: RecoveryMethod,
): string => (send_by === 'email' ? form.email : form.cellphone)

/**
 * Whether the code would go to a contact that the account does not have or has not confirmed: it may be the
 * requester's.
 */
export const isReceivingContactNew = (
  form: Pick<RecoveryForm, 'cellphone' | 'email'>,
  account: Parameters<typeof contactsOf>[0],
  send_by: RecoveryMethod,
): boolean =>
  !contactsOf(account).some(
    ({ channel, to, is_verified }) =>
      is_verified && channel === send_by && to === receivingContact(form, send_by),
  )
