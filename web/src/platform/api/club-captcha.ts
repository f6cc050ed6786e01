import type { KernelRefusalCode } from '@clube/contract/kernel/refusals.ts'
import { captchaChallengeCall } from '@clube/contract/captcha/calls.ts'
import { captchaChallengeSchema, type CaptchaChallenge } from '@clube/contract/captcha/challenge.ts'
import { enterpriseTokenDisabled } from '@clube/contract/captcha/limits.ts'
import type { Club } from '@clube/contract/club/club.ts'
import * as z from 'zod/mini'
import { createProofSource } from '../captcha/proof-source.ts'
import type { CaptchaSource } from './captcha-source.ts'
import { CallFailed, type Failure } from './failure.ts'
import { readResponse } from './read-response.ts'
import { request } from './request.ts'

type ClubCaptcha = Club['captcha'] & {
  /** Scheme, host and port; empty for the page's origin. */
  origin?: string
}

/**
 * The club's captcha for the API client: proof of work from the configured endpoint (spec §7), plus the
 * enterprise token when the club has a site key.
 */
export function createClubCaptcha(settings: ClubCaptcha): CaptchaSource {
  const url = (settings.origin ?? '') + settings.endpoint
  const proofs = createProofSource({ fetchChallenge: (signal) => fetchChallenge(url, signal), now: Date.now })
  return {
    fields: async (weight, signal) => {
      try {
        const [altcha_challenge, recaptcha_token] = await Promise.all([
          proofs.getProof(signal, weight),
          tokenFor(settings, signal),
        ])
        return { ok: true, fields: { captcha_type: 'altcha', altcha_challenge, recaptcha_token } }
      } catch (error) {
        return { ok: false, failure: captchaFailureOf(error) }
      }
    },
    warmUp: proofs.warmUp,
    discard: proofs.discard,
  }
}

/** The enterprise token; its code is loaded only by clubs that use it. */
async function tokenFor(settings: ClubCaptcha, signal?: AbortSignal): Promise<string> {
  const { enterprise_site_key: siteKey, enterprise_url } = settings
  if (siteKey === null) return enterpriseTokenDisabled
  const modules = [import('../captcha/enterprise-token.ts'), import('../captcha/load-enterprise.ts')] as const
  const [{ getEnterpriseToken }, { loadEnterprise }] = await Promise.all(modules)
  const sendBeacon = (url: string) => navigator.sendBeacon(url)
  const loadProvider = () => loadEnterprise(siteKey, enterprise_url)
  return getEnterpriseToken({ siteKey, loadProvider, sendBeacon }, signal)
}

async function fetchChallenge(url: string, signal: AbortSignal): Promise<CaptchaChallenge> {
  const response = await request(url, 'GET', undefined, { signal })
  if ('kind' in response) {
    throw new CallFailed(response.kind === 'network' ? { kind: 'network', during: 'captcha' } : response)
  }
  // Challenges are sent without an envelope for compatibility with the official widget; an envelope is accepted as well.
  const bare = z.safeParse(captchaChallengeSchema, withoutEmptyFields(response.body))
  if (response.status < 400 && bare.success) return bare.data
  const sent = readResponse(captchaChallengeCall, response)
  if (sent.ok) return sent.data
  throw new CallFailed(sent.failure)
}

/** An endpoint may leave a field out or send it empty: both mean the default (spec §7). */
const withoutEmptyFields = (body: unknown): unknown =>
  typeof body === 'object' && body !== null
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null && value !== ''))
    : body

/** Solvers throw only failures with codes of the challenge call; any other exception means that code failed to load. */
const captchaFailureOf = (error: unknown): Failure<KernelRefusalCode> =>
  error instanceof CallFailed
    ? (error.failure as Failure<KernelRefusalCode>)
    : { kind: 'network', during: 'captcha' }
