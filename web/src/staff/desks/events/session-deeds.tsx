import { useState } from 'react'
import { useLocation } from 'wouter'
import { releaseNoShowsCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import { removeSessionCall, updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { showToast } from '../../../kit/toast/toast-store.ts'
import type { Sent } from '../../../platform/api/failure.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { useMay } from '../../parts/staff-session.ts'
import { planOf, valuesOf } from './session-plan.ts'
import { sessionsPath } from './session-paths.ts'

type SessionDeedsProps = { session: StaffSession; onChanged: () => Promise<void> }

/** What is done with a session at once: stop or reopen it, give places of absent people away, take it back. */
export function SessionDeeds({ session, onChanged }: SessionDeedsProps) {
  const send = useSend()
  const [, navigate] = useLocation()
  const maySupervise = useMay('gate.supervise')
  const [pending, setPending] = useState(false)
  const { session_id, is_closed, numbers } = session

  const act = async <Data,>(
    sending: Promise<Sent<Data>>,
    words: (data: Data) => string,
  ): Promise<boolean> => {
    setPending(true)
    const sent = await trackPending(sending)
    setPending(false)
    if (sent.ok) showToast({ message: words(sent.data), type: 'success' })
    else showFailure(sent.failure, { place: 'endpoint' })
    return sent.ok
  }
  const close = async () => {
    const body = { session_id, ...planOf({ ...valuesOf(session), is_closed: !is_closed }) }
    await act(send(updateSessionCall, { body }), () =>
      is_closed ? 'Reservas reabertas.' : 'Reservas encerradas.',
    )
    await onChanged()
  }
  const release = async () => {
    await act(
      send(releaseNoShowsCall, { body: { session_id } }),
      ({ released, free }) => `Lugares de quem não veio: ${released} liberados. Livres agora: ${free}.`,
    )
    await onChanged()
  }
  const remove = async () => {
    const isGone = await act(send(removeSessionCall, { body: { session_id } }), () => 'Sessão apagada.')
    if (isGone) navigate(sessionsPath(session.campaign_id), { replace: true })
    else await onChanged()
  }
  const isUnused = numbers.held + numbers.sold + numbers.waiting_people === 0
  return (
    <>
      <ConfirmButton
        question={is_closed ? 'Confirmar: reabrir' : 'Confirmar: encerrar'}
        pending={pending}
        onConfirm={() => void close()}
      >
        {is_closed ? 'Reabrir reservas' : 'Encerrar reservas'}
      </ConfirmButton>
      {maySupervise && session.no_show_from !== null && (
        <ConfirmButton question="Confirmar: liberar" pending={pending} onConfirm={() => void release()}>
          Liberar quem não veio
        </ConfirmButton>
      )}
      {isUnused && (
        <ConfirmButton question="Confirmar: apagar" pending={pending} onConfirm={() => void remove()}>
          Apagar sessão
        </ConfirmButton>
      )}
    </>
  )
}
