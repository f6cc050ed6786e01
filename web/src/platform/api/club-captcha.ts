import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { captchaChallengeSchema, type CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { enterpriseTokenDisabled } from '@clube/contract/captcha/limits.ts'
import type { Club } from '@clube/contract/club/club.ts'
import * as z from 'zod/mini'
import { CaptchaFailure } from '../captcha/captcha-failure.ts'
import { createProofSource } from '../captcha/proof-source.ts'
import type { CaptchaSource } from './captcha-source.ts'
import type { Failure } from './failure.ts'
import { readAnswer } from './read-answer.ts'
import { request } from './request.ts'

/** No challenge came: carries the failure through the proof source, which speaks in exceptions. */
class ChallengeFailed extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(`no challenge: ${failure.kind}`)
    this.name = 'ChallengeFailed'
    this.failure = failure
  }
}

type ClubCaptcha = Club['captcha'] & {
  /** Scheme, host and port; empty for the page's own origin. */
  origin?: string
}

/**
 * The club's captcha as the api client wants it: proof of work from the configured endpoint (spec §7), with the
 * enterprise token beside it where the club has a site key.
 */
export function createClubCaptcha(settings: ClubCaptcha): CaptchaSource {
  const url = (settings.origin ?? '') + settings.endpoint
  const proofs = createProofSource({ fetchChallenge: (signal) => fetchChallenge(url, signal), now: Date.now })
  return {
    fields: async (weight, signal) => {
      try {
        const [altcha_challenge, recaptcha_token] = await Promise.all([
          proofs.getProof(signal, weight),
          tokenFor(settings.enterprise_site_key, signal),
        ])
        return { ok: true, fields: { captcha_type: 'altcha', altcha_challenge, recaptcha_token } }
      } catch (problem) {
        return { ok: false, failure: captchaFailureOf(problem) }
      }
    },
    warmUp: proofs.warm,
    forget: proofs.discard,
  }
}

/** The enterprise token; its code comes only to clubs that use it. */
async function tokenFor(siteKey: string | null, signal?: AbortSignal): Promise<string> {
  if (siteKey === null) return enterpriseTokenDisabled
  const modules = [import('../captcha/enterprise-token.ts'), import('../captcha/load-enterprise.ts')] as const
  const [{ getEnterpriseToken }, { loadEnterprise }] = await Promise.all(modules)
  const sendBeacon = (url: string) => navigator.sendBeacon(url)
  return getEnterpriseToken({ siteKey, loadProvider: () => loadEnterprise(siteKey), sendBeacon }, signal)
}

async function fetchChallenge(url: string, signal: AbortSignal): Promise<CaptchaChallenge> {
  const answer = await request(url, 'GET', undefined, { signal })
  if ('kind' in answer) {
    throw new ChallengeFailed(answer.kind === 'network' ? { kind: 'network', during: 'captcha' } : answer)
  }
  // Challenges travel bare, so that the official widget reads them too; an envelope is understood as well.
  const bare = z.safeParse(captchaChallengeSchema, answer.body)
  if (answer.status < 400 && bare.success) return bare.data
  const sent = readAnswer(captchaChallengeCall, answer)
  if (sent.ok) return sent.data
  throw new ChallengeFailed(sent.failure)
}

/** What was thrown on the way to a proof, as the api client's failure. */
export function captchaFailureOf(problem: unknown): Failure {
  if (problem instanceof ChallengeFailed) return problem.failure
  // What is neither is code that did not arrive.
  if (!(problem instanceof CaptchaFailure)) return { kind: 'network', during: 'captcha' }
  switch (problem.kind) {
    case 'aborted':
      return { kind: 'aborted' }
    case 'network':
      return { kind: 'network', during: 'captcha' }
    case 'no-solution':
      return { kind: 'unverified', reason: 'no-solution' }
    case 'enterprise-captcha':
      return { kind: 'unverified', reason: 'enterprise' }
    default:
      return problem.kind satisfies never
  }
}
