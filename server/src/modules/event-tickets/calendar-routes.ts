import { Cookies } from '../../http/context.ts'
import type { Binder } from '../../http/bind.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { calendarFile } from './calendar-file.ts'
import type { EventTicketDeps } from './deps.ts'
import { findOwn } from './view-reservations.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A file and not an envelope, so that a plain link opens the phone's calendar. */
export const bindCalendarFile = (binder: Binder, deps: EventTicketDeps, path: string): void => {
  binder.app.get<{ Params: { reservation_id: string } }>(
    path,
    { schema: { hide: true } },
    async (request, reply) => {
      const token = new Cookies(request, reply, binder.secureCookies).sessionToken
      const session = token === null ? null : await binder.guards.findSession(token)
      if (session?.level !== 'customer') throw new Refusal('session.required')
      const { reservation_id } = request.params
      if (!uuid.test(reservation_id)) throw new Refusal('request.not-found')
      const reservation = await findOwnConfirmed(deps, {
        reservation_id,
        customer_id: session.customer_id,
      })
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="evento.ics"')
        .send(calendarFile(reservation, deps.clock()))
    },
  )
}

/** The route has no call, so its "no" is the kernel's. */
const findOwnConfirmed = async (
  deps: EventTicketDeps,
  input: { reservation_id: string; customer_id: string },
) => {
  const reservation = await findOwn(deps.db, input).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal('request.not-found') : error
  })
  if (reservation.state !== 'confirmed') throw new Refusal('request.not-found')
  return reservation
}
