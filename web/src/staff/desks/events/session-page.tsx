import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { releaseNoShowsCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import {
  removeSessionCall,
  updateSessionCall,
  type SessionWithGates,
} from '@clube/contract/event-tickets/staff-calls.ts'
import { formatYears } from '@clube/contract/kernel/count-formats.ts'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatTimeWithSeconds } from '../../../parts/club-time.ts'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { ConfirmButton, DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import { FactList, StateChip, StateLine, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { useHasPermission } from '../../parts/staff-session.ts'
import { CancelSessionForm } from './cancel-session-form.tsx'
import { describeStatus, formatReleased } from './event-labels.ts'
import { eventPaths } from './event-paths.ts'
import css from './events.module.css'
import { EditSessionForm } from './session-form.tsx'
import { nextList, SessionLists, type ListName } from './session-lists.tsx'
import { GateNumbers, SessionNumbers } from './session-numbers.tsx'
import { planOf, valuesOf } from './session-plan.ts'
import { staleNumbers, useEventCampaigns, useLiveSession } from './use-event-sessions.ts'
import { closingEffect, reopeningEffect } from './waiting-effect.ts'

/** One session: its current numbers, its plan, the possible actions, and its lists. */
export function SessionPage({ session_id }: { session_id: string }) {
  const found = useLiveSession(session_id)
  const [, navigate] = useLocation()
  const session = found.data
  const back = session ? eventPaths.sessionsOf(session.campaign_id) : eventPaths.events
  return (
    <DeskPage title={session?.title ?? 'Sessão'} actions={<Link href={back}>Voltar às sessões (B)</Link>}>
      <Loaded query={found} skeleton={<Skeleton shape="field" count={5} />}>
        {(loaded) => (
          <>
            <RefreshFailure query={found} stale={staleNumbers} />
            <SessionDetails session={loaded} readAt={found.dataUpdatedAt} onBack={() => navigate(back)} />
          </>
        )}
      </Loaded>
    </DeskPage>
  )
}

function SessionDetails({
  session,
  readAt,
  onBack,
}: {
  session: SessionWithGates
  readAt: number
  onBack: () => void
}) {
  const campaigns = useEventCampaigns()
  const changes = useDialog()
  const cancellation = useDialog()
  const [list, setList] = useState<ListName>('tickets')
  const campaign = campaigns.data?.find(({ campaign_id }) => campaign_id === session.campaign_id)
  return (
    <>
      <StateLine>
        <StateChip {...describeStatus(session, serverNow())} />
        <span>{formatInstant(session.starts_at)}</span>
        <span>{session.place}</span>
        {campaign && <span>{campaign.title}</span>}
        <span className={css.asOf}>Números das {formatTimeWithSeconds(new Date(readAt))}</span>
      </StateLine>
      <SessionNumbers session={session} />
      {session.cancelled_at === null ? (
        <div className="row">
          <DeskButton onClick={changes.open}>Alterar</DeskButton>
          <SessionActions session={session} />
          <OutlineButton onClick={cancellation.open}>Cancelar sessão</OutlineButton>
        </div>
      ) : (
        <Notice tone="bad">
          <p>Cancelada em {formatInstant(session.cancelled_at)}.</p>
          <p>Motivo: {session.cancel_reason}</p>
        </Notice>
      )}
      <KeyHints
        hints={[
          ...(session.cancelled_at === null ? [['E', 'alterar', changes.open] as const] : []),
          ['F', 'próxima lista', () => setList(nextList(list))],
          ['B', 'voltar', onBack],
        ]}
      />
      <SessionFacts session={session} />
      <GateNumbers gates={session.gates} />
      <SessionLists snapshot={{ session, readAt }} list={list} onList={setList} />
      <Dialog {...changes.props} title="Alterar sessão" wide fieldFirst>
        <EditSessionForm target={session} onSaved={changes.close} />
      </Dialog>
      <Dialog {...cancellation.props} title="Cancelar a sessão?" wide fieldFirst>
        <CancelSessionForm session={session} onClose={cancellation.close} />
      </Dialog>
    </>
  )
}

/** The session's plan. */
function SessionFacts({ session }: { session: StaffEventSession }) {
  const facts: Fact[] = [
    ['Início', formatInstant(session.starts_at)],
    ['Término', session.ends_at ? formatInstant(session.ends_at) : '–'],
    ['Reservas', `${formatInstant(session.sales_from)} a ${formatInstant(session.sales_until)}`],
    ['Cancelamento até', formatInstant(session.cancel_until)],
    [
      'Liberar quem não veio',
      session.no_show_from ? `a partir de ${formatInstant(session.no_show_from)}` : 'Não',
    ],
    ['Limite por CPF', String(session.limit_per_document)],
    ['Idade mínima', session.minimum_age === null ? 'Qualquer idade' : formatYears(session.minimum_age)],
  ]
  return <FactList facts={facts} />
}

const noShowConsequence = (
  <p>Quem ainda não chegou perde o lugar, e os lugares vão para quem está na porta.</p>
)

/** Actions on a session: stop or reopen reservations, release no-shows' places, delete it. */
function SessionActions({ session }: { session: StaffEventSession }) {
  const { pending, run } = useAction()
  const [, navigate] = useLocation()
  const canSupervise = useHasPermission('gate.supervise')
  const { session_id, is_closed, numbers, revision } = session
  const refresh = [['events']]
  const effect = is_closed ? reopeningEffect(numbers) : closingEffect(numbers)
  const close = () => {
    const plan = planOf({ ...valuesOf(session), is_closed: !is_closed }, session)
    const body = { session_id, ...plan, revision, people: null }
    return run((send) => send(updateSessionCall, { body }), {
      success: is_closed ? 'Reservas reabertas.' : 'Reservas encerradas.',
      refresh,
    })
  }
  const release = () =>
    run((send) => send(releaseNoShowsCall, { body: { session_id } }), {
      success: ({ data: { released, free } }) =>
        `Lugares de quem não veio: ${formatReleased(released)}. Livres agora: ${free}.`,
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
        consequence={
          <p>
            {is_closed
              ? 'Os clientes voltam a reservar.'
              : 'Ninguém mais reserva nesta sessão. Os ingressos continuam valendo.'}
            {effect !== null && ` ${effect}`}
          </p>
        }
        pending={pending}
        onConfirm={close}
      >
        {is_closed ? 'Reabrir reservas' : 'Encerrar reservas'}
      </ConfirmButton>
      {canSupervise && session.no_show_from !== null && (
        <ConfirmButton
          question="Confirmar: liberar"
          consequence={noShowConsequence}
          pending={pending}
          onConfirm={release}
        >
          Liberar quem não veio
        </ConfirmButton>
      )}
      {isUnused && (
        <ConfirmButton
          question="Confirmar: apagar"
          consequence={<p>A sessão some da promoção e não volta.</p>}
          pending={pending}
          onConfirm={remove}
        >
          Apagar sessão
        </ConfirmButton>
      )}
    </>
  )
}
