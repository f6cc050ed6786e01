import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { Reservation, SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import { useLocation } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Stack } from '../../../kit/page/screen.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { formatHour, formatShortDateTime } from '../../../parts/club-time.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { HelpLink } from '../../../parts/help-link.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import { PastItems } from '../../promotions/wallet-items.tsx'
import { readStoredItems } from '../../promotions/wallet.ts'
import { savedReservation } from './reserve-actions.ts'
import { groupReservations, hasEnded, isUsable } from './reservation-groups.ts'
import { CancelReservation } from './cancel-reservation.tsx'
import { SessionCancelled } from './session-cancelled.tsx'
import { SessionChanged } from './session-changed.tsx'
import { CalendarLink, TicketsPdfLink, TicketStrip } from './ticket-strip.tsx'
import css from './tickets.module.css'
import { reservationStateLabels, hasChanged, waitingListEndedTitle } from './ticket-labels.ts'
import { ticketPaths } from './ticket-paths.ts'
import { ticketList, useMyTickets, useMyWaiting, useRefreshTickets } from './use-tickets.ts'
import { WaitingEntryView } from './waiting-entry.tsx'

/** Meus ingressos: holds, tickets and waiting-list entries. */
export function TicketsPage() {
  return (
    <Page title="Meus ingressos">
      <MyTickets />
    </Page>
  )
}

/** The offline view, from this device's copy. */
export function OfflineTicketsPage({ onRetry }: { onRetry: () => void }) {
  return (
    <OfflineWalletPage title="Meus ingressos" read={() => readStoredItems(ticketList)} onRetry={onRetry}>
      {(reservations) => <ReservationList reservations={reservations} isOffline />}
    </OfflineWalletPage>
  )
}

/** All reservations and waiting-list entries of the person. */
function MyTickets() {
  return (
    <>
      <WaitingEntries />
      <Loaded query={useMyTickets()} loadingText="Carregando seus ingressos">
        {({ items, isOffline }) =>
          items.length === 0 ? (
            <EmptyPersonalList illustration="ticket" href={paths.promotions} action="Ver promoções">
              Seus ingressos aparecem aqui depois da reserva.
            </EmptyPersonalList>
          ) : (
            <>
              <ReservationList reservations={items} isOffline={isOffline} />
              <HiddenItemsNotice />
            </>
          )
        }
      </Loaded>
    </>
  )
}

type ReservationListProps = { reservations: Reservation[]; isOffline: boolean }

/** Usable reservations, then the others, collapsed; `isOffline` if they come from this device's copy. */
function ReservationList({ reservations, isOffline }: ReservationListProps) {
  const { usable, sessionCancelled, past } = groupReservations(reservations, serverNow())
  const current = [...usable, ...sessionCancelled]
  return (
    <>
      {isOffline && (
        <Notice>
          Não conseguimos falar com o clube agora. Estes são os ingressos guardados neste aparelho
          {usable.length > 0 && '; os que mostram o QR Code valem na entrada'}.
        </Notice>
      )}
      {current.length > 0 && <Reservations reservations={current} isOffline={isOffline} />}
      {past.length > 0 && (
        <PastItems
          title="Usados, cancelados e de datas passadas"
          count={past.length}
          isOpen={current.length === 0}
        >
          <Reservations reservations={past} isOffline={isOffline} />
        </PastItems>
      )}
    </>
  )
}

const Reservations = ({ reservations, isOffline }: ReservationListProps) => (
  <ul className="stack">
    {reservations.map((reservation) => (
      <li key={reservation.reservation_id}>
        <ReservationView reservation={reservation} isOffline={isOffline} />
      </li>
    ))}
  </ul>
)

function ReservationView({ reservation, isOffline }: { reservation: Reservation; isOffline: boolean }) {
  if (reservation.state === 'held') return <HeldReservation reservation={reservation} isOffline={isOffline} />
  const { session_title, state, tickets } = reservation
  const when = formatShortDateTime(reservation.starts_at)
  return (
    <section className="stack" aria-label={`${session_title}, ${when}`}>
      <SessionChange reservation={reservation} />
      {tickets.length > 0 ? (
        <TicketStrip reservation={reservation} level="h2" />
      ) : (
        <div className={`stack raised ${css.session}`}>
          <p>
            <strong>{reservationStateLabels[state]}</strong>
          </p>
          <h2 className="title">{session_title}</h2>
          <p className={css.when}>{when}</p>
        </div>
      )}
      {!isOffline &&
        (state === 'confirmed' ? (
          <TicketActions reservation={reservation} />
        ) : (
          <ReservationHelp reservation={reservation} />
        ))}
    </section>
  )
}

/** Marks a session that was cancelled, or changed after the reservation, with the previous ticket details. */
function SessionChange({ reservation }: { reservation: Reservation }) {
  const { before_change: before, session_cancelled, session_title, starts_at, place } = reservation
  if (session_cancelled)
    return (
      <SessionCancelled
        reason={session_cancelled.reason}
        effect="O que você usou para participar foi devolvido."
      />
    )
  if (!before) return null
  return (
    <SessionChanged
      now={{ title: session_title, starts_at, place }}
      before={{ ...before, title: before.session_title }}
      advice="Se não puder ir, cancele sem custo até o início."
    />
  )
}

function TicketActions({ reservation }: { reservation: Reservation }) {
  const refresh = useRefreshTickets()
  const isUpcoming = Date.parse(reservation.starts_at) > serverNow()
  return (
    <Stack gap="near">
      {isUsable(reservation) && !hasEnded(reservation, serverNow()) && (
        <TicketsPdfLink reservation_id={reservation.reservation_id} />
      )}
      {isUpcoming && <CalendarLink reservation_id={reservation.reservation_id} />}
      {reservation.can_cancel && (
        <CancelReservation
          reservation={reservation}
          session={{ title: reservation.session_title, starts_at: reservation.starts_at }}
          quantity={reservation.quantity}
          isConfirmed
          isFree={hasChanged(reservation)}
          onCancelled={() => void refresh()}
        />
      )}
      <ReservationHelp reservation={reservation} />
    </Stack>
  )
}

/** Older servers do not name the participation: then it is about the promotion. */
function ReservationHelp({ reservation }: { reservation: Reservation }) {
  const { transaction_id, campaign_id, session_title } = reservation
  const subject = `ingresso de ${session_title}`
  return transaction_id === undefined ? (
    <HelpLink about="ingresso" id={campaign_id} subject={subject} />
  ) : (
    <HelpLink about="reserva" id={transaction_id} subject={subject} />
  )
}

function HeldReservation({ reservation, isOffline }: { reservation: Reservation; isOffline: boolean }) {
  const { expires_at, quantity, session_title, starts_at } = reservation
  const isExpired = Date.parse(expires_at) < serverNow()
  return (
    <div className={`stack raised ${css.session}`}>
      {isExpired && <Notice tone="warn">Sua reserva expirou. Faça uma nova reserva.</Notice>}
      <SessionChange reservation={reservation} />
      <h2 className="title">{session_title}</h2>
      <p className={css.when}>{formatShortDateTime(starts_at)}</p>
      {!isExpired && (
        <p>
          Sua reserva de {formatTicketCount(quantity)} vale até {formatHour(expires_at)}.
        </p>
      )}
      <LinkButton href={ticketPaths.reserve(reservation.campaign_slug)}>
        {isExpired ? 'Ver as sessões' : 'Continuar'}
      </LinkButton>
      {!isOffline && <ReservationHelp reservation={reservation} />}
    </div>
  )
}

const offersFirst = (a: WaitingEntry, b: WaitingEntry): number =>
  Number(b.state === 'offered') - Number(a.state === 'offered')

/** The person's waiting-list entries, offers first; a failure to load is already shown by the tickets above. */
function WaitingEntries() {
  const waiting = useMyWaiting()
  const tickets = useMyTickets()
  const [, navigate] = useLocation()
  const proceed = async (hold: SavedReservation) => {
    savedReservation.save(hold)
    const { data } = await tickets.refetch()
    const held = data?.items.find(({ reservation_id }) => reservation_id === hold.reservation_id)
    if (held) navigate(ticketPaths.reserve(held.campaign_slug))
  }
  if (!waiting.data || waiting.data.length === 0) return null
  return (
    <Section title="Lista de espera" className={`stack ${css.reservation}`}>
      {waiting.data.toSorted(offersFirst).map((entry) => (
        <div key={entry.entry_id} className={`stack raised ${css.session}`}>
          <h3>{entry.session_title}</h3>
          <p className={css.when}>{formatShortDateTime(entry.starts_at)}</p>
          {entry.session_cancelled ? (
            <SessionCancelled reason={entry.session_cancelled.reason} effect={`${waitingListEndedTitle}.`} />
          ) : (
            <WaitingEntryView
              entry={entry}
              sessionsHref={entry.campaign_slug && ticketPaths.reserve(entry.campaign_slug)}
              onHeld={proceed}
            />
          )}
        </div>
      ))}
    </Section>
  )
}
