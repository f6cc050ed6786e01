import type { Tx } from '../../db/database.ts'
import { unnamed } from './attachments.ts'
import { releaseAttachmentsOf } from './attachment-store.ts'
import { eraseMessagesOf } from './service-message-store.ts'
import { eraseTicketsOf } from './service-ticket-store.ts'

/**
 * Erases everything that was written in a person's tickets, by staff as well, and makes the attachments due for purging. Dates,
 * states and ratings remain for the figures.
 */
export const eraseServiceTickets = async (
  tx: Tx,
  { customer_id, now }: { customer_id: string; now: Date },
): Promise<void> => {
  await eraseMessagesOf(tx, { customer_id, body: 'Mensagem apagada com a conta.' })
  await releaseAttachmentsOf(tx, { customer_id, name: unnamed, now })
  await eraseTicketsOf(tx, { customer_id, subject: 'Atendimento de uma conta excluída', now })
}
