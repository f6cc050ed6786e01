import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  initialSignInState,
  transitionSignIn,
  supportSteps,
  type SignInEvent,
  type SignInState,
  type SupportStep,
} from './sign-in-flow.ts'

const hints = { email: 'ma********' }
const recovery_token = 'token'
const support = (step: SupportStep): SignInState => ({ at: 'support', step })
const checked = (registration: string): SignInEvent => ({ type: 'ACCOUNT_CHECKED', registration, hints })

/** Spec §4, one line per transition. */
const transitions: [SignInState, SignInEvent, SignInState, 'accountVerified'?][] = [
  [{ at: 'checkAccountState' }, checked('complete'), { at: 'signIn' }],
  [{ at: 'checkAccountState' }, checked('incomplete'), { at: 'verifyIdentity', hints }],
  [{ at: 'checkAccountState' }, checked('unregistered'), { at: 'checkAccountState' }, 'accountVerified'],
  [{ at: 'checkAccountState' }, checked('anything'), { at: 'checkAccountState' }, 'accountVerified'],
  [{ at: 'signIn' }, { type: 'FORGOT_PASSWORD' }, { at: 'forgotPassword' }],
  [
    { at: 'verifyIdentity', hints },
    { type: 'IDENTITY_VERIFIED' },
    { at: 'verifyIdentity', hints },
    'accountVerified',
  ],
  [{ at: 'forgotPassword' }, { type: 'RESET_CODE_SENT' }, { at: 'resetCodeEmail' }],
  [{ at: 'forgotPassword' }, { type: 'RECOVERY_OPTIONS' }, { at: 'resetPasswordOption' }],
  [{ at: 'resetCodeEmail' }, { type: 'RECOVERY_OPTIONS' }, { at: 'resetPasswordOption' }],
  [{ at: 'resetCodeSms' }, { type: 'RECOVERY_OPTIONS' }, { at: 'resetPasswordOption' }],
  [
    { at: 'resetCodeEmail' },
    { type: 'RESET_CODE_CONFIRMED', recovery_token },
    { at: 'resetPassword', recovery_token },
  ],
  [
    { at: 'resetCodeSms' },
    { type: 'RESET_CODE_CONFIRMED', recovery_token },
    { at: 'resetPassword', recovery_token },
  ],
  [{ at: 'resetPasswordOption' }, { type: 'SUPPORT_REQUESTED' }, support('identityInformation')],
  [{ at: 'resetPasswordOption' }, { type: 'RESET_CODE_SENT' }, { at: 'resetCodeSms' }],
  [support('identityInformation'), { type: 'IDENTITY_VERIFIED' }, support('cellphoneConfirmation')],
  [support('cellphoneConfirmation'), { type: 'CELLPHONE_CONFIRMED' }, support('emailConfirmation')],
  [support('emailConfirmation'), { type: 'EMAIL_CONFIRMED' }, support('extraInformation')],
  [support('extraInformation'), { type: 'EXTRA_INFORMATION_CONFIRMED' }, support('personalIDFront')],
  [support('personalIDFront'), { type: 'PHOTO_CAPTURED' }, support('personalIDBack')],
  [support('personalIDBack'), { type: 'PHOTO_CAPTURED' }, support('selfieInstructions')],
  [support('selfieInstructions'), { type: 'SELFIE_INSTRUCTIONS_CONFIRMED' }, support('personalIDSelfie')],
  [support('personalIDSelfie'), { type: 'PHOTO_CAPTURED' }, support('submissionConfirmation')],
  [support('submissionConfirmation'), { type: 'SUBMISSION_CONFIRMED' }, support('informationUnderReview')],
]

const states: SignInState[] = [
  { at: 'checkAccountState' },
  { at: 'signIn' },
  { at: 'verifyIdentity', hints },
  { at: 'forgotPassword' },
  { at: 'resetCodeEmail' },
  { at: 'resetCodeSms' },
  { at: 'resetPasswordOption' },
  ...supportSteps.map(support),
  { at: 'resetPassword', recovery_token },
]

const events: SignInEvent[] = [
  checked('complete'),
  checked('incomplete'),
  checked('unregistered'),
  checked('anything'),
  { type: 'FORGOT_PASSWORD' },
  { type: 'IDENTITY_VERIFIED' },
  { type: 'RESET_CODE_SENT' },
  { type: 'RESET_CODE_CONFIRMED', recovery_token },
  { type: 'RECOVERY_OPTIONS' },
  { type: 'SUPPORT_REQUESTED' },
  { type: 'CELLPHONE_CONFIRMED' },
  { type: 'EMAIL_CONFIRMED' },
  { type: 'EXTRA_INFORMATION_CONFIRMED' },
  { type: 'PHOTO_CAPTURED' },
  { type: 'SELFIE_INSTRUCTIONS_CONFIRMED' },
  { type: 'SUBMISSION_CONFIRMED' },
  { type: 'RESET' },
]

const findTransition = (state: SignInState, event: SignInEvent) =>
  transitions.find(([from, trigger]) => JSON.stringify([from, trigger]) === JSON.stringify([state, event]))

describe('sign-in transitions', () => {
  test.each(transitions)('the sign-in state %j on event %j changes to %j', (from, event, state, calls) => {
    expect(transitionSignIn(from, event)).toEqual(calls ? { state, calls } : { state })
  })

  test('RESET returns to the initial sign-in state from every state', () => {
    for (const state of states)
      expect(transitionSignIn(state, { type: 'RESET' })).toEqual({ state: initialSignInState })
  })

  test('every sign-in state rejects the events that the transition table does not list for it', () => {
    const allowed = states.flatMap((state) =>
      events
        .filter((event) => event.type !== 'RESET' && transitionSignIn(state, event) !== null)
        .map((event) => [state, event]),
    )
    expect(allowed).toHaveLength(transitions.length)
    for (const [state, event] of allowed)
      expect(findTransition(state as SignInState, event as SignInEvent)).toBeDefined()
  })

  test('100,000 random event sequences cause no illegal sign-in transition', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 30 }), (sequence) => {
        let state = initialSignInState
        for (const event of sequence) {
          const transition = transitionSignIn(state, event)
          if (!transition) continue
          if (event.type === 'RESET') expect(transition.state).toEqual(initialSignInState)
          else expect(findTransition(state, event)?.[2]).toEqual(transition.state)
          state = transition.state
        }
      }),
      { numRuns: 100_000 },
    )
  }, 60_000)

  test('no event sequence reaches the new-password step without a confirmed code', () => {
    const withoutCode = events.filter((event) => event.type !== 'RESET_CODE_CONFIRMED')
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...withoutCode), { maxLength: 40 }), (sequence) => {
        let state = initialSignInState
        for (const event of sequence) state = transitionSignIn(state, event)?.state ?? state
        expect(state.at).not.toBe('resetPassword')
      }),
      { numRuns: 10_000 },
    )
  })
})
