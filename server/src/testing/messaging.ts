import type { Jobs } from '../db/jobs.ts'
import type {
  MessageContent,
  MessageEvent,
  DeliveryDeps,
  MessagingDeps,
  OutgoingMessage,
} from '../modules/messaging/index.ts'
import { systemRandom } from '../adapters/random/system-random.ts'
import { createLimits } from '../modules/limits/index.ts'
import { createVault } from '../modules/vault/index.ts'
import type { DeliveryResult } from '../ports/delivery.ts'
import type { Email, Mailer } from '../ports/mailer.ts'
import type { Sms, SmsSender } from '../ports/sms-sender.ts'
import type { TestDatabase } from './database.ts'

/** A fake gateway that records messages and returns scripted results. */
export type ScriptedGateway<Message> = {
  readonly sent: Message[]
  /** Results of the next messages; accepted when empty. */
  readonly responses: DeliveryResult[]
}

export type ScriptedGateways = {
  readonly mail: ScriptedGateway<Email>
  readonly sms: ScriptedGateway<Sms>
  readonly mailer: Mailer
  readonly smsSender: SmsSender
}

/** Fake gateways. */
export const createScriptedGateways = (): ScriptedGateways => {
  const mail: ScriptedGateway<Email> = { sent: [], responses: [] }
  const sms: ScriptedGateway<Sms> = { sent: [], responses: [] }
  return {
    mail,
    sms,
    mailer: { send: (email) => receive(mail, email), close: async () => {} },
    smsSender: { gateway: 'scripted', send: (message) => receive(sms, message), readReport: () => null },
  }
}

const receive = async <Message>(
  gateway: ScriptedGateway<Message>,
  message: Message,
): Promise<DeliveryResult> => {
  gateway.sent.push(message)
  return gateway.responses.shift() ?? { outcome: 'accepted', reference: `ref-${gateway.sent.length}` }
}

/** Dependencies of messaging on a test database. */
export const createMessagingDeps = (input: {
  database: Pick<TestDatabase, 'db'>
  jobs: Jobs
  gateways: Pick<MessagingDeps, 'mailer' | 'smsSender'>
  clock?: () => Date
  events?: MessageEvent[]
  createAttachments?: DeliveryDeps['createAttachments']
}): DeliveryDeps => ({
  db: input.database.db,
  clock: input.clock ?? (() => new Date()),
  vault: createVault(Buffer.alloc(32, 'k')),
  random: systemRandom,
  jobs: input.jobs,
  limits: createLimits(input.database.db),
  sender: {
    club_name: 'Clube',
    accent: '#82305f',
    time_zone: 'America/Sao_Paulo',
    base_url: 'https://clube.exemplo.com.br',
    desk_text: 'Balcão de atendimento.',
    desk_phone: null,
  },
  mailer: input.gateways.mailer,
  smsSender: input.gateways.smsSender,
  onEvent: (event) => void input.events?.push(event),
  createAttachments: input.createAttachments ?? (async () => []),
})

/** A code for Maria by e-mail. */
export const codeForMaria: OutgoingMessage = {
  channel: 'email',
  to: 'maria@exemplo.com.br',
  is_verified: true,
  customer_id: null,
  content: { template: 'reset-code', code: '123456', minutes: 10 },
  expires_at: null,
}

const at = new Date('2026-11-21T12:05:00Z')

/** One message of every template. */
export const everyContent = {
  'reset-code': { template: 'reset-code', code: '123456', minutes: 10 },
  'reset-code-withheld': { template: 'reset-code-withheld', channel: 'email' },
  'contact-code': { template: 'contact-code', channel: 'email', code: '123456', minutes: 30 },
  'password-changed': { template: 'password-changed', at },
  'device-credential-reused': { template: 'device-credential-reused', at },
  'contact-changed': { template: 'contact-changed', changed: 'both', at },
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
  'deletion-requested': { template: 'deletion-requested', until: at },
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
  'points-adjusted': {
    template: 'points-adjusted',
    points: -1200,
    reason: 'Pontos creditados em duplicidade',
  },
  'participation-reversed': {
    template: 'participation-reversed',
    protocol: '2026-000123-4',
    campaign_title: 'Natal no Ipê',
    reason: 'Pedido feito no balcão.',
  },
  'staff-invitation': {
    template: 'staff-invitation',
    name: 'Nova Pessoa',
    link: 'https://clube.exemplo.com.br/equipe/convite#um-token',
    until: at,
    renews_password: false,
  },
} satisfies Record<Exclude<MessageContent['template'], 'promotion'>, MessageContent>
