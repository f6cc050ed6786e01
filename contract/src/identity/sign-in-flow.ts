import type { Hints } from './hints.ts'

/** Steps of the support sub-flow, in order (spec §2, §4). */
export const supportSteps = [
  'identityInformation',
  'cellphoneConfirmation',
  'emailConfirmation',
  'extraInformation',
  'personalIDFront',
  'personalIDBack',
  'selfieInstructions',
  'personalIDSelfie',
  'submissionConfirmation',
  'informationUnderReview',
] as const
export type SupportStep = (typeof supportSteps)[number]

/** Lifetime of a sign-in flow after its last event, in minutes. */
export const signInFlowMinutes = 30

/** States of the sign-in flow, named as in spec §4. */
export type SignInState =
  | { at: 'checkAccountState' }
  | { at: 'signIn' }
  | { at: 'verifyIdentity'; hints: Hints }
  | { at: 'forgotPassword' }
  | { at: 'resetCodeEmail' }
  | { at: 'resetCodeSms' }
  | { at: 'resetPasswordOption' }
  | { at: 'support'; step: SupportStep }
  | { at: 'resetPassword'; recovery_token: string }

/** Events of the sign-in flow, named as in spec §4. */
export type SignInEvent =
  | { type: 'ACCOUNT_CHECKED'; registration: string; hints: Hints }
  | { type: 'FORGOT_PASSWORD' }
  | { type: 'IDENTITY_VERIFIED' }
  | { type: 'RESET_CODE_SENT' }
  | { type: 'RESET_CODE_CONFIRMED'; recovery_token: string }
  | { type: 'RECOVERY_OPTIONS' }
  | { type: 'SUPPORT_REQUESTED' }
  | { type: 'CELLPHONE_CONFIRMED' }
  | { type: 'EMAIL_CONFIRMED' }
  | { type: 'EXTRA_INFORMATION_CONFIRMED' }
  | { type: 'PHOTO_CAPTURED' }
  | { type: 'SELFIE_INSTRUCTIONS_CONFIRMED' }
  | { type: 'SUBMISSION_CONFIRMED' }
  | { type: 'RESET' }

/**
 * The effect of an event: the next state and, where the specification requires it, the account-verified callback.
 * `null` means that the state does not allow the event.
 */
export type SignInTransition = { state: SignInState; calls?: 'accountVerified' } | null

export const initialSignInState: SignInState = { at: 'checkAccountState' }

const supportTransitions: Readonly<Record<SupportStep, SignInEvent['type'] | null>> = {
  identityInformation: 'IDENTITY_VERIFIED',
  cellphoneConfirmation: 'CELLPHONE_CONFIRMED',
  emailConfirmation: 'EMAIL_CONFIRMED',
  extraInformation: 'EXTRA_INFORMATION_CONFIRMED',
  personalIDFront: 'PHOTO_CAPTURED',
  personalIDBack: 'PHOTO_CAPTURED',
  selfieInstructions: 'SELFIE_INSTRUCTIONS_CONFIRMED',
  personalIDSelfie: 'PHOTO_CAPTURED',
  submissionConfirmation: 'SUBMISSION_CONFIRMED',
  informationUnderReview: null,
}

const transitionTo = (state: SignInState, calls?: 'accountVerified'): SignInTransition =>
  calls ? { state, calls } : { state }

/** The sign-in flow's transition table (spec §4), the same for the browser and the server. */
export const transitionSignIn = (state: SignInState, event: SignInEvent): SignInTransition => {
  if (event.type === 'RESET') return transitionTo(initialSignInState)
  switch (state.at) {
    case 'checkAccountState':
      return event.type === 'ACCOUNT_CHECKED' ? afterAccountCheck(state, event) : null
    case 'signIn':
      return event.type === 'FORGOT_PASSWORD' ? transitionTo({ at: 'forgotPassword' }) : null
    case 'verifyIdentity':
      return event.type === 'IDENTITY_VERIFIED' ? transitionTo(state, 'accountVerified') : null
    case 'forgotPassword':
      if (event.type === 'RESET_CODE_SENT') return transitionTo({ at: 'resetCodeEmail' })
      // No code can be sent today: the other options remain.
      return event.type === 'RECOVERY_OPTIONS' ? transitionTo({ at: 'resetPasswordOption' }) : null
    case 'resetCodeEmail':
    case 'resetCodeSms':
      if (event.type === 'RECOVERY_OPTIONS') return transitionTo({ at: 'resetPasswordOption' })
      if (event.type === 'RESET_CODE_CONFIRMED')
        return transitionTo({ at: 'resetPassword', recovery_token: event.recovery_token })
      return null
    case 'resetPasswordOption':
      if (event.type === 'SUPPORT_REQUESTED')
        return transitionTo({ at: 'support', step: 'identityInformation' })
      return event.type === 'RESET_CODE_SENT' ? transitionTo({ at: 'resetCodeSms' }) : null
    case 'support':
      return event.type === supportTransitions[state.step]
        ? transitionTo({ at: 'support', step: stepAfter(state.step) })
        : null
    case 'resetPassword':
      return null
    default:
      return state satisfies never
  }
}

const afterAccountCheck = (
  state: SignInState,
  event: Extract<SignInEvent, { type: 'ACCOUNT_CHECKED' }>,
): SignInTransition => {
  if (event.registration === 'complete') return transitionTo({ at: 'signIn' })
  if (event.registration === 'incomplete') return transitionTo({ at: 'verifyIdentity', hints: event.hints })
  return transitionTo(state, 'accountVerified')
}

const stepAfter = (step: SupportStep): SupportStep =>
  supportSteps[supportSteps.indexOf(step) + 1] ?? 'informationUnderReview'
