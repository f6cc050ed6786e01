import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { createAppendAuditLine } from '../modules/audit/index.ts'
import type { IdentityDeps } from '../modules/identity/index.ts'
import { createSendMessage, takeSendingSlot, type MessagingDeps } from '../modules/messaging/index.ts'
import type { RecoveryDeps } from '../modules/recovery/index.ts'
import type { PhotoStore } from '../ports/photo-store.ts'
import type { ClubConfiguration } from './club-configuration.ts'

/** What recovery works with. */
export const recoveryDepsOf = (input: {
  identity: IdentityDeps
  messaging: MessagingDeps
  photoStore: PhotoStore
  configuration: Pick<ClubConfiguration, 'recovery' | 'messaging'>
  log: Pick<Logger, 'error'>
}): RecoveryDeps => {
  const { identity, configuration, log } = input
  const { db, vault, clock } = identity
  const { sms_per_hour: smsPerHour } = configuration.messaging
  return {
    identity,
    rules: configuration.recovery,
    sendMessage: createSendMessage(input.messaging),
    takeSendingSlot: (request) => takeSendingSlot({ db, smsPerHour }, request),
    photos: { store: input.photoStore, key: vault.derive('photos') },
    appendAuditLine: createAppendAuditLine({ vault, clock }),
    chance: (highest) => randomInt(highest + 1),
    onAlarm: (alarm) => log.error(alarm, 'codes are being guessed across accounts'),
  }
}
