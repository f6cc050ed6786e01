import { defaultEnterpriseAction } from '@clube/contract/captcha/limits.ts'
import { createRecaptchaAssessor } from '../adapters/captcha/recaptcha-enterprise.ts'
import type { CaptchaDeps } from '../modules/captcha/index.ts'
import { difficultyOf } from '../modules/identity/index.ts'
import { captchaWorkMultiplier } from '../modules/recovery/index.ts'
import type { CaptchaAssessor } from '../ports/captcha-assessor.ts'
import { ConfigurationError, type ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'
import type { Infrastructure } from './infrastructure.ts'

/**
 * Dependencies of the captcha. The captcha is independent of the rules that raise its difficulty: sign-in and
 * recovery provide them here.
 * @throws {ConfigurationError} when the enterprise captcha is configured and its key is missing
 */
export const captchaDepsOf = (infrastructure: Infrastructure): CaptchaDeps => {
  const { db, clock, limits, vault, random, configuration } = infrastructure
  return {
    db,
    clock,
    limits,
    random,
    key: vault.derive('captcha'),
    maxnumber: configuration.captcha.maxnumber,
    assessor: assessorOf(infrastructure.environment, configuration),
    requiredWork: async (input) =>
      Math.max(await difficultyOf({ limits }, input), await captchaWorkMultiplier(limits, input.now)),
  }
}

/** Time limit for the enterprise captcha's provider, before falling back to proof of work. */
const assessmentTimeoutMs = 3_000

const assessorOf = (
  { recaptcha_api_key: api_key, base_url }: Environment,
  { captcha: { enterprise }, club }: ClubConfiguration,
): CaptchaAssessor | null => {
  const site_key = club.captcha.enterprise_site_key
  if (!enterprise || site_key === null) return null
  if (api_key === null)
    throw new ConfigurationError('RECAPTCHA_API_KEY is missing: the club uses the enterprise captcha.')
  return createRecaptchaAssessor({
    ...enterprise,
    api_key,
    site_key,
    action: defaultEnterpriseAction,
    hostnames: [new URL(base_url).hostname],
    timeout_ms: assessmentTimeoutMs,
  })
}
