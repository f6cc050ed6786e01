import { randomInt } from 'node:crypto'
import type { Jobs } from '../db/jobs.ts'
import type { AppendAuditLine } from '../modules/audit/index.ts'
import type { EventTicketDeps } from '../modules/event-tickets/index.ts'
import { findById } from '../modules/identity/index.ts'
import { createSendMessage, type MessagingDeps } from '../modules/messaging/index.ts'

/** What event tickets work with: offers of waiting lists go out by e-mail. */
export const eventTicketDepsOf = (input: {
  messaging: MessagingDeps
  audit: AppendAuditLine
  jobs: Pick<Jobs, 'enqueue'>
}): EventTicketDeps => {
  const { messaging, audit, jobs } = input
  const { db, clock, vault } = messaging
  const sendMessage = createSendMessage(messaging)
  return {
    db,
    clock,
    vault,
    audit,
    jobs,
    chance: (below) => randomInt(below),
    announceOffers: async (tx, offers) => {
      for (const { customer_id, session_title, quantity, offer_expires_at: until } of offers) {
        const person = await findById(tx, customer_id)
        await sendMessage(tx, {
          channel: 'email',
          to: person?.email ?? null,
          customer_id,
          content: { template: 'waiting-list-offer', session_title, quantity, until },
          expires_at: until,
        })
      }
    },
  }
}
