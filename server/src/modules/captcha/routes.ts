import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { bindCall } from '../../http/bind.ts'
import type { Binder } from '../../http/bind.ts'
import { createSecret } from '../vault/index.ts'
import type { CaptchaDeps } from './deps.ts'
import { issueChallenge } from './issue-challenge.ts'

/**
 * Serves challenges (spec §7) and the beacon of a failed enterprise captcha. Asking for a challenge opens the flow's
 * cookie, for as many seconds as a flow lives.
 */
export const bindCaptcha = (binder: Binder, deps: CaptchaDeps, flowSeconds: number): void => {
  bindCall(binder, captchaChallengeCall, async ({ cookies, facts }) => {
    const flow_id = cookies.flowId ?? createSecret()
    cookies.openFlow(flow_id, flowSeconds)
    return { data: await issueChallenge(deps, { flow_id, address: facts.address }) }
  })
  // Changes nothing and answers nothing: a line in the log says how often it happens. The token stays out of it.
  binder.app.post('/analytics/recaptcha/failed', { schema: { hide: true } }, async (request, reply) => {
    request.log.warn({ event: 'captcha.enterprise-failed' })
    return reply.code(204).send()
  })
}
