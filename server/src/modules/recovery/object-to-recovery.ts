import {
  readObjectionCall,
  stopRecoveryCall,
  type HeldRecovery,
} from '@clube/contract/recovery/objection-calls.ts'
import { objectionPath } from '@clube/contract/recovery/limits.ts'
import { rejectReasons } from '@clube/contract/recovery/review.ts'
import { inTransaction, type Tx } from '../../db/database.ts'
import { refusalsOf, refuseRequest, type Refuse } from '../../kernel/refusal.ts'
import { contactsOf } from '../messaging/index.ts'
import { decidePhotos } from '../photos/index.ts'
import { createSecret, fingerprint } from '../vault/index.ts'
import type { RecoveryDeps } from './deps.ts'
import { notifyApplicant, notifyAllContacts } from './notify-all-contacts.ts'
import { openForm } from './recovery-form.ts'
import type { RecoveryRequest } from './recovery-request.ts'
import { findByObjection, stopHeldRequest } from './recovery-request-store.ts'

/** 132 bits, so that the link fits a text message. */
const secretLength = 22

/** A link that stops a held request, and the hash that is stored. */
export const createObjection = ({
  base_url,
}: Pick<RecoveryDeps, 'base_url'>): { objection_hash: Buffer; link: string } => {
  const secret = createSecret().slice(0, secretLength)
  // In the fragment, so that the secret appears in no log and no referrer.
  return { objection_hash: fingerprint(secret), link: `${base_url}${objectionPath}#${secret}` }
}

type Input = { readonly secret: string; readonly ip: string }

/**
 * The request that the link would stop. Read-only.
 * @throws {Refusal} recovery.unknown-link, recovery.link-expired, request.rate-limited
 */
export const readObjection = async (deps: RecoveryDeps, input: Input): Promise<HeldRecovery> => {
  const now = deps.clock()
  const request = await findByObjection(deps.db, fingerprint(input.secret))
  if (!request) await countUnknownLink(deps, { ip: input.ip, now })
  return heldRecoveryOf(request, { refuse: refusalsOf(readObjectionCall), now })
}

/**
 * Rejects the held request that a link identifies, once, and notifies everyone. A repeated call returns the same
 * response.
 * @throws {Refusal} recovery.unknown-link, recovery.link-expired, request.rate-limited
 */
export const stopRecovery = async (deps: RecoveryDeps, input: Input): Promise<HeldRecovery> => {
  const now = deps.clock()
  const objection_hash = fingerprint(input.secret)
  const request = await inTransaction(deps.db, async (tx) => {
    const stopped = await stopHeldRequest(tx, {
      objection_hash,
      state: { at: 'rejected', by: null, decided_at: now.toISOString(), reason: rejectReasons.objected },
      now,
    })
    if (stopped) await afterStop(deps, tx, { request: stopped, now })
    return stopped ?? findByObjection(tx, objection_hash)
  })
  if (!request) await countUnknownLink(deps, { ip: input.ip, now })
  return heldRecoveryOf(request, { refuse: refusalsOf(stopRecoveryCall), now })
}

const afterStop = async (
  deps: RecoveryDeps,
  tx: Tx,
  { request, now }: { request: RecoveryRequest; now: Date },
): Promise<void> => {
  const { id, protocol, customer_id } = request
  await decidePhotos(tx, { subject_id: id, now })
  const customer = customer_id === null ? undefined : await deps.accounts.findById(tx, customer_id)
  if (customer)
    await notifyAllContacts(deps, tx, {
      customer_id,
      contacts: contactsOf(customer),
      content: { template: 'recovery-stopped', protocol, at: now },
    })
  const form = openForm(deps.vault, request)
  if (form)
    await notifyApplicant(deps, tx, {
      customer_id,
      form,
      content: { template: 'recovery-rejected', protocol, reason: rejectReasons.objected },
    })
  await deps.appendAuditLine(tx, {
    actor: customer_id === null ? { kind: 'system' } : { kind: 'customer', id: customer_id },
    action: 'recovery.stop',
    subject: { kind: 'recovery-request', id },
    sentence: `Cancelou o pedido ${protocol} pelo link enviado aos contatos da conta, durante a espera de 24 horas.`,
  })
}

const heldRecoveryOf = (
  request: RecoveryRequest | undefined,
  { refuse, now }: { refuse: Refuse<typeof stopRecoveryCall.refusals>; now: Date },
): HeldRecovery => {
  if (!request) throw refuse('recovery.unknown-link')
  const { state, protocol } = request
  if (state.at === 'rejected') return { protocol, state: 'stopped', held_until: null }
  if (state.at !== 'held' || Date.parse(state.until) <= now.getTime()) throw refuse('recovery.link-expired')
  return { protocol, state: 'held', held_until: state.until }
}

/**
 * Only strings that are not a valid link count: others behind an IP must not prevent an owner from stopping a takeover.
 * @throws {Refusal} request.rate-limited
 */
const countUnknownLink = async (
  { limits }: RecoveryDeps,
  { ip, now }: { ip: string; now: Date },
): Promise<void> => {
  if (!(await limits.spend('recovery-links.ip', ip, now))) throw refuseRequest('request.rate-limited')
}
