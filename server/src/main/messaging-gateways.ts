import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts'
import { createOutboxMailer, createOutboxSmsSender } from '../adapters/outbox/local-outbox.ts'
import { createTwilioSender } from '../adapters/sms/twilio.ts'
import { createZenviaSender } from '../adapters/sms/zenvia.ts'
import type { Db } from '../db/database.ts'
import { statusPath } from '../modules/messaging/index.ts'
import type { Vault } from '../modules/vault/index.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { SmsSender } from '../ports/sms-sender.ts'
import { ConfigurationError, type ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'

export type Gateways = {
  readonly mailer: Mailer
  readonly smsSender: SmsSender
  /** Whether some messages go to the local outbox. */
  readonly isLocal: boolean
}

type GatewayInput = { environment: Environment; configuration: ClubConfiguration; db: Db; vault: Vault }

/**
 * The gateways of the club's configuration, with their secrets from the environment.
 * @throws {ConfigurationError} when a secret is missing, or production has no gateway
 */
export const gatewaysOf = (input: GatewayInput): Gateways => {
  const { mail, sms } = input.configuration.messaging
  const isLocal = mail.kind === 'outbox' || sms.kind === 'outbox'
  if (isLocal && !input.environment.local_messaging)
    throw new ConfigurationError(
      'The club has no mail or SMS gateway (messaging in CLUB_CONFIG): codes could not be delivered. ' +
        'Set both, or LOCAL_MESSAGING=yes for a trial.',
    )
  return { mailer: mailerOf(input), smsSender: smsSenderOf(input), isLocal }
}

const mailerOf = ({ environment, configuration, db }: GatewayInput): Mailer => {
  const { mail } = configuration.messaging
  switch (mail.kind) {
    case 'outbox':
      return createOutboxMailer(db)
    case 'smtp': {
      const { smtp_password: password } = environment
      if (password === null && new URL(mail.url).username !== '')
        throw new ConfigurationError('SMTP_PASSWORD is missing: messaging.mail.url contains a user.')
      return createSmtpMailer({ url: mail.url, from: mail.from, password })
    }
    default:
      return mail satisfies never
  }
}

const smsSenderOf = ({ environment, configuration, db, vault }: GatewayInput): SmsSender => {
  const { sms } = configuration.messaging
  switch (sms.kind) {
    case 'outbox':
      return createOutboxSmsSender(db)
    case 'zenvia': {
      const { zenvia_token: token } = environment
      if (token === null) throw new ConfigurationError('ZENVIA_TOKEN is missing: text messages use Zenvia.')
      return createZenviaSender({ token, from: sms.from, ...(sms.url === null ? {} : { url: sms.url }) })
    }
    case 'twilio': {
      const { twilio_auth_token: auth_token } = environment
      if (auth_token === null)
        throw new ConfigurationError('TWILIO_AUTH_TOKEN is missing: text messages use Twilio.')
      return createTwilioSender({
        account_sid: sms.account_sid,
        auth_token,
        from: sms.from,
        status_url: environment.base_url + statusPath(vault, 'twilio'),
        ...(sms.url === null ? {} : { url: sms.url }),
      })
    }
    default:
      return sms satisfies never
  }
}
