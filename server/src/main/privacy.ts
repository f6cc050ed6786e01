import { eraseParticipations, type CampaignDeps } from '../modules/campaigns/index.ts'
import { forgetAddresses } from '../modules/consent/index.ts'
import { leaveSessions, type EventTicketDeps } from '../modules/event-tickets/index.ts'
import type { IdentityDeps } from '../modules/identity/index.ts'
import { deleteMessagesOf } from '../modules/messaging/index.ts'
import { forgetNotesOn } from '../modules/points/index.ts'
import type { PrivacyDeps } from '../modules/privacy/index.ts'
import { eraseReceipts } from '../modules/receipts/index.ts'
import { eraseRecovery, takeDocumentTurn } from '../modules/recovery/index.ts'

/** What privacy works with: every capability that keeps something of a person forgets it here. */
export const privacyDepsOf = (input: {
  identity: IdentityDeps
  campaigns: CampaignDeps
  eventTickets: EventTicketDeps
}): PrivacyDeps => {
  const { identity, campaigns, eventTickets } = input
  return {
    identity,
    takeDocumentTurn,
    // Tickets are kept while the person may still change their mind.
    releasePlaces: (tx, leaver) => leaveSessions(eventTickets, tx, { ...leaver, tickets: false }),
    eraseElsewhere: async (tx, leaver) => {
      const { customer_id } = leaver
      await leaveSessions(eventTickets, tx, { ...leaver, tickets: true })
      await eraseParticipations(campaigns, tx, customer_id)
      await eraseReceipts(tx, leaver)
      await eraseRecovery(tx, leaver)
      await forgetNotesOn(tx, customer_id)
      await forgetAddresses(tx, customer_id)
      await deleteMessagesOf(tx, customer_id)
    },
  }
}
