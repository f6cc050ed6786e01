import { doesSmsFit, type MessagingDeps, type Sender } from '../modules/messaging/index.ts'
import { ConfigurationError, type ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { Gateways } from './messaging-gateways.ts'

/**
 * Dependencies of messaging.
 * @throws {ConfigurationError} when a code by SMS does not fit one message
 */
export const messagingDepsOf = (infrastructure: Infrastructure, gateways: Gateways): MessagingDeps => {
  const { db, clock, vault, random, jobs, limits, log } = infrastructure
  return {
    db,
    clock,
    vault,
    random,
    jobs,
    limits,
    sender: senderOf(infrastructure.environment, infrastructure.configuration),
    mailer: gateways.mailer,
    smsSender: gateways.smsSender,
    onEvent: (event) =>
      log[event.outcome === 'failed' ? 'error' : 'info']({ ...event }, `message ${event.outcome}`),
  }
}

const senderOf = ({ base_url }: Environment, { club }: ClubConfiguration): Sender => {
  const { text: desk_text, phone: desk_phone } = club.service_desk
  const { name: club_name, accent, time_zone } = club
  const sender = { club_name, accent, time_zone, base_url, desk_text, desk_phone }
  if (!doesSmsFit(sender))
    throw new ConfigurationError(
      'The host in PUBLIC_URL is too long: a code by SMS would not fit one message.',
    )
  return sender
}
