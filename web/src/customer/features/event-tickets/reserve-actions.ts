import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { reserveCall } from '@clube/contract/event-tickets/calls.ts'
import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import { acceptOfferCall } from '@clube/contract/event-tickets/waiting-list-calls.ts'
import type { Send } from '../../../platform/api/client.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { readServiceChannel } from '../../../platform/storage/service-channel.ts'

/** Creates the participation; a repeated call returns the one that is still open, so retries are safe. */
const start = (send: Send, campaign_id: string) =>
  send(startTransactionCall, {
    body: { campaign_id, kind: 'event_tickets', service_channel: readServiceChannel() },
  })

/** Holds places in a session: creates the participation, then the hold. */
export async function reserve(
  send: Send,
  wanted: { campaign_id: string; session_id: string; quantity: number },
): Promise<Sent<SavedReservation>> {
  const started = await start(send, wanted.campaign_id)
  if (!started.ok) return started
  const { session_id, quantity } = wanted
  return send(reserveCall, {
    body: {
      transaction_id: started.data.transaction_id,
      session_id,
      quantity,
      service_channel: readServiceChannel(),
    },
  })
}

/** Turns a waiting-list offer into a hold. */
export async function acceptOffer(
  send: Send,
  entry: { campaign_id: string; entry_id: string },
): Promise<Sent<SavedReservation>> {
  const started = await start(send, entry.campaign_id)
  if (!started.ok) return started
  return send(acceptOfferCall, {
    body: {
      transaction_id: started.data.transaction_id,
      entry_id: entry.entry_id,
      service_channel: readServiceChannel(),
    },
  })
}
