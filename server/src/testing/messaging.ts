import type { Jobs } from '../db/jobs.ts'
import type {
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
