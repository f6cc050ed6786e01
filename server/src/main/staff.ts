import type { PasswordHasher } from '../modules/identity/index.ts'
import { createSendMessage, type MessagingDeps } from '../modules/messaging/index.ts'
import type { StaffDeps } from '../modules/staff/index.ts'
import type { Infrastructure } from './infrastructure.ts'

/** Dependencies of staff. Customers and staff share one hasher, whose queue bounds this process's work. */
export const staffDepsOf = (
  infrastructure: Infrastructure,
  { hasher, messaging }: { hasher: PasswordHasher; messaging: MessagingDeps },
): StaffDeps => {
  const { db, clock, time_zone, vault, random, limits, audit, configuration, environment } = infrastructure
  return {
    db,
    clock,
    time_zone,
    vault,
    limits,
    hasher,
    appendAuditLine: audit,
    sendMessage: createSendMessage(messaging),
    random,
    rules: {
      club_name: configuration.club.name,
      base_url: environment.base_url,
    },
  }
}
