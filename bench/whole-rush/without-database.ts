/*
 * The calls of a rush behind the product's HTTP layer, without a database: pages as the product sent them, places counted in
 * memory. Environment: ANSWERS, a file with the data of the campaign and its sessions; PLACES, the places of each session.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readCampaignCall } from '@clube/contract/campaigns/campaign-calls.ts'
import { holdEnd } from '@clube/contract/campaigns/hold.ts'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { confirmReservationCall, listSessionsCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import type { Call, DataOf } from '@clube/contract/kernel/call.ts'
import { bindCall, type CallContext, type CallResponse } from '../../server/src/http/bind.ts'
import { refusalsOf } from '../../server/src/kernel/refusal.ts'
import { announce, createBareBinder } from '../bare-server.ts'

/** The data of the calls, as sent by the product. */
export type Answers = {
  campaign: DataOf<typeof readCampaignCall>
  sessions: DataOf<typeof listSessionsCall>
  reservation: DataOf<typeof confirmReservationCall>
}

const answers = JSON.parse(readFileSync(process.env['ANSWERS'] ?? '', 'utf8')) as Answers
const places = Number(process.env['PLACES'])
const held = new Map<string, number>()

const binder = await createBareBinder()
/** A signed-in person's answer is not shared. */
const bind = <C extends Call>(call: C, answer: (context: CallContext<C>) => DataOf<C>): void =>
  bindCall<C & { shared?: never }>(
    binder,
    { ...call, shared: undefined } as C & { shared?: never },
    async (context) =>
      ({ data: answer(context as CallContext<C>) }) as unknown as CallResponse<C & { shared?: never }>,
  )

bind(readCampaignCall, () => answers.campaign)
bind(listSessionsCall, () => answers.sessions)
bind(startTransactionCall, () => ({
  transaction_id: randomUUID(),
  protocol: '2026000001',
  expires_at: new Date().toISOString(),
}))
bind(reserveCall, ({ body: { session_id, quantity } }) => {
  const before = held.get(session_id) ?? 0
  if (before + quantity > places) throw refusalsOf(reserveCall)('event-tickets.sold-out')
  held.set(session_id, before + quantity)
  const now = new Date()
  return {
    reservation_id: randomUUID(),
    campaign_id: answers.campaign.campaign_id,
    session_id,
    quantity,
    created_at: now.toISOString(),
    expires_at: holdEnd(now).toISOString(),
  }
})
bind(confirmReservationCall, () => answers.reservation)
await announce(binder)
