import { randomBytes } from 'node:crypto'
import type { PasswordHasher } from '../modules/identity/index.ts'
import { createSendMessage, type MessagingDeps } from '../modules/messaging/index.ts'
import type { StaffDeps } from '../modules/staff/index.ts'
import type { Ground } from './ground.ts'

/** What staff works with. Shoppers and staff share one hasher: its queue is what bounds the work of this process. */
export const staffDepsOf = (
  ground: Ground,
  { hasher, messaging }: { hasher: PasswordHasher; messaging: MessagingDeps },
): StaffDeps => {
  const { db, clock, vault, limits, audit, configuration, environment } = ground
  return {
    db,
    clock,
    vault,
    limits,
    hasher,
    appendAuditLine: audit,
    sendMessage: createSendMessage(messaging),
    chance: randomBytes,
    rules: {
      club_name: configuration.club.name,
      base_url: environment.base_url,
      auth_failures_per_address: configuration.limits.auth_failures_per_address,
    },
  }
}
