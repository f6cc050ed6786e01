import { formatTicketCount } from '@clube/contract/kernel/count-formats.ts'
import { confirmReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { confirmRefusals } from '@clube/contract/event-tickets/refusals.ts'
import { holdEnd } from '@clube/contract/campaigns/hold.ts'
import type { Reservation, SavedReservation } from '@clube/contract/event-tickets/reservation.ts'
import type { EventSession } from '@clube/contract/event-tickets/session.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { failureOf } from '../../../parts/call-failed.ts'
import { LoadFailure } from '../../../parts/club-data/loaded.tsx'
import { formatShortDateTime } from '../../../parts/club-time.ts'
import { useConsent } from '../../../parts/club-data/use-consent.ts'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { useAction } from '../../../parts/use-action.ts'
import { currentSession, isIdentified } from '../../../platform/session/session-store.ts'
import { savedReservation } from './reserve-actions.ts'
import { CancelReservation } from './cancel-reservation.tsx'
import { CountdownBar, useCountdown } from '../../../parts/voucher/countdown.tsx'
import { ParticipantsForm, termsPath, type SubmitParticipants } from './participants-form.tsx'
import { SessionCancelled } from './session-cancelled.tsx'
import { SessionChanged, type SessionDetails } from './session-changed.tsx'
import css from './tickets.module.css'
import { useHeldSession, type HeldSession } from './use-held-session.ts'
import { useReservation } from './use-tickets.ts'

type ConfirmReservationProps = {
  hold: SavedReservation
  session: EventSession
  /** Whether this page has just made the hold, with the session as listed. */
  isNew: boolean
  onConfirmed: (reservation: Reservation) => void
  /** Called when the person leaves a hold that was cancelled or has expired. */
  onEnded: () => void
}

/** The held places, the remaining time, the participants, and the terms. */
export function ConfirmReservation(props: ConfirmReservationProps) {
  const { hold, session, onConfirmed, onEnded } = props
  const { run } = useAction()
  const held = useHeldSession(props)
  // In a passwordless session every name is typed; the form keeps its values if the password is given in the meantime.
  const [isUnnamed] = useState(() => isIdentified(currentSession()))
  const profile = useProfile({ enabled: !isUnnamed })
  const terms = useConsent('event_terms')
  const countdown = useCountdown(holdEnd(new Date(hold.created_at)).getTime(), 'a sua reserva')
  const [storedEnd, setStoredEnd] = useState<'expired' | 'session-cancelled' | null>(null)
  const end =
    storedEnd ??
    (session.status === 'cancelled' ? 'session-cancelled' : countdown.hasExpired ? 'expired' : null)
  useEffect(() => {
    if (end === null) return
    if (end === 'expired') savedReservation.remove()
    // Once shown, the expiry stays even if the clock is corrected later, and a cancellation even after it expires.
    setStoredEnd(end)
  }, [end])

  const submit: SubmitParticipants = async (participants, form) => {
    const body = {
      reservation_id: hold.reservation_id,
      participants,
      accepted_terms: 'yes',
      ...(terms.data && { terms_version: terms.data.version }),
      seen_session: { starts_at: held.now.starts_at, place: held.now.place },
    } as const
    return run((send) => send(confirmReservationCall, { body }), {
      form,
      onSuccess: onConfirmed,
      onFailure: (failure) => {
        const code = failure.kind === 'refused' ? failure.code : null
        if (code === 'event-tickets.reservation-expired') {
          setStoredEnd('expired')
          return true
        }
        if (code === 'event-tickets.session-cancelled') {
          setStoredEnd('session-cancelled')
          return true
        }
        if (code === 'event-tickets.session-changed') held.onRefused()
        // Cancelled on another device.
        if (code === 'event-tickets.reservation-cancelled') onEnded()
        if (code === 'event-tickets.terms-outdated') {
          // The accepted version is no longer in force: link to the new text and ask for consent again.
          form.setValue(termsPath, false)
          void terms.refetch()
        }
        return false
      },
    })
  }

  if (end === 'session-cancelled')
    return <CancelledWithSession hold={hold} session={session} onLeave={onEnded} />
  if (end === 'expired') return <Expired onRetry={onEnded} />
  return (
    <>
      <CountdownBar
        countdown={countdown}
        label={hold.quantity === 1 ? 'Seu lugar está guardado por' : 'Seus lugares estão guardados por'}
      />
      <HeldSessionChange held={held} />
      <HeldPlaces hold={hold} session={held.now} />
      {terms.error && !terms.data && !isWithoutTerms(terms.error) ? (
        <LoadFailure error={terms.error} onRetry={terms.refetch} />
      ) : (isUnnamed || profile.data || profile.error) && !terms.isPending ? (
        <ParticipantsForm
          session_id={session.session_id}
          quantity={hold.quantity}
          minimum_age={session.minimum_age}
          hasTerms={terms.data !== undefined}
          person={profile.data?.document_type === 'cpf' ? profile.data : null}
          onSubmit={submit}
        />
      ) : (
        <Delayed>
          <Skeleton shape="field" count={hold.quantity} />
        </Delayed>
      )}
      <CancelReservation
        reservation={hold}
        session={held.now}
        quantity={hold.quantity}
        isConfirmed={false}
        onCancelled={onEnded}
      />
    </>
  )
}

/** Whether the club has no event terms. Terms that did not load cannot be accepted. */
function isWithoutTerms(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'refused' && failure.code === 'consent.unknown-document'
}

/** A change of the session while its places are held, announced; after a refused confirmation it gets the focus. */
function HeldSessionChange({ held: { now, before, refusals } }: { held: HeldSession }) {
  const box = useRef<HTMLDivElement>(null)
  const isChanged = before !== null
  useEffect(() => {
    if (isChanged && refusals > 0) box.current?.focus()
  }, [isChanged, refusals])
  if (!isChanged) return null
  return (
    <div ref={box} className={css.change} tabIndex={-1} role="alert">
      <SessionChanged
        now={now}
        before={before}
        advice="Confira antes de confirmar. Se não puder ir, cancele a reserva."
      />
    </div>
  )
}

type HeldPlacesProps = { hold: SavedReservation; session: SessionDetails }

const HeldPlaces = ({ hold, session }: HeldPlacesProps) => (
  <section className={`stack raised ${css.session}`} aria-label="Sua reserva">
    <strong className="title">{session.title}</strong>
    <p className={css.when}>{formatShortDateTime(session.starts_at)}</p>
    <p className="soft">{session.place}</p>
    <p>{formatTicketCount(hold.quantity)}</p>
  </section>
)

/** The end of a hold whose session was cancelled, with the reason. */
function CancelledWithSession({ hold, session, onLeave }: HeldPlacesProps & { onLeave: () => void }) {
  const { data } = useReservation(hold.reservation_id)
  return (
    <EndOfHold>
      <SessionCancelled
        reason={data?.session_cancelled?.reason ?? null}
        effect="O que você usou para participar foi devolvido."
      />
      <HeldPlaces hold={hold} session={session} />
      <Button onClick={onLeave}>Ver as sessões</Button>
    </EndOfHold>
  )
}

/** Announces the end of a hold; its only button gets the focus. */
function EndOfHold({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={box} className="stack" role="alert">
      {children}
    </div>
  )
}

function Expired({ onRetry }: { onRetry: () => void }) {
  return (
    <EndOfHold>
      <EmptyState
        illustration="ticket"
        action={
          <Button compact onClick={onRetry}>
            Fazer nova reserva
          </Button>
        }
      >
        {confirmRefusals['event-tickets.reservation-expired'].message}
      </EmptyState>
    </EndOfHold>
  )
}
