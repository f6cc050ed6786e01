import { describe, expect, test } from 'vitest'
import { configuration as demonstration } from '../../seeds/demonstration/club.ts'
import { checkClubConfiguration, type ClubConfigurationFile } from './club-configuration.ts'
import { pagePolicyOf } from './page-policy.ts'

const withClub = (change: Partial<ClubConfigurationFile['club']>): ClubConfigurationFile => ({
  ...demonstration,
  club: { ...demonstration.club, ...change },
})
const check = (file: ClubConfigurationFile) => checkClubConfiguration('club.ts', file)
const directives = (file: ClubConfigurationFile): Record<string, string> =>
  Object.fromEntries(
    pagePolicyOf(check(file))('abc')
      .split('; ')
      .map((directive) => [directive.split(' ', 1)[0] ?? '', directive.replace(/^\S+ /, '')]),
  )

const enterpriseClub = (url?: string): ClubConfigurationFile => ({
  ...withClub({
    captcha: {
      endpoint: '/api/captcha/altcha',
      enterprise_site_key: 'chave',
      ...(url === undefined ? {} : { enterprise_url: url }),
    },
  }),
  captcha: { enterprise: { project: 'clube' } },
})

describe('content security policy of the pages', () => {
  test('by default the content security policy allows only the club’s origin', () => {
    expect(directives(demonstration)).toEqual({
      'default-src': "'none'",
      'script-src': "'nonce-abc' 'strict-dynamic'",
      'style-src': "'self' 'nonce-abc'",
      'img-src': "'self' blob: data:",
      'media-src': "'self' blob: data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'clube-html clube-worker clube-proof clube-bar-code clube-offline',
    })
  })

  test('the content security policy allows the enterprise captcha’s scripts, frames, calls and Trusted Types policies when enabled', () => {
    const google =
      'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/ https://recaptcha.google.com/recaptcha/'
    expect(directives(enterpriseClub())).toMatchObject({
      'script-src': `'nonce-abc' 'strict-dynamic' ${google}`,
      'connect-src': `'self' ${google}`,
      'frame-src': google,
      'trusted-types':
        'clube-html clube-worker clube-proof clube-bar-code clube-offline clube-enterprise recaptcha goog#html',
    })
  })

  test('the content security policy uses the configured provider URL', () => {
    expect(directives(enterpriseClub('https://www.recaptcha.net/recaptcha'))['frame-src']).toMatch(
      /^https:\/\/www\.recaptcha\.net\/recaptcha\/ /,
    )
  })

  test('the content security policy allows configured external endpoints, each once', () => {
    const { 'connect-src': connect } = directives(
      withClub({
        endpoints: {
          ...demonstration.club.endpoints,
          address_lookup: 'https://cep.exemplo.com.br/busca?x=1',
          customer_lookup: 'https://cep.exemplo.com.br/cliente',
          cancel_reservation: 'https://reservas.exemplo.com.br/cancelar',
        },
      }),
    )
    expect(connect).toBe("'self' https://cep.exemplo.com.br https://reservas.exemplo.com.br")
  })

  test.each(["https://mau.example; script-src 'unsafe-inline'", 'https://mau.example/a b', 'javascript:x'])(
    'a configured URL that would end its CSP directive is rejected: %s',
    (url) => {
      expect(() => check(enterpriseClub(url))).toThrow('enterprise_url')
    },
  )
})
