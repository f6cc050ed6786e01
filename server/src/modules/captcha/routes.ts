import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { bindCall } from '../../http/bind.ts'
import type { Binder } from '../../http/bind.ts'
import { createSecret } from '../vault/index.ts'
import type { CaptchaDeps } from './deps.ts'
import { issueChallenge } from './issue-challenge.ts'

/**
 * Binds the calls for challenges (spec §7) and for the beacon of a failed enterprise captcha. Requesting a challenge
 * sets the flow's cookie, with the lifetime of a flow.
 */
export const bindCaptcha = (binder: Binder, deps: CaptchaDeps, flowSeconds: number): void => {
  bindCall(binder, captchaChallengeCall, async ({ cookies, metadata }) => {
    const flow_id = cookies.flowId ?? createSecret()
    cookies.openFlow(flow_id, flowSeconds)
    return { data: await issueChallenge(deps, { flow_id, ip: metadata.ip }) }
  })
  // Only logged, to count occurrences; the token is not logged.
  const beacon = { schema: { hide: true }, config: { isBeacon: true } } as const
  binder.app.post('/analytics/recaptcha/failed', beacon, async (request, reply) => {
    request.log.warn({ event: 'captcha.enterprise-failed' })
    return reply.code(204).send()
  })
}
