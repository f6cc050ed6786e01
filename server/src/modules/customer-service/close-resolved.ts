import { uploadRefusals } from '@clube/contract/customer-service/calls.ts'
import { resolvedDays } from '@clube/contract/customer-service/service-ticket-states.ts'
import { inTransaction } from '../../db/database.ts'
import { refusalsOf } from '../../kernel/refusal.ts'
import type { CustomerServiceDeps } from './deps.ts'
import type { ServiceEvents } from './service-events.ts'
import { changeTicket, deleteOldOpenings, lockExpired } from './service-ticket-store.ts'
import { systemMessage, writeMessage } from './write-message.ts'

const dayMs = 86_400_000
const batchSize = 100
/** Longer than an opening allows reading the ticket again. */
const openingRetentionMs = dayMs
const refuse = refusalsOf({ refusals: uploadRefusals })

/** Closes tickets seven days after their resolution. Each batch commits, so an interrupted run continues with the rest. */
export const closeResolved = async (
  deps: Pick<CustomerServiceDeps, 'db' | 'clock'> & { readonly events: Pick<ServiceEvents, 'publish'> },
  signal?: AbortSignal,
): Promise<void> => {
  const now = deps.clock()
  const resolved_before = new Date(now.getTime() - resolvedDays * dayMs)
  for (;;) {
    signal?.throwIfAborted()
    const closed = await inTransaction(deps.db, async (tx) => {
      const tickets = await lockExpired(tx, { resolved_before, limit: batchSize })
      for (const ticket of tickets) {
        const message = systemMessage('O atendimento foi encerrado 7 dias depois da solução.')
        const { change } = await writeMessage(tx, { ticket, message, now, refuse })
        const { id, version, customer_id } = await changeTicket(
          tx,
          ticket,
          { ...change, state: 'closed', closed_at: now },
          now,
        )
        await deps.events.publish(tx, { ticket_id: id, customer_id, version, is_public: true })
      }
      return tickets.length
    })
    if (closed < batchSize) break
  }
  await deleteOldOpenings(deps.db, new Date(now.getTime() - openingRetentionMs))
}
