import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import type { SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { WaitingEntry } from '@clube/contract/event-tickets/session.ts'
import {
  leaveWaitingListCall,
  waitingListLeftMessage,
} from '@clube/contract/event-tickets/waiting-list-calls.ts'
import { useRef } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { formatShortDateTime, formatHour } from '../../../parts/club-time.ts'
import { lazyPart, usePreload } from '../../../parts/lazy-part.tsx'
import { LinkButton } from '../../../parts/link-button.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { isIdentified, useSession } from '../../../platform/session/session-store.ts'
import { LowerQuantity } from './lower-quantity.tsx'
import {
  offerExpiredReason,
  pausedReason,
  placesNowText,
  waitingListEndedTitle,
  waitingListEndedReason,
} from './ticket-labels.ts'
import { ticketsKey } from './use-tickets.ts'
import { acceptOffer } from './reserve-actions.ts'

const ContactConfirmation = lazyPart(
  async () => (await import('../../../parts/contact-confirmation.tsx')).ContactConfirmation,
)

type WaitingEntryProps = {
  entry: WaitingEntry
  /** Where a customer whose offer expired can join again; null on that page. */
  sessionsHref: string | null
  onHeld: (hold: SavedReservation) => void
}

/** A waiting-list entry: its position, the offer with its deadline or its expiry, or the end of the list. */
export function WaitingEntryView({ entry, sessionsHref, onHeld }: WaitingEntryProps) {
  const { pending, run } = useAction()
  const accept = () => run((send) => acceptOffer(send, entry), { onSuccess: onHeld, refresh: [ticketsKey] })
  const leaving = useDialog()
  const leave = async () => {
    await run((send) => send(leaveWaitingListCall, { body: { entry_id: entry.entry_id } }), {
      success: ({ message }) => ({ message: message ?? waitingListLeftMessage }),
      refresh: [ticketsKey],
    })
    leaving.close()
  }
  const isOffered = entry.state === 'offered' && entry.offer_expires_at !== null
  const isPasswordSession = !isIdentified(useSession())
  const { has_list_ended, is_paused } = entry
  const profile = useProfile({ enabled: entry.state === 'waiting' && isPasswordSession })
  const view = useRef<HTMLDivElement>(null)
  usePreload(ContactConfirmation)
  // Only the server knows whether an offer expired or the promotion was paused; the entry is read again soon.
  if (isOffered && !is_paused && Date.parse(entry.offer_expires_at ?? '') < serverNow())
    return <Notice>Conferindo se esta oferta ainda vale…</Notice>
  if (entry.state === 'expired')
    return (
      <>
        <Notice tone="warn">
          <p>
            <strong>A sua vez passou.</strong>
          </p>
          <p>
            {entry.offer_expires_at === null
              ? 'O prazo desta oferta terminou.'
              : offerExpiredReason(entry.offer_expires_at)}
          </p>
        </Notice>
        {sessionsHref !== null && (
          <LinkButton variant="outline" href={sessionsHref}>
            Ver as sessões
          </LinkButton>
        )}
      </>
    )
  if (has_list_ended)
    return (
      <Notice>
        <p>
          <strong>{waitingListEndedTitle}.</strong>
        </p>
        <p>{waitingListEndedReason}</p>
      </Notice>
    )
  return (
    <div className="stack" ref={view} tabIndex={-1}>
      <Notice tone={isOffered ? 'good' : 'info'}>
        {isOffered ? describeOffer(entry) : describeWait(entry)}
      </Notice>
      {is_paused && (
        <Notice tone="warn">
          {isOffered ? pausedReason : 'A promoção está pausada. O seu lugar na lista continua guardado.'}{' '}
          Avisaremos quando ela voltar.
        </Notice>
      )}
      {!isOffered && !is_paused && entry.is_closed && (
        <Notice tone="warn">
          As reservas desta sessão estão encerradas. Se reabrirem, a lista de espera continua na mesma ordem.
        </Notice>
      )}
      {entry.places_if_lowered !== null && (
        <Notice tone="good">
          {placesNowText(entry.places_if_lowered)}: espere por {formatTicketCount(entry.places_if_lowered)} e
          a vez é sua.
        </Notice>
      )}
      {!isOffered && profile.data?.is_email_verified === false && (
        <ContactConfirmation
          channel="email"
          reason="Confirme para receber nele o aviso quando chegar a sua vez."
          onConfirmed={() => view.current?.focus()}
        />
      )}
      {isOffered && !is_paused && (
        <Button pending={pending} onClick={() => void accept()}>
          Aceitar e reservar
        </Button>
      )}
      {!isOffered && !is_paused && !entry.is_closed && <LowerQuantity entry={entry} />}
      <Button variant="quiet" onClick={leaving.open}>
        {isOffered ? 'Não quero mais' : 'Sair da lista de espera'}
      </Button>
      <ConfirmDialog
        {...leaving.props}
        title="Sair da lista de espera?"
        confirm="Sim, sair da lista"
        cancelLabel="Continuar na lista"
        pending={pending}
        onConfirm={leave}
      >
        <p>
          <strong>
            {formatTicketCount(entry.quantity)}: {entry.session_title}, {formatShortDateTime(entry.starts_at)}
          </strong>
        </p>
        <p>
          {isOffered
            ? 'Os lugares separados para você vão para outra pessoa.'
            : 'Você perde a sua posição. Se entrar de novo, vai para o fim da lista.'}
        </p>
      </ConfirmDialog>
    </div>
  )
}

function describeOffer({ quantity, is_paused, offer_expires_at }: WaitingEntry): string {
  const tickets = formatTicketCount(quantity)
  return is_paused
    ? `Separados para você: ${tickets}.`
    : `Chegou a sua vez: ${tickets} para você até ${formatHour(offer_expires_at ?? '')}.`
}

const describeWait = ({ quantity, position }: WaitingEntry): string =>
  `Você está na lista de espera para ${formatTicketCount(quantity)}${position === null ? '' : `, na ${position}ª posição`}.`
