import {
  nextTicketState,
  serviceTicketEvents,
  serviceTicketStates,
  type ServiceTicketState,
} from '@clube/contract/customer-service/service-ticket-states.ts'
import { expect, test } from 'vitest'
import { createSeededRandom } from '../../testing/seeded-random.ts'
import { statesAfterMessageOf } from './prove-service.ts'

test('the states that the proof allows after a message are those that events can lead to, and no others', () => {
  const random = createSeededRandom('states after messages')
  const reached = { customer: new Set<ServiceTicketState>(['new']), staff: new Set<ServiceTicketState>() }
  for (let order = 0; order < 5_000; order += 1) {
    let state: ServiceTicketState = 'new'
    let author: 'customer' | 'staff' = 'customer'
    for (let step = 0; step < 12; step += 1) {
      const event = serviceTicketEvents[random.below(serviceTicketEvents.length)] ?? 'note'
      const next = nextTicketState(state, event)
      if (next === null) continue
      state = next
      if (event === 'customer_reply') author = 'customer'
      if (event === 'staff_reply' || event === 'ask_customer' || event === 'resolve') author = 'staff'
      reached[author].add(state)
    }
  }
  const inOrder = (states: ReadonlySet<ServiceTicketState>) =>
    serviceTicketStates.filter((state) => states.has(state))
  expect(inOrder(reached.customer)).toEqual(['new', 'in_progress', 'closed'])
  expect(inOrder(reached.staff)).toEqual(['in_progress', 'waiting_customer', 'resolved', 'closed'])
  for (const author of ['customer', 'staff'] as const)
    expect(inOrder(statesAfterMessageOf(author))).toEqual(inOrder(reached[author]))
})
