import type { CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { raisedWork } from '@clube/contract/captcha/limits.ts'
import { createChallenge, flowTag } from './challenge.ts'
import { flowsWithoutVerdict } from './deps.ts'
import type { CaptchaDeps } from './deps.ts'

/** Gives a flow its challenge (spec §7), four times as hard for addresses and flows that have to prove more. */
export const issueChallenge = async (
  deps: CaptchaDeps,
  input: { flow_id: string; address: string },
): Promise<CaptchaChallenge> => {
  const now = deps.clock()
  const flow = flowTag(input.flow_id)
  const { key, chance, maxnumber } = deps
  const isRaised = deps.assessor !== null && (await deps.limits.spentOf(flowsWithoutVerdict, flow, now)) > 0
  const work = isRaised ? raisedWork : await deps.workFor({ address: input.address, now })
  return createChallenge({ key, now: now.getTime(), chance, scope: 'signin', flow, maxnumber, work })
}
