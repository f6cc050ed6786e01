import { doesSmsFit, type MessagingDeps, type Sender } from '../modules/messaging/index.ts'
import { ConfigurationRefused, type ClubConfiguration } from './club-configuration.ts'
import type { Environment } from './environment.ts'
import type { Ground } from './ground.ts'
import type { Gateways } from './messaging-gateways.ts'

/**
 * What messaging works with.
 * @throws {ConfigurationRefused} when a code by SMS would not fit one message
 */
export const messagingDepsOf = (ground: Ground, gateways: Gateways): MessagingDeps => {
  const { db, clock, vault, jobs, log } = ground
  return {
    db,
    clock,
    vault,
    jobs,
    sender: senderOf(ground.environment, ground.configuration),
    mailer: gateways.mailer,
    smsSender: gateways.smsSender,
    onEvent: (event) =>
      log[event.outcome === 'failed' ? 'error' : 'info']({ ...event }, `message ${event.outcome}`),
  }
}

const senderOf = ({ base_url }: Environment, { club }: ClubConfiguration): Sender => {
  const { text: desk_text, phone: desk_phone } = club.service_desk
  const sender = { club_name: club.name, accent: club.accent, base_url, desk_text, desk_phone }
  if (!doesSmsFit(sender))
    throw new ConfigurationRefused(
      'The host in PUBLIC_URL is too long: a code by SMS would not fit one message.',
    )
  return sender
}
