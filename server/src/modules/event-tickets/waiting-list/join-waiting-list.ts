import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import type { KernelRefusals } from '@clube/contract/kernel/refusals.ts'
import { joinWaitingListCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { inTransaction, type Tx } from '../../../db/database.ts'
import { findCampaignRefusal } from '../../campaigns/index.ts'
import { findPeople, lockUsable } from '../../identity/index.ts'
import { refusalsOf } from '../../../kernel/refusal.ts'
import { requireAccess, type Actor } from '../../sessions/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { quantityRefusal } from '../reservations/grant-places.ts'
import { reallocatePlaces } from '../release-expired.ts'
import { requireNoCooldown } from '../reservations/require-no-cooldown.ts'
import { findExistingPlaces } from '../reservations/reservation-store.ts'
import { ageRefusalOf, freePlaces, salesRefusal, type EventSession } from '../event-session.ts'
import { lockSession } from '../event-session-store.ts'
import { viewEntry } from './waiting-entry.ts'
import { findEntry, insertEntry, listOpenEntries } from './waiting-store.ts'

const refuse = refusalsOf(joinWaitingListCall)

type JoinInput = Actor & {
  readonly session_id: string
  readonly quantity: number
  readonly service_channel: string
  /** Whether the request has a captcha proof. */
  readonly has_proof: boolean
}

/**
 * Adds a customer to the waiting list of a session with too few free places; an existing entry keeps its position.
 * @throws {Refusal} event-tickets.unknown-session, the refusals of reserving, those of a campaign that is not active,
 *   event-tickets.still-available; captcha.required after repeated releases
 */
export const joinWaitingList = (deps: EventTicketDeps, input: JoinInput): Promise<WaitingEntry> =>
  inTransaction(deps.db, async (tx) => {
    const { customer_id, session_id } = input
    const now = deps.clock()
    if (!(await lockUsable(tx, [customer_id])).has(customer_id)) throw refuse('session.required')
    const locked = await lockSession(tx, session_id)
    if (!locked) throw refuse('event-tickets.unknown-session')
    const session = await reallocatePlaces(deps, tx, locked, now)
    const all = { customer_id, identified_session_id: null, session_ids: [session_id] }
    const [existing] = await listOpenEntries(tx, all)
    if (existing) {
      requireAccess(existing, input)
      const view = await viewEntry(tx, existing, now)
      // The entry of a list that has ended is not returned: what ended the list refuses the request below.
      if (view.state !== 'left') return view
    }
    const { campaign_id } = session
    const refused =
      (await findCampaignRefusal(tx, { campaign_id, now, time_zone: deps.time_zone })) ??
      salesRefusal(session, now, deps.time_zone) ??
      (await personRefusal(deps, tx, session, input))
    if (refused) throw refuse(refused)
    if (freePlaces(session) >= input.quantity) throw refuse('event-tickets.still-available')
    await requireNoCooldown(tx, { ...input, now, refuse })
    const id = await insertEntry(tx, { ...input, now })
    const entry = id === null ? undefined : await findEntry(tx, id)
    if (!entry) throw new Error('An entry of the locked waiting list was not found')
    return viewEntry(tx, entry, now)
  })

type PersonRefused =
  | NonNullable<ReturnType<typeof quantityRefusal> | ReturnType<typeof ageRefusalOf>>
  | Refused<Pick<KernelRefusals, 'session.required'>>

const personRefusal = async (
  deps: EventTicketDeps,
  tx: Tx,
  session: EventSession,
  input: JoinInput,
): Promise<PersonRefused | null> => {
  const { customer_id, quantity } = input
  const existing = await findExistingPlaces(tx, session.id, [customer_id])
  const refused = quantityRefusal(session, quantity, existing.get(customer_id)?.quantity ?? 0)
  if (refused || session.minimum_age === null) return refused
  const person = (await findPeople(tx, [customer_id])).get(customer_id)
  return person ? ageRefusalOf(session, person, deps.time_zone) : { ok: false, code: 'session.required' }
}
