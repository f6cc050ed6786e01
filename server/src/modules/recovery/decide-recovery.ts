import {
  askAgainReasons,
  rejectReasons,
  type AskAgainReason,
  type RejectReason,
  type ReviewAnswers,
} from '@clube/contract/recovery/review.ts'
import type { RecoveryMethod } from '@clube/contract/recovery/code-calls.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findById, type Customer } from '../identity/index.ts'
import { decidePhotos } from '../photos/index.ts'
import { sendApprovedCode } from './approved-code.ts'
import type { RecoveryDeps } from './deps.ts'
import { contactsOf, notifyEverywhere } from './notify-everywhere.ts'
import { openForm } from './recovery-form.ts'
import {
  approve,
  approveSecond,
  askAgain,
  changesBothContacts,
  reject,
  type Decided,
  type RecoveryForm,
  type RecoveryRequest,
  type RecoveryState,
  type StaffActor,
} from './recovery-request.ts'
import { lockRequest, saveState } from './recovery-request-store.ts'

type Decision = { readonly request_id: string; readonly by: StaffActor }

/** A request in the hands of a decision, with everything it is decided by. */
type Case = { request: RecoveryRequest; form: RecoveryForm; customer: Customer; now: Date }

/**
 * Approves a request that one holds. Where both contacts change, a second person has to as well; otherwise the code
 * goes to the reviewed contact at once.
 * @throws {Refusal} recovery.checklist-failed, recovery.unknown-request, recovery.taken, recovery.already-decided
 */
export const approveRecovery = (
  deps: RecoveryDeps,
  input: Decision & { checklist: ReviewAnswers; send_by: RecoveryMethod },
): Promise<RecoveryState> => {
  refuseUnlessAll(input.checklist)
  const { by, send_by } = input
  return decide(deps, input, {
    action: 'recovery.approve',
    rule: ({ request, form, customer, now }) =>
      approve(request.state, { by, send_by, changesBoth: changesBothContacts(form, customer), now }),
    effect: async (tx, { request, now }, state) => {
      if (state.at === 'approved') await sendApprovedCode(deps, tx, { request, send_by, now })
    },
    sentence: ({ request }, state) =>
      state.at === 'needs_second'
        ? `Deu a primeira aprovação ao pedido ${request.protocol}, que troca e-mail e celular.`
        : `Aprovou o pedido ${request.protocol}, com todos os itens conferidos.`,
  })
}

/**
 * Gives the second signature: the hold begins and the contacts of the account are told, so that their owner can object.
 * @throws {Refusal} recovery.checklist-failed, recovery.same-person, recovery.unknown-request, recovery.already-decided
 */
export const approveRecoverySecond = (
  deps: RecoveryDeps,
  input: Decision & { checklist: ReviewAnswers },
): Promise<RecoveryState> => {
  refuseUnlessAll(input.checklist)
  return decide(deps, input, {
    action: 'recovery.approve-second',
    rule: ({ request, now }) => approveSecond(request.state, input.by, now),
    effect: async (tx, { request, customer }, state) => {
      if (state.at !== 'held') return
      await notifyEverywhere(deps, tx, {
        customer_id: customer.id,
        contacts: contactsOf(customer),
        content: {
          template: 'recovery-held',
          protocol: request.protocol,
          until: new Date(state.until),
        },
      })
    },
    sentence: ({ request }) => `Deu a segunda aprovação ao pedido ${request.protocol}; espera de 24 horas.`,
  })
}

/**
 * Asks the person to send again.
 * @throws {Refusal} recovery.unknown-request, recovery.taken, recovery.already-decided
 */
export const askRecoveryAgain = (
  deps: RecoveryDeps,
  input: Decision & { reason: AskAgainReason },
): Promise<RecoveryState> => {
  const reason = askAgainReasons[input.reason]
  return decide(deps, input, {
    action: 'recovery.ask-again',
    rule: ({ request, now }) => askAgain(request.state, { by: input.by, reason, now }),
    effect: (tx, one) => tellGiven(deps, tx, one, { template: 'recovery-asked-again', reason }),
    sentence: ({ request }) => `Pediu novo envio no pedido ${request.protocol}. Motivo: ${reason}`,
  })
}

/**
 * Refuses a request; one that is held too, when its owner objects.
 * @throws {Refusal} recovery.unknown-request, recovery.taken, recovery.already-decided
 */
export const rejectRecovery = (
  deps: RecoveryDeps,
  input: Decision & { reason: RejectReason },
): Promise<RecoveryState> => {
  const reason = rejectReasons[input.reason]
  return decide(deps, input, {
    action: 'recovery.reject',
    rule: ({ request, now }) => reject(request.state, { by: input.by, reason, now }),
    effect: (tx, one) => tellGiven(deps, tx, one, { template: 'recovery-rejected', reason }),
    sentence: ({ request }) => `Recusou o pedido ${request.protocol}. Motivo: ${reason}`,
  })
}

/** @throws {Refusal} recovery.checklist-failed */
const refuseUnlessAll = (checklist: ReviewAnswers): void => {
  if (Object.values(checklist).some((answer) => answer !== 'yes'))
    throw new Refusal('recovery.checklist-failed')
}

/** The one way in which a request is decided: held, judged by a rule, moved, told, written down. */
const decide = (
  deps: RecoveryDeps,
  decision: Decision,
  step: {
    action: string
    rule: (one: Case) => Decided
    effect: (tx: Tx, one: Case, state: RecoveryState) => Promise<void>
    sentence: (one: Case, state: RecoveryState) => string
  },
): Promise<RecoveryState> =>
  inTransaction(deps.identity.db, async (tx) => {
    const one = await openCase(deps, tx, decision.request_id)
    const decided = step.rule(one)
    if (!decided.ok) throw new Refusal(decided.code)
    const { state } = decided
    const { request, now } = one
    await saveState(tx, { request, state })
    if (isFinal(state)) await decidePhotos(tx, { subject_id: request.id, now })
    await step.effect(tx, one, state)
    await deps.appendAuditLine(tx, {
      actor: { kind: 'staff', id: decision.by.staff_id },
      action: step.action,
      subject: { kind: 'recovery-request', id: request.id },
      sentence: step.sentence(one, state),
    })
    return state
  })

const openCase = async (deps: RecoveryDeps, tx: Tx, request_id: string): Promise<Case> => {
  const request = await lockRequest(tx, request_id)
  if (!request || request.customer_id === null) throw new Refusal('recovery.unknown-request')
  const customer = await findById(tx, request.customer_id)
  const form = openForm(deps.identity.vault, request)
  // A form is forgotten only after the decision.
  if (!customer || !form) throw new Refusal('recovery.already-decided')
  return { request, form, customer, now: deps.identity.clock() }
}

/** Whether the photos have served. */
const isFinal = (state: RecoveryState): boolean =>
  state.at === 'approved' || state.at === 'asked_again' || state.at === 'rejected'

/** Tells the person at the e-mail they gave. */
const tellGiven = async (
  deps: RecoveryDeps,
  tx: Tx,
  { request, form, customer }: Case,
  news: { template: 'recovery-asked-again' | 'recovery-rejected'; reason: string },
): Promise<void> => {
  const content = { ...news, protocol: request.protocol }
  const to = form.email
  await deps.sendMessage(tx, { channel: 'email', to, customer_id: customer.id, content, expires_at: null })
}
