import { ticketsPath } from '@clube/contract/event-tickets/ticket-path.ts'
import { formatShortDateTime, type TimeZone } from '@clube/contract/kernel/club-time.ts'
import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { Tx } from '../../../db/database.ts'
import type { JobQueue, Jobs } from '../../../db/jobs.ts'
import { createOutcomeNotices, outcomeDelaySeconds } from '../../campaigns/index.ts'
import type { MessageTexts } from '../../messaging/index.ts'
import { messageTopics, type EventTicketDeps } from '../deps.ts'
import { readCancellationDeadline } from './cancellation-deadline.ts'
import { withCampaign } from './reservation-files.ts'
import { withShortHashes } from './offline-hashes.ts'
import {
  claimConfirmationNotices,
  listReservations,
  type ReservationWithSession,
} from './reservation-store.ts'
import { listTicketsOfReservations } from './ticket-store.ts'

type Confirmed = Pick<
  ReservationWithSession,
  'quantity' | 'session_title' | 'place' | 'starts_at' | 'cancel_until'
> & { readonly campaign_title: string }

/** Texts of the message about a confirmed reservation. Only its attachments contain names and codes. */
export const confirmationTexts = (reservation: Confirmed, zone: TimeZone): MessageTexts => {
  const { quantity, campaign_title, session_title, place, starts_at, cancel_until } = reservation
  const tickets = formatTicketCount(quantity)
  const when = formatShortDateTime(starts_at, zone)
  return {
    subject: 'Reserva confirmada',
    paragraphs: [
      `A sua reserva de ${tickets} para ${campaign_title} está confirmada.`,
      `Se não puder ir, cancele em Meus ingressos até ${formatShortDateTime(cancel_until, zone)}.`,
    ],
    details: [
      { label: 'Sessão', value: session_title },
      { label: 'Data', value: when },
      { label: 'Local', value: place },
    ],
    code: null,
    link: { label: 'Ver meus ingressos', url: ticketsPath },
    short: `Reserva confirmada: ${tickets}, ${when}. Veja em Meus ingressos.`,
    warning: null,
  }
}

/** A ticket admits the person who shows it, so tickets are sent to a confirmed address only. */
export const confirmationNotes = {
  note: 'Os ingressos em PDF e o evento para a sua agenda estão anexados. Não encaminhe esta mensagem: quem mostrar o QR Code primeiro entra.',
  withheld:
    'Os seus ingressos estão em Meus ingressos. Para receber os próximos também por e-mail, confirme este endereço em Meu perfil.',
} as const

/** Queues the message about a confirmed reservation. */
export const notifyOfConfirmation = async (
  deps: EventTicketDeps,
  tx: Tx,
  reservation: ReservationWithSession,
  ip?: string,
): Promise<void> => {
  const { id, customer_id, starts_at, ends_at } = reservation
  const cancel_until = await readCancellationDeadline(tx, reservation, deps.clock())
  const confirmed = { ...(await withCampaign(tx, reservation)), cancel_until }
  const texts = confirmationTexts(confirmed, deps.time_zone)
  const attached = { id, ...confirmationNotes }
  const expires_at = ends_at ?? starts_at
  const template = 'reservation-confirmed'
  await deps.notify(tx, {
    customer_id,
    topic: messageTopics[template],
    template,
    texts,
    attached,
    expires_at,
    ...(ip === undefined ? {} : { ip }),
  })
}

const confirmedNotices = createOutcomeNotices('notify-of-reservations', 'reservation_ids')

/** Prepares the gate's offline list, which computes what is missing: each ticket takes about 10 ms of a processor. */
const offlineListQueue: JobQueue<{ reservation_ids: string[] }> = {
  name: 'prepare-offline-list',
  expireInSeconds: 900,
  retryLimit: 3,
}

/** Schedules what follows confirmations. */
export const enqueueConfirmed = async (
  deps: EventTicketDeps,
  tx: Tx,
  reservation_ids: string[],
): Promise<void> => {
  await confirmedNotices.enqueue(deps, tx, reservation_ids)
  await deps.jobs.enqueue(tx, offlineListQueue, { reservation_ids }, outcomeDelaySeconds)
}

/** Registers the jobs: each reservation that is still confirmed is announced once, even when the job is repeated. */
export const registerConfirmationJobs = (deps: EventTicketDeps, jobs: Pick<Jobs, 'work'>): void => {
  confirmedNotices.register(deps, jobs, async (tx, ids) => {
    const claimed = await claimConfirmationNotices(tx, ids, deps.clock())
    const ipOf = new Map(claimed.map(({ id, ip }) => [id, ip]))
    for (const reservation of await listReservations(tx, [...ipOf.keys()]))
      await notifyOfConfirmation(deps, tx, reservation, ipOf.get(reservation.id) ?? undefined)
  })
  jobs.work(offlineListQueue, async ({ reservation_ids }) => {
    await withShortHashes(deps, await listTicketsOfReservations(deps.db, reservation_ids))
  })
}
