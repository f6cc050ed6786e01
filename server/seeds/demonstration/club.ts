import type { ClubConfigurationFile } from '../../src/main/club-configuration.ts'

/** Also stated in the club's regulation. */
export const points = { cents_per_point: 100, lifetime_days: 365 }

/** The demonstration club; a real club has its own file, set in CLUB_CONFIG. */
export const configuration: ClubConfigurationFile = {
  club: {
    name: 'Clube Ipê',
    accent: '#82305f',
    logo_url: null,
    document_types: 'both',
    remember_me: 'yes',
    passwordless: 'no',
    access_key: null,
    points,
    terms_id: 'shd_auth_terms',
    minimum_age: 18,
    cnpj: 'alphanumeric',
    captcha: { endpoint: '/api/captcha/altcha', enterprise_site_key: null },
    endpoints: { address_lookup: '/api/core/address/lookup', customer_lookup: '/api/marketing/customer' },
    service_desk: {
      text: 'Balcão de atendimento: piso térreo, ao lado da praça de alimentação, todos os dias das 10h às 22h.',
      phone: '(11) 4002-8922',
    },
  },
  partners: { 'voe-mais': { title: 'Voe Mais', connection: { kind: 'local' } } },
  car_park: { kind: 'local' },
}
