import { randomBytes, randomInt } from 'node:crypto'
import { defaultEnterpriseAction } from '@clube/contract/captcha/limits.ts'
import { createRecaptchaAssessor } from '../adapters/captcha/recaptcha-enterprise.ts'
import type { CaptchaDeps } from '../modules/captcha/index.ts'
import { difficultyOf } from '../modules/identity/index.ts'
import { codeGuessingWork } from '../modules/recovery/index.ts'
import type { CaptchaAssessor } from '../ports/captcha-assessor.ts'
import { ConfigurationRefused, type ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'
import type { Ground } from './ground.ts'

/**
 * What the captcha works with. The captcha does not know who is suspected of what: sign-in and recovery say here how
 * much work they want done.
 * @throws {ConfigurationRefused} when the enterprise captcha is configured and its key is missing
 */
export const captchaDepsOf = (ground: Ground): CaptchaDeps => {
  const { db, clock, limits, vault, configuration } = ground
  return {
    db,
    clock,
    limits,
    chance: { bytes: randomBytes, upTo: (highest) => randomInt(highest + 1) },
    key: vault.derive('captcha'),
    maxnumber: configuration.captcha.maxnumber,
    assessor: assessorOf(ground.environment, configuration),
    workFor: async (question) =>
      Math.max(await difficultyOf({ limits }, question), await codeGuessingWork(db, question.now)),
  }
}

/** How long the enterprise captcha's provider may take before proof of work has to do. */
const assessmentTimeoutMs = 3_000

const assessorOf = (
  { recaptcha_api_key: api_key, base_url }: Environment,
  { captcha: { enterprise }, club }: ClubConfiguration,
): CaptchaAssessor | null => {
  const site_key = club.captcha.enterprise_site_key
  if (!enterprise || site_key === null) return null
  if (api_key === null)
    throw new ConfigurationRefused('RECAPTCHA_API_KEY is missing: the club uses the enterprise captcha.')
  return createRecaptchaAssessor({
    ...enterprise,
    api_key,
    site_key,
    action: defaultEnterpriseAction,
    hostnames: [new URL(base_url).hostname],
    timeout_ms: assessmentTimeoutMs,
  })
}
