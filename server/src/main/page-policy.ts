import { defaultEnterpriseUrl } from '@clube/contract/captcha/limits.ts'
import type { ClubConfiguration } from './club-configuration.ts'

/** The pages' Trusted Types policies: legal texts, and one for each worker. */
const ownTrustedTypes = ['clube-html', 'clube-worker', 'clube-proof', 'clube-bar-code', 'clube-offline']

/**
 * The content security policy of the pages, which allows only what the club's configuration enables: the enterprise
 * captcha (its script, frames, calls and Trusted Types policies) and the origins of external endpoints.
 * @returns the header's value for the nonce of one response
 */
export const pagePolicyOf = (
  configuration: Pick<ClubConfiguration, 'club' | 'captcha'>,
): ((nonce: string) => string) => {
  const { sources, trustedTypes } = enterpriseOf(configuration)
  const list = (...allowed: readonly string[]) => [...new Set(allowed)].join(' ')
  return (nonce) =>
    [
      "default-src 'none'",
      // Only browsers that do not support 'strict-dynamic' use the sources.
      `script-src ${list(`'nonce-${nonce}'`, "'strict-dynamic'", ...sources)}`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' blob: data:",
      "media-src 'self' blob: data:",
      "font-src 'self'",
      `connect-src ${list("'self'", ...endpointOrigins(configuration.club), ...sources)}`,
      ...(sources.length > 0 ? [`frame-src ${list(...sources)}`] : []),
      "worker-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      `trusted-types ${list(...ownTrustedTypes, ...trustedTypes)}`,
    ].join('; ')
}

const enterpriseOf = ({ club, captcha }: Pick<ClubConfiguration, 'club' | 'captcha'>) => {
  const { enterprise } = captcha
  if (!enterprise || club.captcha.enterprise_site_key === null) return { sources: [], trustedTypes: [] }
  const own = `${club.captcha.enterprise_url ?? defaultEnterpriseUrl}/`
  return {
    sources: [own, ...enterprise.page_sources],
    trustedTypes: ['clube-enterprise', ...enterprise.trusted_types],
  }
}

/** Origins of endpoints other than the page's. */
const endpointOrigins = ({ captcha, endpoints }: ClubConfiguration['club']): string[] =>
  [captcha.endpoint, ...Object.values(endpoints)]
    .filter((endpoint) => endpoint !== undefined && /^https?:\/\//.test(endpoint))
    .map((endpoint) => new URL(endpoint).origin)
