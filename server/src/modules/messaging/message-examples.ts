import type { MessageContent } from './message-content.ts'

const at = new Date('2026-11-21T12:05:00Z')

/** An example of every message, for previews and tests. */
export const exampleContents = {
  'reset-code': { template: 'reset-code', code: '123456', minutes: 10 },
  'reset-code-withheld': { template: 'reset-code-withheld', channel: 'email' },
  'contact-code': { template: 'contact-code', channel: 'email', code: '123456', minutes: 30 },
  'password-changed': { template: 'password-changed', at },
  'device-credential-reused': { template: 'device-credential-reused', at },
  'contact-changed': { template: 'contact-changed', changed: 'both', at },
  'person-corrected': { template: 'person-corrected', corrected: 'both', at },
  'recovery-received': {
    template: 'recovery-received',
    protocol: '2026-000123',
    until: at,
    sent_to: 'account',
  },
  'recovery-asked-again': {
    template: 'recovery-asked-again',
    protocol: '2026-000123',
    reason: 'A foto da frente do documento está fora de foco.',
  },
  'recovery-rejected': {
    template: 'recovery-rejected',
    protocol: '2026-000123',
    reason: 'Os dados não coincidem com o cadastro.',
  },
  'recovery-approved-code': {
    template: 'recovery-approved-code',
    protocol: '2026-000123',
    code: '654321',
    minutes: 2880,
  },
  'recovery-held': {
    template: 'recovery-held',
    protocol: '2026-000123-4',
    changed: 'both',
    until: at,
    link: 'https://clube.exemplo.com.br/nao-fui-eu#AbCdEfGh-JkLmNoPqRs_Uv',
  },
  'recovery-stopped': { template: 'recovery-stopped', protocol: '2026-000123-4', at },
  'recovery-at-desk': { template: 'recovery-at-desk', at },
  'new-sign-in': { template: 'new-sign-in', at },
  'deletion-requested': { template: 'deletion-requested', until: at, has_tickets: true },
  'deletion-cancelled': { template: 'deletion-cancelled', at },
  'receipt-approved': {
    template: 'receipt-approved',
    shop_name: 'Livraria do Ipê',
    issued_on: '2026-11-20',
    points: 187,
  },
  'receipt-rejected': {
    template: 'receipt-rejected',
    shop_name: 'Livraria do Ipê',
    issued_on: '2026-11-20',
    reason: 'O valor informado é diferente do valor da nota.',
    can_appeal: true,
  },
  'receipt-reversed': {
    template: 'receipt-reversed',
    shop_name: 'Livraria do Ipê',
    issued_on: '2026-11-20',
    reason: 'A loja cancelou a nota.',
    points: 187,
  },
  'receipt-corrected': {
    template: 'receipt-corrected',
    shop_name: 'Livraria do Ipê',
    issued_on: '2026-11-20',
    amount_cents: 18_790,
    earlier_points: 18,
    points: 187,
  },
  'receipt-photo-requested': {
    template: 'receipt-photo-requested',
    shop_name: 'Livraria do Ipê',
    issued_on: '2026-11-20',
  },
  'points-adjusted': {
    template: 'points-adjusted',
    points: -1200,
    reason: 'Pontos creditados em duplicidade',
  },
  'points-expiring': {
    template: 'points-expiring',
    points: 1350,
    first_on: '2026-12-21',
    last_on: '2026-12-29',
  },
  'participation-reversed': {
    template: 'participation-reversed',
    protocol: '2026-000123-4',
    campaign_title: 'Natal no Ipê',
    reason: 'Pedido feito no balcão.',
  },
  'rating-request': {
    template: 'rating-request',
    shop_name: 'Livraria do Ipê',
    issued_on: '2026-11-20',
    path: '/avaliar/01990000-0000-7000-8000-000000000001/convite#um-token',
    until: at,
  },
  'service-answer': {
    template: 'service-answer',
    protocol: 'SAC-2026-000123-4',
    path: '/atendimento/01990000-0000-7000-8000-000000000001',
  },
  'staff-invitation': {
    template: 'staff-invitation',
    name: 'Nova Pessoa',
    link: 'https://clube.exemplo.com.br/equipe/convite#um-token',
    until: at,
    renews_password: false,
  },
} satisfies Record<Exclude<MessageContent['template'], 'promotion'>, MessageContent>
