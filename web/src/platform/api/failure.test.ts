import { readReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { expect, test } from 'vitest'
import type { Send } from './client.ts'
import { isKernelRefusal, type Failure } from './failure.ts'

const refused = (code: string | null): Failure => ({
  kind: 'refused',
  status: 401,
  code,
  message: '',
  errors: [],
})

test('a refusal that every call may return is recognized in the failure of any call', () => {
  expect(isKernelRefusal(refused('session.required'), 'session.required')).toBe(true)
  expect(isKernelRefusal(refused('session.not-allowed'), 'session.required')).toBe(false)
  expect(isKernelRefusal(refused(null), 'session.required')).toBe(false)
  expect(isKernelRefusal({ kind: 'network', during: 'call' }, 'session.required')).toBe(false)
})

/** `npm run types` fails when one of the marked lines compiles. Never called. */
export const mustNotCompile = async (send: Send): Promise<boolean[]> => {
  const sent = await send(readReservationCall, { params: { reservation_id: '' } })
  if (sent.ok || sent.failure.kind !== 'refused') return []
  const { code } = sent.failure
  return [
    code === 'event-tickets.unknown-reservation',
    code === 'session.required',
    // @ts-expect-error A code of another call.
    code === 'event-tickets.sold-out',
    // @ts-expect-error A code that no call declares.
    code === 'event-tickets.unknown-reservatoin',
    // @ts-expect-error Not a refusal that every call may respond with.
    isKernelRefusal(sent.failure, 'event-tickets.unknown-reservation'),
  ]
}
