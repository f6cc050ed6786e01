import type { currentPasswordRefusals } from '@clube/contract/brazil/password-refusals.ts'
import { reserveRefusals } from '@clube/contract/event-tickets/refusals.ts'
import { updatePasswordCall } from '@clube/contract/identity/account-calls.ts'
import { signOutCall } from '@clube/contract/identity/session-calls.ts'
import type { Refused } from '@clube/contract/kernel/refusal-table.ts'
import { expect, test } from 'vitest'
import { isRefusalOf, refusalsOf, refuseRequest, type Refuse } from './refusal.ts'

const refuse = refusalsOf(updatePasswordCall)
const refuseReserving = refusalsOf({ refusals: reserveRefusals })

/** Shared code: declares the refusal codes it needs. */
const confirm = (refuseCaller: Refuse<typeof currentPasswordRefusals>) =>
  refuseCaller('identity.throttled', { wait: '5 minutos' })

/** A rule: returns a result, independent of calls. */
const limitOf = (quantity: number): { ok: true } | Refused<typeof reserveRefusals> =>
  quantity > 4 ? { ok: false, code: 'event-tickets.quantity', values: { n: 4 } } : { ok: true }

test('a refusal contains its code and the values of its message', () => {
  expect(refuse('identity.wrong-current-password')).toMatchObject({
    code: 'identity.wrong-current-password',
    values: {},
  })
  expect(refuse('request.rate-limited')).toMatchObject({ code: 'request.rate-limited' })
  expect(confirm(refuse)).toMatchObject({ code: 'identity.throttled', values: { wait: '5 minutos' } })
})

test('a rule’s result becomes a refusal with its values', () => {
  const result = limitOf(5)
  if (result.ok) throw new Error('The rule must refuse five')
  expect(refuseReserving(result)).toMatchObject({ code: 'event-tickets.quantity', values: { n: 4 } })
})

test('a caught refusal is identified by its code', () => {
  const refusal = refuse('identity.weak-password')
  expect(isRefusalOf(refusal, updatePasswordCall, 'identity.weak-password')).toBe(true)
  expect(isRefusalOf(refusal, updatePasswordCall, 'identity.throttled', 'request.rate-limited')).toBe(false)
  expect(isRefusalOf(new Error('identity.weak-password'), updatePasswordCall, 'identity.weak-password')).toBe(
    false,
  )
})

/** `npm run types` fails if one of these lines compiles. Never called. */
export const mustNotCompile = (result: Refused<typeof reserveRefusals>): unknown[] => [
  // @ts-expect-error A code that no call declares.
  refuse('identity.nonsense'),
  // @ts-expect-error A code of another call.
  refuse('event-tickets.sold-out'),
  // @ts-expect-error A placeholder of the message has no value.
  refuse('identity.throttled'),
  // @ts-expect-error The value's name is not a placeholder of the message.
  refuse('identity.throttled', { seconds: 5 }),
  // @ts-expect-error The message has no placeholders.
  refuse('identity.weak-password', { wait: '5 minutos' }),
  // @ts-expect-error The shared code needs refusals that this call does not declare.
  confirm(refusalsOf(signOutCall)),
  // @ts-expect-error Only one of the two calls declares it.
  refusalsOf(updatePasswordCall, signOutCall)('identity.weak-password'),
  // @ts-expect-error The rule may return codes that this call does not declare.
  refuse(result),
  // @ts-expect-error Without a call only kernel codes are available.
  refuseRequest('identity.throttled', { wait: '5 minutos' }),
  // @ts-expect-error A refusal that the call cannot throw cannot be caught either.
  isRefusalOf(new Error('x'), updatePasswordCall, 'event-tickets.sold-out'),
]
