import { randomInt } from 'node:crypto'
import { startTransactionCall } from '@clube/contract/campaigns/transaction-calls.ts'
import { confirmReservationCall, reserveCall } from '@clube/contract/event-tickets/calls.ts'
import { registerCall } from '@clube/contract/identity/account-calls.ts'
import { checkAccountCall } from '@clube/contract/identity/sign-in-calls.ts'
import { TestBrowser, type Reply } from '../server/src/testing/browser.ts'
import { freshCpfs, registrationOf } from '../server/src/testing/joining.ts'

const dataOf = <Data>(reply: Reply<Data>): Data => {
  if (!reply.ok) throw new Error(`Refused: ${JSON.stringify(reply)}`)
  return reply.data
}

/** Somebody joins, reserves and confirms by calls alone. @returns the tickets with their codes */
export async function buyTickets(
  baseURL: string | undefined,
  wanted: { campaign_id: string; session_id: string; quantity: number },
): Promise<readonly { qr_code: string; short_code: string }[]> {
  const { campaign_id, session_id, quantity } = wanted
  const document_id = freshCpfs(1, randomInt(100_000_000, 990_000_000))[0] ?? ''
  const browser = new TestBrowser(baseURL ?? '')
  await browser.send(checkAccountCall, { body: { document_id, terms_id: 'shd_auth_terms' } })
  dataOf(await browser.send(registerCall, { body: registrationOf(document_id) }))
  const start = { campaign_id, kind: 'event_tickets' as const }
  const { transaction_id } = dataOf(await browser.send(startTransactionCall, { body: start }))
  const hold = dataOf(await browser.send(reserveCall, { body: { transaction_id, session_id, quantity } }))
  const confirm = {
    reservation_id: hold.reservation_id,
    participants: Array.from({ length: quantity }, () => ({ name: 'Ana Lúcia Pereira' })),
    accepted_terms: 'yes' as const,
  }
  return dataOf(await browser.send(confirmReservationCall, { body: confirm })).tickets
}
