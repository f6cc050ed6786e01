import { configuration as demonstration } from './club.ts'
import type { ClubConfigurationFile } from '../server/src/main/club-configuration.ts'

/** URL of this run's enterprise captcha provider. */
const provider = process.env['CAPTCHA_PROVIDER'] ?? ''
/** URL of this run's CEP lookup. */
const address_lookup = process.env['ADDRESS_LOOKUP'] ?? ''

/** A club for CPFs only, without remember-me, with the enterprise captcha and its own CEP lookup. */
export const configuration: ClubConfigurationFile = {
  ...demonstration,
  club: {
    ...demonstration.club,
    document_types: 'cpf',
    remember_me: 'no',
    endpoints: { ...demonstration.club.endpoints, address_lookup },
    captcha: {
      ...demonstration.club.captcha,
      enterprise_site_key: 'chave-do-site',
      enterprise_url: `${provider}/recaptcha`,
    },
  },
  captcha: {
    ...demonstration.captcha,
    enterprise: { project: 'clube', endpoint: provider, page_sources: [] },
  },
}
