import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  initialSignInState,
  transitionSignIn,
  type SignInEvent,
  type SignInState,
} from '@clube/contract/identity/sign-in-flow.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import {
  checkAccountCall,
  signInWithPasswordCall,
  verifyIdentityCall,
} from '@clube/contract/identity/sign-in-calls.ts'
import { useClub } from '../../testing/club.ts'
import { freshCpfs, registrationOf } from '../../testing/joining.ts'
import { advance, requireFlow } from './flow.ts'

const hints = {}
const events: SignInEvent[] = [
  { type: 'ACCOUNT_CHECKED', registration: 'complete', hints },
  { type: 'ACCOUNT_CHECKED', registration: 'incomplete', hints },
  { type: 'ACCOUNT_CHECKED', registration: 'unregistered', hints },
  { type: 'FORGOT_PASSWORD' },
  { type: 'IDENTITY_VERIFIED' },
  { type: 'RESET_CODE_SENT' },
  { type: 'RESET_CODE_CONFIRMED', recovery_token: 't' },
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

/** The state after an event; null when it is refused with `flow.wrong-step`. */
function advanceOrNull(state: SignInState, event: SignInEvent): SignInState | null {
  try {
    return advance(state, event)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'flow.wrong-step') return null
    throw error
  }
}

describe("the server's enforcement of the state table", () => {
  test('in 100,000 random sequences every event that the table does not allow is refused as flow.wrong-step', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 20 }), (sequence) => {
        let state: SignInState = initialSignInState
        // Compared without `expect`, which would dominate the run time of a million calls.
        return sequence.every((event) => {
          const expected = transitionSignIn(state, event)?.state ?? null
          const next = advanceOrNull(state, event)
          state = next ?? state
          return isDeepStrictEqual(next, expected)
        })
      }),
      { numRuns: 100_000 },
    )
  })

  test('a flow in another state or for another document is refused as flow.wrong-step', () => {
    const one = Buffer.alloc(32, 1)
    const other = Buffer.alloc(32, 2)
    const flow = { state: { at: 'signIn' } as const, document_index: one }
    expect(requireFlow(flow, { at: 'signIn', document_index: one })).toBe(flow)
    expect(() => requireFlow(flow, { at: 'verifyIdentity', document_index: one })).toThrow('flow.wrong-step')
    expect(() => requireFlow(flow, { at: 'signIn', document_index: other })).toThrow('flow.wrong-step')
    expect(() => requireFlow(undefined, { at: 'signIn', document_index: one })).toThrow('flow.wrong-step')
  })
})

describe('random calls over HTTP', () => {
  const club = useClub()
  const terms_id = 'shd_auth_terms'
  const { maria, joao } = club.personas
  const [unregistered = ''] = freshCpfs(1)
  const documents: Record<string, string> = {
    'check-maria': maria.document_id,
    'check-joao': joao.document_id,
  }

  test('random calls open a session only after the required ones', async () => {
    const step = fc.constantFrom(
      'check-maria',
      'check-joao',
      'check-fresh',
      'sign-in',
      'verify',
      'register',
      'ticketless',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        const browser = club.browser()
        let checked = ''
        for (const name of steps) {
          browser.discardProof()
          if (name.startsWith('check-')) {
            checked = documents[name] ?? unregistered
            const response = await browser.send(checkAccountCall, {
              body: { document_id: checked, terms_id },
            })
            expect(response.status).toBe(200)
          } else if (name === 'sign-in') {
            const body = { document_id: maria.document_id, terms_id, password: maria.password }
            const { status } = await browser.send(signInWithPasswordCall, { body })
            expect(status).toBe(checked === maria.document_id ? 200 : 409)
            if (status === 200) return
          } else if (name === 'verify') {
            const body = { document_id: joao.document_id, terms_id, email: 'errado@exemplo.com' }
            const { status } = await browser.send(verifyIdentityCall, { body })
            expect(checked === joao.document_id ? [403, 429] : [409]).toContain(status)
          } else {
            const verification_code = name === 'ticketless' ? 'forged' : undefined
            const body = registrationOf(joao.document_id, { verification_code })
            const { status } = await browser.send(registerCall, { body })
            expect(status).toBe(409)
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
