import { ticketStateTitles } from '@clube/contract/event-tickets/state-titles.ts'
import { voucherCodeEnd } from '@clube/contract/campaigns/voucher-code.ts'
import type { CustomerHistory } from '@clube/contract/service-desk/history-calls.ts'
import type { Db } from '../../../db/database.ts'
import { findCampaignFacts, shortCodeOf } from '../../campaigns/index.ts'
import type { EventTicketDeps } from '../deps.ts'
import { listTicketsOfCustomer } from './reservation-lists-store.ts'
import { ticketCodes } from './ticket.ts'

/** A customer's newest tickets, with only the end of their codes, which does not admit anyone. */
export const listVouchers = async (
  { vault }: Pick<EventTicketDeps, 'vault'>,
  db: Db,
  input: { customer_id: string; limit: number },
): Promise<CustomerHistory['vouchers']> => {
  const tickets = await listTicketsOfCustomer(db, input)
  const campaigns = await findCampaignFacts(
    db,
    tickets.map(({ campaign_id }) => campaign_id),
  )
  return tickets.map((ticket) => ({
    voucher_id: ticket.id,
    campaign_title: campaigns.get(ticket.campaign_id)?.title ?? '',
    title: ticket.session_title,
    starts_at: ticket.starts_at.toISOString(),
    holder_name: ticket.participant_name,
    code_end: voucherCodeEnd(shortCodeOf(ticketCodes.open(vault, ticket.code_sealed))),
    state:
      ticketStateTitles[ticket.is_session_cancelled && ticket.state === 'valid' ? 'cancelled' : ticket.state],
    used_at: ticket.used_at?.toISOString() ?? null,
    used_where: ticket.used_gate,
  }))
}
