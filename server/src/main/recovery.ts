import type { TimeZone } from '@clube/contract/kernel/club-time.ts'
import type { Logger } from 'pino'
import { createAppendAuditLine } from '../modules/audit/index.ts'
import { createRecoverableAccounts, type IdentityDeps } from '../modules/identity/index.ts'
import { createSendMessage, reserveSendingSlot, type MessagingDeps } from '../modules/messaging/index.ts'
import type { PhotoDeps } from '../modules/photos/index.ts'
import type { RecoveryDeps } from '../modules/recovery/index.ts'
import type { Random } from '../ports/random.ts'
import type { ClubConfiguration } from './club-configuration.ts'

/** Dependencies of recovery. */
export const recoveryDepsOf = (input: {
  identity: IdentityDeps
  messaging: MessagingDeps
  photos: PhotoDeps
  random: Random
  time_zone: TimeZone
  configuration: Pick<ClubConfiguration, 'recovery'>
  log: Pick<Logger, 'error'>
}): RecoveryDeps => {
  const { identity, configuration, log, random } = input
  const { db, vault, clock, limits } = identity
  return {
    db,
    clock,
    vault,
    limits,
    accounts: createRecoverableAccounts(identity),
    rules: configuration.recovery,
    time_zone: input.time_zone,
    base_url: input.messaging.sender.base_url,
    sendMessage: createSendMessage(input.messaging),
    reserveSendingSlot: (request) => reserveSendingSlot({ db, limits }, request),
    photos: input.photos,
    appendAuditLine: createAppendAuditLine({ vault, clock }),
    random,
    onAlarm: (alarm) => log.error(alarm, 'codes are being guessed across accounts'),
  }
}
