import { useLocation } from 'wouter'
import { releaseNoShowsCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { StaffSession } from '@clube/contract/event-tickets/session.ts'
import { removeSessionCall, updateSessionCall } from '@clube/contract/event-tickets/staff-calls.ts'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { useMay } from '../../parts/staff-session.ts'
import { eventPaths } from './event-paths.ts'
import { planOf, valuesOf } from './session-plan.ts'

/** Actions on a session: stop or reopen reservations, release places of absent people, withdraw it. */
export function SessionActions({ session }: { session: StaffSession }) {
  const { pending, run } = useAction()
  const [, navigate] = useLocation()
  const maySupervise = useMay('gate.supervise')
  const { session_id, is_closed, numbers } = session

  const refresh = [['events']]
  const close = () => {
    const body = { session_id, ...planOf({ ...valuesOf(session), is_closed: !is_closed }) }
    return run((send) => send(updateSessionCall, { body }), {
      success: is_closed ? 'Reservas reabertas.' : 'Reservas encerradas.',
      refresh,
    })
  }
  const release = () =>
    run((send) => send(releaseNoShowsCall, { body: { session_id } }), {
      success: ({ data: { released, free } }) =>
        `Lugares de quem não veio: ${released} liberados. Livres agora: ${free}.`,
      refresh,
    })
  const remove = () =>
    run((send) => send(removeSessionCall, { body: { session_id } }), {
      success: 'Sessão apagada.',
      onSuccess: () => navigate(eventPaths.sessionsOf(session.campaign_id), { replace: true }),
      refresh,
    })
  const isUnused = numbers.held + numbers.sold + numbers.waiting_people === 0
  return (
    <>
      <ConfirmButton
        question={is_closed ? 'Confirmar: reabrir' : 'Confirmar: encerrar'}
        pending={pending}
        onConfirm={close}
      >
        {is_closed ? 'Reabrir reservas' : 'Encerrar reservas'}
      </ConfirmButton>
      {maySupervise && session.no_show_from !== null && (
        <ConfirmButton question="Confirmar: liberar" pending={pending} onConfirm={release}>
          Liberar quem não veio
        </ConfirmButton>
      )}
      {isUnused && (
        <ConfirmButton question="Confirmar: apagar" pending={pending} onConfirm={remove}>
          Apagar sessão
        </ConfirmButton>
      )}
    </>
  )
}
