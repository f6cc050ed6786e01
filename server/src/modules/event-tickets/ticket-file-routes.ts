import { Readable } from 'node:stream'
import { rolesAllow } from '@clube/contract/kernel/permissions.ts'
import type { Binder } from '../../http/bind.ts'
import { Cookies } from '../../http/context.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { EventTicketDeps } from './deps.ts'
import { eachTicketRow, type TicketFileRow } from './list-session.ts'
import { ticketFileHead, ticketFileLine } from './ticket-file.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A file and not an envelope, so that a plain link downloads it. */
export const bindTicketFile = (binder: Binder, deps: EventTicketDeps, path: string): void => {
  binder.app.get<{ Params: { session_id: string } }>(
    path,
    { schema: { hide: true } },
    async (request, reply) => {
      const token = new Cookies(request, reply, binder.secureCookies).staffToken
      const staff = token === null ? null : await binder.guards.findStaffSession(token)
      if (!staff) throw new Refusal('session.required')
      if (!rolesAllow(staff.roles, 'events.manage')) throw new Refusal('session.not-allowed')
      const { session_id } = request.params
      if (!uuid.test(session_id)) throw new Refusal('request.not-found')
      const rows = eachTicketRow(deps, { session_id, staff_id: staff.staff_id })
      // The first row is asked for before anything is sent: a session nobody knows is a "no", not a broken file.
      const first = await rows.next().catch((error: unknown) => {
        throw error instanceof Refusal ? new Refusal('request.not-found') : error
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="ingressos.csv"')
        .send(Readable.from(linesOf(first, rows)))
    },
  )
}

async function* linesOf(
  first: IteratorResult<TicketFileRow, unknown>,
  rest: AsyncGenerator<TicketFileRow>,
): AsyncGenerator<string> {
  yield ticketFileHead
  if (first.done === true) return
  yield ticketFileLine(first.value)
  for await (const row of rest) yield ticketFileLine(row)
}
