import type { changedRequestRefusals } from '@clube/contract/recovery/staff-request.ts'
import {
  approveRecoveryCall,
  approveRecoverySecondCall,
  requestResubmissionCall,
  rejectRecoveryCall,
} from '@clube/contract/recovery/decision-calls.ts'
import {
  resubmissionReasons,
  rejectReasons,
  type ResubmissionReason,
  type RejectReason,
  type ReviewAnswers,
} from '@clube/contract/recovery/review.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, type Refuse } from '../../kernel/refusal.ts'
import type { Customer } from '../identity/index.ts'
import { contactsOf } from '../messaging/index.ts'
import { decidePhotos, listPhotos, viewedPhotos } from '../photos/index.ts'
import { sendApprovedCode } from './approved-code.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyApplicant, notifyAllContacts } from './notify-all-contacts.ts'
import { createObjection } from './object-to-recovery.ts'
import { openForm } from './recovery-form.ts'
import {
  approve,
  approveSecond,
  requestResubmission,
  isReceivingContactNew,
  newContactsOf,
  reject,
  type RecoveryForm,
  type RecoveryRequest,
  type RecoveryState,
  type StaffActor,
} from './recovery-request.ts'
import { lockRequest, saveObjection, saveState } from './recovery-request-store.ts'

type Decision = { readonly request_id: string; readonly by: StaffActor }

/** A request to decide, with everything the decision needs. */
type DecisionContext = { request: RecoveryRequest; form: RecoveryForm; customer: Customer; now: Date }

/**
 * Approves a request under the caller's review. When the contact that gets the code is new to the account or
 * unverified, a second reviewer must approve; otherwise the code is sent immediately.
 * @throws {Refusal} recovery.checklist-failed, recovery.unknown-request, recovery.taken, recovery.already-decided,
 *   recovery.photos-not-viewed
 */
export const approveRecovery = (
  deps: RecoveryDeps,
  input: Decision & { checklist: ReviewAnswers; send_by: RecoveryMethod },
): Promise<RecoveryState> => {
  const refuse = refusalsOf(approveRecoveryCall)
  requireAll(input.checklist, refuse)
  const { by, send_by } = input
  return decide(deps, input, {
    action: 'recovery.approve',
    refuse,
    rule: ({ request, form, customer, now }) => {
      const decided = approve(request.state, {
        by,
        send_by,
        isContactNew: isReceivingContactNew(form, customer, send_by),
        now,
      })
      if (!decided.ok) throw refuse(decided)
      return decided.state
    },
    requirement: async (tx, { request }) => {
      if (!(await hasViewedPhotos(tx, request, by))) throw refuse('recovery.photos-not-viewed')
    },
    effect: async (tx, { request, now }, state) => {
      if (state.at === 'approved') await sendApprovedCode(deps, tx, { request, send_by, now })
    },
    sentence: ({ request }, state) =>
      state.at === 'needs_second'
        ? `Deu a primeira aprovação ao pedido ${request.protocol}, cujo código vai a um contato novo ou não confirmado.`
        : `Aprovou o pedido ${request.protocol}, com todos os itens conferidos.`,
  })
}

/**
 * Gives the second approval: starts the hold and notifies the account's contacts, with a link that stops the request.
 * @throws {Refusal} recovery.checklist-failed, recovery.same-person, recovery.unknown-request,
 *   recovery.already-decided, recovery.photos-not-viewed
 */
export const approveRecoverySecond = (
  deps: RecoveryDeps,
  input: Decision & { checklist: ReviewAnswers },
): Promise<RecoveryState> => {
  const refuse = refusalsOf(approveRecoverySecondCall)
  requireAll(input.checklist, refuse)
  return decide(deps, input, {
    action: 'recovery.approve-second',
    refuse,
    rule: ({ request, now }) => {
      const decided = approveSecond(request.state, input.by, now)
      if (!decided.ok) throw refuse(decided)
      return decided.state
    },
    requirement: async (tx, { request }) => {
      if (!(await hasViewedPhotos(tx, request, input.by))) throw refuse('recovery.photos-not-viewed')
    },
    effect: async (tx, { request, form, customer }, state) => {
      if (state.at !== 'held') return
      const { objection_hash, link } = createObjection(deps)
      await saveObjection(tx, { id: request.id, objection_hash })
      await notifyAllContacts(deps, tx, {
        customer_id: customer.id,
        contacts: contactsOf(customer),
        content: {
          template: 'recovery-held',
          protocol: request.protocol,
          changed: newContactsOf(form, customer),
          until: new Date(state.until),
          link,
        },
      })
    },
    sentence: ({ request }) => `Deu a segunda aprovação ao pedido ${request.protocol}; espera de 24 horas.`,
  })
}

/**
 * Asks the customer to submit again.
 * @throws {Refusal} recovery.unknown-request, recovery.taken, recovery.already-decided
 */
export const requestRecoveryResubmission = (
  deps: RecoveryDeps,
  input: Decision & { reason: ResubmissionReason },
): Promise<RecoveryState> => {
  const refuse = refusalsOf(requestResubmissionCall)
  const reason = resubmissionReasons[input.reason]
  return decide(deps, input, {
    action: 'recovery.ask-again',
    refuse,
    rule: ({ request, now }) => {
      const decided = requestResubmission(request.state, { by: input.by, reason, now })
      if (!decided.ok) throw refuse(decided)
      return decided.state
    },
    effect: (tx, context) => notifyCustomer(deps, tx, context, { template: 'recovery-asked-again', reason }),
    sentence: ({ request }) => `Pediu novo envio no pedido ${request.protocol}. Motivo: ${reason}`,
  })
}

/**
 * Rejects a request, including one on hold when its owner objects.
 * @throws {Refusal} recovery.unknown-request, recovery.taken, recovery.already-decided
 */
export const rejectRecovery = (
  deps: RecoveryDeps,
  input: Decision & { reason: RejectReason },
): Promise<RecoveryState> => {
  const refuse = refusalsOf(rejectRecoveryCall)
  const reason = rejectReasons[input.reason]
  return decide(deps, input, {
    action: 'recovery.reject',
    refuse,
    rule: ({ request, now }) => {
      const decided = reject(request.state, { by: input.by, reason, now })
      if (!decided.ok) throw refuse(decided)
      return decided.state
    },
    effect: (tx, context) => notifyCustomer(deps, tx, context, { template: 'recovery-rejected', reason }),
    sentence: ({ request }) => `Recusou o pedido ${request.protocol}. Motivo: ${reason}`,
  })
}

/** Whether this staff member has opened every photo of the request. Photos that are purged unseen never count. */
const hasViewedPhotos = async (tx: Tx, request: RecoveryRequest, by: StaffActor): Promise<boolean> => {
  const photos = await listPhotos(tx, request.id)
  const viewed = await viewedPhotos(tx, { subject_id: request.id, staff_id: by.staff_id })
  return photos.length > 0 && photos.every(({ id }) => viewed.has(id))
}

/** @throws {Refusal} recovery.checklist-failed */
const requireAll = (
  checklist: ReviewAnswers,
  refuse: Refuse<Pick<(typeof approveRecoveryCall)['refusals'], 'recovery.checklist-failed'>>,
): void => {
  if (Object.values(checklist).some((answer) => answer !== 'yes')) throw refuse('recovery.checklist-failed')
}

/** Decides a request: lock, apply the rule, update, notify, audit. */
const decide = (
  deps: RecoveryDeps,
  decision: Decision,
  step: {
    action: string
    refuse: Refuse<typeof changedRequestRefusals>
    /** The next state; throws a refusal when the transition is not allowed. */
    rule: (context: DecisionContext) => RecoveryState
    /** What else an allowed transition requires; throws a refusal otherwise. */
    requirement?: (tx: Tx, context: DecisionContext) => Promise<void>
    effect: (tx: Tx, context: DecisionContext, state: RecoveryState) => Promise<void>
    sentence: (context: DecisionContext, state: RecoveryState) => string
  },
): Promise<RecoveryState> =>
  inTransaction(deps.db, async (tx) => {
    const context = await loadContext(deps, tx, { ...decision, refuse: step.refuse })
    const state = step.rule(context)
    await step.requirement?.(tx, context)
    const { request, now } = context
    await saveState(tx, { request, state })
    if (isFinal(state)) await decidePhotos(tx, { subject_id: request.id, now })
    await step.effect(tx, context, state)
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: decision.by.staff_id },
      action: step.action,
      subject: { kind: 'recovery-request', id: request.id },
      sentence: step.sentence(context, state),
    })
    return state
  })

const loadContext = async (
  deps: RecoveryDeps,
  tx: Tx,
  { request_id, refuse }: { request_id: string; refuse: Refuse<typeof changedRequestRefusals> },
): Promise<DecisionContext> => {
  const request = await lockRequest(tx, request_id)
  if (!request || request.customer_id === null) throw refuse('recovery.unknown-request')
  const customer = await deps.accounts.findById(tx, request.customer_id)
  const form = openForm(deps.vault, request)
  // The form is erased only after the decision.
  if (!customer || !form) throw refuse('recovery.already-decided')
  return { request, form, customer, now: deps.clock() }
}

/** Whether the photos are no longer needed. */
const isFinal = (state: RecoveryState): boolean =>
  state.at === 'approved' || state.at === 'asked_again' || state.at === 'rejected'

/** Notifies the customer at the e-mail of the request. */
const notifyCustomer = async (
  deps: RecoveryDeps,
  tx: Tx,
  { request, form, customer }: DecisionContext,
  message: { template: 'recovery-asked-again' | 'recovery-rejected'; reason: string },
): Promise<void> => {
  const content = { ...message, protocol: request.protocol }
  await notifyApplicant(deps, tx, { customer_id: customer.id, form, content })
}
