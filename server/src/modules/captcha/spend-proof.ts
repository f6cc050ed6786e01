import { createHmac } from 'node:crypto'
import { enterpriseTokenDisabled, raisedWork } from '@clube/contract/captcha/limits.ts'
import { kernelRefusals } from '@clube/contract/kernel/refusals.ts'
import { InvalidInput, Refusal } from '../../kernel/refusal.ts'
import { flowTag } from './challenge.ts'
import { flowsWithoutVerdict } from './deps.ts'
import type { CaptchaDeps } from './deps.ts'
import { spendBudget } from './proof-store.ts'
import { verifyProof } from './proof.ts'

export type ProofSpending = {
  /** The call's body with `altcha_challenge` and `recaptcha_token`, unread. */
  readonly body: unknown
  readonly weight: number
  readonly flow_id: string | null
  /** The document the call speaks of, as the browser wrote it. */
  readonly document: string | null
  readonly facts: { readonly address: string; readonly user_agent: string }
}

/**
 * Guards a call of the sign-in flow (spec §7): the proof of work must hold and have budget left, and where the
 * enterprise captcha is in use, its provider must take the person for a human. Without the provider's verdict
 * (unreachable, or no token) the proof must be of four times the work: there is always one of the two.
 * @throws {Refusal} captcha.required
 * @throws {InvalidInput} at `recaptcha_token` when the provider sees a robot
 */
export const spendProof = async (deps: CaptchaDeps, input: ProofSpending): Promise<void> => {
  if (input.flow_id === null) throw new Refusal('captcha.required')
  const now = deps.clock()
  const flow = flowTag(input.flow_id)
  const { key, maxnumber } = deps
  const { altcha_challenge: payload, recaptcha_token } = captchaFields(input.body)

  // The address's difficulty is in the challenge it was given; one that rose since then is asked for next time.
  const proof = verifyProof({ payload, key, now: now.getTime(), flow, maxnumber, work: 1 })
  if (!proof.valid) throw new Refusal('captcha.required')
  const { challenge, expires } = proof
  const document = input.document === null ? null : documentFingerprint(key, input.document)
  const isGranted = await spendBudget(deps.db, {
    challenge,
    flow,
    weight: input.weight,
    document,
    expires,
    now,
  })
  if (!isGranted) throw new Refusal('captcha.required')

  if (!deps.assessor || (await isHuman(deps.assessor, recaptcha_token, input.facts))) return
  if (proof.work >= raisedWork) return
  await deps.limits.spend(flowsWithoutVerdict, flow, now)
  throw new Refusal('captcha.required')
}

/** Whether the provider vouches for the token; false when it has no verdict. Throws when it sees a robot. */
const isHuman = async (
  assessor: NonNullable<CaptchaDeps['assessor']>,
  token: unknown,
  facts: ProofSpending['facts'],
): Promise<boolean> => {
  if (typeof token !== 'string' || token === '' || token === enterpriseTokenDisabled) return false
  const { address, user_agent } = facts
  const { verdict } = await assessor.assess({ token, address, user_agent })
  switch (verdict) {
    case 'human':
      return true
    case 'unreachable':
      return false
    case 'robot': {
      const { message } = kernelRefusals['captcha.required']
      throw new InvalidInput([{ path: 'recaptcha_token', message }])
    }
    default:
      return verdict satisfies never
  }
}

const captchaFields = (body: unknown): { altcha_challenge?: unknown; recaptcha_token?: unknown } =>
  typeof body === 'object' && body !== null ? body : {}

/** Keyed, because document numbers are few enough to be guessed from a plain hash; spelling does not count. */
const documentFingerprint = (key: CaptchaDeps['key'], document: string): Buffer =>
  createHmac('sha256', key)
    .update(`document:${document.replace(/\W/g, '').toUpperCase()}`)
    .digest()
