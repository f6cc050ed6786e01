import { confirmReservationCall } from '@clube/contract/event-tickets/calls.ts'
import { confirmRefusals } from '@clube/contract/event-tickets/refusals.ts'
import {
  reservationEnd,
  type Reservation,
  type SavedReservation,
} from '@clube/contract/event-tickets/reservation.ts'
import type { Session } from '@clube/contract/event-tickets/session.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { clubMoment } from '../../../parts/club-moment.ts'
import { useConsent } from '../../../parts/club-data/use-consent.ts'
import { useProfile } from '../../../parts/club-data/use-profile.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { forgetReservation } from '../../../platform/storage/saved-reservation.ts'
import { CancelReservation } from './cancel-reservation.tsx'
import { CountdownBar } from './countdown-bar.tsx'
import { ParticipantsForm, termsPath, type ParticipantsFormHandle } from './participants-form.tsx'
import { ticketsInWords } from './ticket-words.ts'
import css from './tickets.module.css'
import { useCountdown } from './use-countdown.ts'

type ConfirmReservationProps = {
  hold: SavedReservation
  session: Session
  onConfirmed: (reservation: Reservation) => void
  /** The hold is no more: given up, or over. */
  onLeft: () => void
}

/** The held places, the time that is left, who comes, and the terms. */
export function ConfirmReservation({ hold, session, onConfirmed, onLeft }: ConfirmReservationProps) {
  const send = useSend()
  const profile = useProfile()
  const terms = useConsent('event_terms')
  const [ended, setEnded] = useState(false)
  const countdown = useCountdown(reservationEnd(new Date(hold.created_at)).getTime())
  const isOver = countdown.isOver || ended
  useEffect(() => {
    if (!isOver) return
    forgetReservation()
    // An end that was told is not taken back by a clock that is set right later.
    setEnded(true)
  }, [isOver])

  const submit: ParticipantsFormHandle = async (participants, form) => {
    const sent = await trackPending(
      send(confirmReservationCall, {
        body: {
          reservation_id: hold.reservation_id,
          participants,
          accepted_terms: 'yes',
          ...(terms.data && { terms_version: terms.data.version }),
        },
      }),
    )
    if (sent.ok) return onConfirmed(sent.data)
    const { failure } = sent
    const code = failure.kind === 'refused' ? failure.code : null
    if (code === 'event-tickets.reservation-expired') return setEnded(true)
    if (code === 'event-tickets.terms-outdated') {
      // What was accepted is not what is in force: the link now leads to the new text, and consent is asked anew.
      form.setValue(termsPath, false)
      await terms.refetch()
    }
    showFailure(failure, { form })
  }

  if (isOver) return <Expired onAgain={onLeft} />
  return (
    <>
      <CountdownBar countdown={countdown} />
      <section className={css.chosen} aria-label="Sua reserva">
        <p className={css.title}>{session.title}</p>
        <p className={css.when}>{clubMoment(session.starts_at)}</p>
        <p className={css.soft}>{session.place}</p>
        <p>{ticketsInWords(hold.quantity)}</p>
      </section>
      {(profile.data || profile.error) && !terms.isPending ? (
        <ParticipantsForm
          quantity={hold.quantity}
          minimum_age={session.minimum_age}
          person={profile.data ?? null}
          onSubmit={submit}
        />
      ) : (
        <Delayed>
          <Skeleton shape="field" count={hold.quantity} />
        </Delayed>
      )}
      <CancelReservation reservation={hold} confirmed={false} onCancelled={onLeft} />
    </>
  )
}

function Expired({ onAgain }: { onAgain: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={box} role="alert">
      <EmptyState
        drawing="ticket"
        action={
          <Button compact onClick={onAgain}>
            Fazer nova reserva
          </Button>
        }
      >
        {confirmRefusals['event-tickets.reservation-expired'].message}
      </EmptyState>
    </div>
  )
}
