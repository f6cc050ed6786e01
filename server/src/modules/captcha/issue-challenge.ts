import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { increasedWork } from '@clube/contract/captcha/limits.ts'
import { createChallenge, flowTag } from './challenge.ts'
import type { CaptchaDeps } from './deps.ts'

/** Issues a challenge for a flow (spec §7), four times as hard for suspicious IPs and flows. */
export const issueChallenge = async (
  deps: CaptchaDeps,
  input: { flow_id: string; ip: string },
): Promise<CaptchaChallenge> => {
  const now = deps.clock()
  const flow = flowTag(input.flow_id)
  const { key, random, maxnumber } = deps
  const isIncreased =
    deps.assessor !== null && (await deps.limits.isExhausted('captchas-without-verdict', flow, now))
  const work = isIncreased ? increasedWork : await deps.requiredWork({ ip: input.ip, now })
  return createChallenge({ key, now: now.getTime(), random, scope: 'signin', flow, maxnumber, work })
}
