import { refuseRequest } from '../../kernel/refusal.ts'
import type { SessionLevel } from './session.ts'

/**
 * The customer that a call acts for, and how they were authenticated. A document number is not secret, so a
 * passwordless session can access only what that session created.
 */
export type Actor = {
  readonly customer_id: string
  /** Id of a passwordless session; null when authenticated by password or by staff. */
  readonly identified_session_id: string | null
}

/**
 * Owner columns of everything that a customer creates. The session is an id without a foreign key: sessions are purged,
 * and the id of an ended one grants nothing.
 */
type CreatedBy = { readonly customer_id: string; readonly identified_session_id: string | null }

export const actorOf = (session: {
  session_id: string
  customer_id: string
  level: SessionLevel
}): Actor => ({
  customer_id: session.customer_id,
  identified_session_id: session.level === 'identified' ? session.session_id : null,
})

/** Whether the actor may see the codes of an item of their customer, use it and cancel it. */
export const isAccessible = (item: CreatedBy, actor: Actor): boolean =>
  actor.identified_session_id === null || item.identified_session_id === actor.identified_session_id

/**
 * Rejects a passwordless session for items created elsewhere. The caller has checked the owner.
 * @throws {Refusal} session.password-required
 */
export const requireAccess = (item: CreatedBy, actor: Actor): void => {
  if (!isAccessible(item, actor)) throw refuseRequest('session.password-required')
}

/** A person's name for the actor: in passwordless sessions, the initials only. */
export const nameFor = (actor: Actor, name: string): string =>
  actor.identified_session_id === null ? name : name.replace(/(\S)\S*/gu, '$1•••')
