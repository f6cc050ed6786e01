import { changeCampaignCall } from '@clube/contract/campaigns/campaign-staff-calls.ts'
import {
  cancelTransactionCall,
  reverseTransactionCall,
  startTransactionCall,
} from '@clube/contract/campaigns/transaction-calls.ts'
import {
  cancelReservationCall,
  confirmReservationCall,
  reserveCall,
} from '@clube/contract/event-tickets/calls.ts'
import { updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import {
  acceptOfferCall,
  joinWaitingListCall,
  leaveWaitingListCall,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import type { Random } from '../../ports/random.ts'
import {
  createEvent,
  createParticipants,
  createStaffToken,
  readPlan,
  sendAs,
  type Participant,
} from '../../modules/event-tickets/event-fixtures.testing.ts'
import { dataOf } from '../../modules/event-tickets/events-club.testing.ts'
import { readOffers, advanceTime, violationsOf } from './random-event-checks.ts'
import {
  outcomeOf,
  pick,
  requireNone,
  runLoops,
  type Outcomes,
  type RandomClub,
  type RandomRun,
} from './random-loops.ts'

const limit = 4

/**
 * Random operations on one session on sale: reservations, repeated requests, confirmations, cancellations, expiry,
 * the waiting list, offers, reversals, changed capacity and pauses of the campaign, on all servers. Checks the
 * counters, that no offer is made or expires during a pause, that tickets end only by a cancellation or by the
 * reversal of their participation, and that in the end no free place would fit a waiting customer.
 */
export const runRandomEvents = async ({ db, urlOf }: RandomClub, run: RandomRun): Promise<Outcomes> => {
  const now = new Date()
  const event = await createEvent(db, { capacity: 14, limit_per_document: limit, now })
  const { campaign_id, session_id } = event
  const people = await createParticipants(db, { campaign_id, people: 16, now })
  const marketing = await createStaffToken(db, 'marketing', now)
  const approver = await createStaffToken(db, 'approver', now)
  const participations: { person: Participant; transaction_id: string; protocol: string }[] = []
  const reservations: { token: string; reservation_id: string; quantity: number }[] = []
  const entries: { person: Participant; entry_id: string }[] = []
  const cancelled: string[] = []
  /** Whether a loop is pausing the campaign; prevents concurrent pauses. */
  let isPausing = false

  const start = async (index: number, person: Participant): Promise<string> => {
    const body = { campaign_id, kind: 'event_tickets' } as const
    const response = await sendAs(urlOf(index), { sid: person.token }, startTransactionCall, body)
    outcomeOf(response)
    if (!response.ok) return person.transaction_id
    const { transaction_id, protocol } = response.data
    participations.push({ person, transaction_id, protocol })
    return transaction_id
  }
  const change = (index: number, name: 'pause' | 'resume') =>
    sendAs(urlOf(index), { staff: marketing }, changeCampaignCall, { campaign_id, event: name })
  const changeCapacity = async (index: number, capacity: number) => {
    const body = { ...(await readPlan(db, session_id)), capacity }
    return sendAs(urlOf(index), { staff: marketing }, updateSessionCall, body)
  }
  const quantityOf = (random: Random) => 1 + random.below(limit)

  const outcomes = await runLoops(run, [
    {
      name: 'reserve',
      weight: 16,
      run: async (random, index) => {
        const isRepeat = participations.length > 0 && random.below(6) === 0
        const person = pick(random, people)
        const { token, transaction_id } = isRepeat
          ? { token: person.token, ...pick(random, participations) }
          : { token: person.token, transaction_id: await start(index, person) }
        const quantity = quantityOf(random)
        const body = { transaction_id, session_id, quantity }
        const response = await sendAs(urlOf(index), { sid: token }, reserveCall, body)
        if (response.ok)
          reservations.push({
            token,
            reservation_id: response.data.reservation_id,
            quantity: response.data.quantity,
          })
        return outcomeOf(response)
      },
    },
    {
      name: 'confirm',
      weight: 8,
      run: async (random, index) => {
        if (reservations.length === 0) return 'nothing to confirm'
        const { token, reservation_id, quantity } = pick(random, reservations.slice(-12))
        const participants = Array.from({ length: quantity }, () => ({ name: 'Ana Lúcia Pereira' }))
        const body = { reservation_id, participants, accepted_terms: 'yes' } as const
        return outcomeOf(await sendAs(urlOf(index), { sid: token }, confirmReservationCall, body))
      },
    },
    {
      name: 'cancel',
      weight: 6,
      run: async (random, index) => {
        if (reservations.length === 0) return 'nothing to cancel'
        const { token, reservation_id } = pick(random, reservations)
        cancelled.push(reservation_id)
        const body = { reservation_id, campaign_id }
        return outcomeOf(await sendAs(urlOf(index), { sid: token }, cancelReservationCall, body))
      },
    },
    {
      name: 'cancel participation',
      weight: 1,
      run: async (random, index) => {
        if (participations.length === 0) return 'nothing to cancel'
        const { person, transaction_id } = pick(random, participations)
        return outcomeOf(
          await sendAs(urlOf(index), { sid: person.token }, cancelTransactionCall, { transaction_id }),
        )
      },
    },
    {
      name: 'join the waiting list',
      weight: 8,
      run: async (random, index) => {
        const person = pick(random, people)
        const body = { session_id, quantity: quantityOf(random) }
        const response = await sendAs(urlOf(index), { sid: person.token }, joinWaitingListCall, body)
        if (response.ok) entries.push({ person, entry_id: response.data.entry_id })
        return outcomeOf(response)
      },
    },
    {
      name: 'leave the waiting list',
      weight: 2,
      run: async (random, index) => {
        if (entries.length === 0) return 'nothing to leave'
        const { person, entry_id } = pick(random, entries.slice(-16))
        return outcomeOf(
          await sendAs(urlOf(index), { sid: person.token }, leaveWaitingListCall, { entry_id }),
        )
      },
    },
    {
      name: 'accept an offer',
      weight: 8,
      run: async (random, index) => {
        if (entries.length === 0) return 'nothing to accept'
        const { person, entry_id } = pick(random, entries.slice(-16))
        const body = { transaction_id: await start(index, person), entry_id }
        const response = await sendAs(urlOf(index), { sid: person.token }, acceptOfferCall, body)
        if (response.ok)
          reservations.push({
            token: person.token,
            reservation_id: response.data.reservation_id,
            quantity: response.data.quantity,
          })
        return outcomeOf(response)
      },
    },
    {
      name: 'reverse',
      weight: 2,
      run: async (random, index) => {
        if (participations.length === 0) return 'nothing to reverse'
        const { protocol } = pick(random, participations)
        const body = { protocol, reason: 'Participação repetida' }
        return outcomeOf(await sendAs(urlOf(index), { staff: approver }, reverseTransactionCall, body))
      },
    },
    {
      name: 'change the capacity',
      weight: 2,
      run: async (random, index) => {
        return outcomeOf(await changeCapacity(index, 8 + random.below(12)))
      },
    },
    {
      name: 'time passes',
      weight: 3,
      run: async (random) => {
        await advanceTime(db, event, { seconds: 60 + random.below(900) })
        return 'ok'
      },
    },
    {
      name: 'pause',
      weight: 2,
      run: async (random, index) => {
        if (isPausing) return 'already paused'
        isPausing = true
        dataOf(await change(index, 'pause'))
        const offersBefore = await readOffers(db, session_id)
        await advanceTime(db, event, { seconds: random.below(2000) })
        await sendAs(urlOf(index), { sid: pick(random, people).token }, joinWaitingListCall, {
          session_id,
          quantity: 1,
        })
        const offersAfter = await readOffers(db, session_id)
        requireNone(
          [...offersAfter.offered].filter((id) => !offersBefore.offered.has(id)),
          'no offer is made during a pause',
        )
        requireNone(
          [...offersBefore.live].filter((id) => offersAfter.expired.has(id)),
          'no offer expires during a pause',
        )
        dataOf(await change(index + 1, 'resume'))
        isPausing = false
        return 'ok'
      },
    },
  ])
  // Releases expired holds and offers.
  await changeCapacity(0, 20)
  for (const [invariant, violations] of await violationsOf(db, { session_id, limit, cancelled }))
    requireNone(violations, invariant)
  return outcomes
}
