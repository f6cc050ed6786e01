import {
  defaultEnterpriseAction,
  enterpriseTokenAttempts,
  enterpriseTokenMinLength,
} from '@clube/contract/captcha/limits.ts'
import { CallFailed } from '../api/failure.ts'

/** The part of the enterprise captcha's script that we use. */
export interface EnterpriseProvider {
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

export type EnterpriseDeps = {
  readonly siteKey: string
  /** By default `login` (spec §7). */
  readonly action?: string
  /** Returns the provider's API, loading its script the first time. */
  readonly loadProvider: () => Promise<EnterpriseProvider>
  /** Sends an empty POST without waiting. */
  readonly sendBeacon: (url: string) => unknown
}

const unverified = { kind: 'unverified', reason: 'enterprise' } as const

/** Spec §7: endpoint for reporting tokens that remain too short. */
const failedPath = '/analytics/recaptcha/failed'

/**
 * Requests an enterprise captcha token, up to 6 times while it is shorter than 300 characters (spec §7, §9). If it
 * remains too short, a beacon reports it.
 * @throws CallFailed `unverified`, or `aborted` by the signal
 */
export const getEnterpriseToken = async (deps: EnterpriseDeps, signal?: AbortSignal): Promise<string> => {
  const { siteKey, action = defaultEnterpriseAction, loadProvider, sendBeacon } = deps
  const provider = await loadProvider().catch((cause: unknown) => {
    throw new CallFailed(unverified, { cause })
  })
  let token = ''
  for (let attempt = 0; attempt < enterpriseTokenAttempts; attempt += 1) {
    if (signal?.aborted) throw new CallFailed({ kind: 'aborted' })
    // A failed attempt counts as a short token.
    token = await provider.execute(siteKey, { action }).catch(() => '')
    if (token.length >= enterpriseTokenMinLength) return token
  }
  sendBeacon(`${failedPath}?token=${encodeURIComponent(token)}`)
  throw new CallFailed(unverified)
}
