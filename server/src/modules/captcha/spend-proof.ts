import { createHmac } from 'node:crypto'
import { enterpriseTokenDisabled, increasedWork } from '@clube/contract/captcha/limits.ts'
import { kernelRefusals } from '@clube/contract/kernel/refusals.ts'
import { InvalidInput, refuseRequest } from '../../kernel/refusal.ts'
import { flowTag } from './challenge.ts'
import type { CaptchaDeps } from './deps.ts'
import { spendBudget } from './proof-store.ts'
import { verifyProof } from './proof.ts'

export type SpendProofInput = {
  /** The call's body with `altcha_challenge` and `recaptcha_token`, unparsed. */
  readonly body: unknown
  readonly weight: number
  readonly flow_id: string | null
  /** The call's document as sent by the browser. */
  readonly document: string | null
  readonly metadata: { readonly ip: string; readonly user_agent: string }
}

/**
 * Guards a call of the sign-in flow (spec §7): the proof of work must be valid and have budget left, and where the
 * enterprise captcha is in use, its provider must assess the caller as human. Without the provider's verdict
 * (unreachable, or no token) the proof must have four times the work.
 * @throws {Refusal} captcha.required
 * @throws {InvalidInput} at `recaptcha_token` when the provider reports a robot
 */
export const spendProof = async (deps: CaptchaDeps, input: SpendProofInput): Promise<void> => {
  if (input.flow_id === null) throw refuseRequest('captcha.required')
  const now = deps.clock()
  const flow = flowTag(input.flow_id)
  const { key, maxnumber } = deps
  const { altcha_challenge: payload, recaptcha_token } = captchaFields(input.body)

  // The challenge carries the IP's difficulty; a later increase applies to the next one.
  const proof = verifyProof({ payload, key, now: now.getTime(), flow, maxnumber, work: 1 })
  if (!proof.valid) throw refuseRequest('captcha.required')
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
  if (!isGranted) throw refuseRequest('captcha.required')

  if (!deps.assessor || (await isHuman(deps.assessor, recaptcha_token, input.metadata))) return
  if (proof.work >= increasedWork) return
  // The flow's next challenges require more work, in every process.
  await deps.limits.spend('captchas-without-verdict', flow, now)
  throw refuseRequest('captcha.required')
}

/** Whether the provider assessed the token as human; false without a verdict. Throws for a robot. */
const isHuman = async (
  assessor: NonNullable<CaptchaDeps['assessor']>,
  token: unknown,
  metadata: SpendProofInput['metadata'],
): Promise<boolean> => {
  if (typeof token !== 'string' || token === '' || token === enterpriseTokenDisabled) return false
  const { ip, user_agent } = metadata
  const { verdict } = await assessor.assess({ token, ip, user_agent })
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

/** Keyed, because document numbers can be brute-forced from a plain hash; ignores formatting. */
const documentFingerprint = (key: CaptchaDeps['key'], document: string): Buffer =>
  createHmac('sha256', key)
    .update(`document:${document.replace(/\W/g, '').toUpperCase()}`)
    .digest()
