import { assignTicketCall, nextTicketCall } from '@clube/contract/customer-service/action-calls.ts'
import { nextTicketState, staffStateTitles } from '@clube/contract/customer-service/service-ticket-states.ts'
import { ticketPriorities } from '@clube/contract/customer-service/service-ticket.ts'
import {
  openTicketCall,
  type DeskTicket,
  type ServiceMember,
} from '@clube/contract/customer-service/staff-calls.ts'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { failureOf } from '../../../parts/call-failed.ts'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { RefreshFailure } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { DeskPage, type KeyHint } from '../../parts/desk-page.tsx'
import { StateLine } from '../../parts/fact-list.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { AnswerPanel, type AnswerMode } from './answer-panel.tsx'
import { Conversation } from './conversation.tsx'
import css from './customer-service.module.css'
import { DeskKeys } from './desk-keys.tsx'
import { listKeys, overviewKey, useNow, useTicket, useTicketAction } from './service-data.ts'
import { changesBetween, deadlineOf, deadlineTitle, priorityTones, stateTones } from './service-labels.ts'
import { readQueueFilter, servicePaths, withFilter } from './service-paths.ts'
import { AssignDialog, EditDialog, MergeDialog, TransferDialog } from './ticket-dialogs.tsx'
import { TicketSide } from './ticket-side.tsx'

type TicketPageProps = { ticket_id: string; isLive: boolean }

/** One ticket; the address keeps the filter of the queue for the way back. */
export function TicketPage({ ticket_id, isLive }: TicketPageProps) {
  const query = useTicket(ticket_id)
  const filter = readQueueFilter(useSearch())
  const back = withFilter(servicePaths.queue, filter)
  return (
    <DeskPage title={query.data?.subject ?? 'Atendimento'} actions={<Link href={back}>Voltar à fila</Link>}>
      <Loaded query={query} loadingText="Carregando o atendimento">
        {(ticket) => (
          <>
            <NotRefreshed query={query} ticket_id={ticket_id} />
            <LoadedTicket ticket={ticket} back={back} isLive={isLive} />
          </>
        )}
      </Loaded>
    </DeskPage>
  )
}

/** Why older data stay on the screen. A ticket that was opened long ago is opened again by hand: that leaves an audit line. */
function NotRefreshed({ query, ticket_id }: { query: ReturnType<typeof useTicket>; ticket_id: string }) {
  const { pending, run } = useTicketAction(() => {})
  if (!query.error) return null
  const failure = failureOf(query.error)
  if (failure.kind !== 'refused' || failure.code !== 'customer-service.not-open')
    return <RefreshFailure query={query} />
  return (
    <Notice tone="warn">
      <div className="row spread">
        <p>Este atendimento está aberto há muito tempo e não se atualiza mais.</p>
        <OutlineButton
          pending={pending}
          onClick={() => void run((send) => send(openTicketCall, { body: { ticket_id } }))}
        >
          Abrir de novo
        </OutlineButton>
      </div>
    </Notice>
  )
}

type DialogName = 'assign' | 'edit' | 'transfer' | 'merge'
type LoadedTicketProps = { ticket: DeskTicket; back: string; isLive: boolean }

function LoadedTicket({ ticket, back, isLive }: LoadedTicketProps) {
  const { staff_id } = useStaffIdentity()
  const [, navigate] = useLocation()
  const filter = readQueueFilter(useSearch())
  const [mode, setMode] = useState<AnswerMode>('answer')
  const [isPickerOpen, setPickerOpen] = useState(false)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isWriting, setWriting] = useState(false)
  /** The ticket as the member saw it last: what changes while they write is pointed out. */
  const [seen, setSeen] = useState(ticket)
  useEffect(() => {
    if (!isWriting) setSeen(ticket)
  }, [ticket, isWriting])
  const changes = isWriting ? changesBetween(seen, ticket) : []
  const known = new Set(seen.messages.map(({ message_id }) => message_id))
  const { pending, run } = useTicketAction(setSeen)
  const next = useAction()

  const { ticket_id, version, assignee } = ticket
  const isOwn = assignee?.staff_id === staff_id
  const canAssign = nextTicketState(ticket.state, 'assign') !== null
  const canEdit = nextTicketState(ticket.state, 'edit') !== null
  const canTransfer = nextTicketState(ticket.state, 'transfer') !== null
  const canMerge = nextTicketState(ticket.state, 'merge') !== null
  const canAnswer = nextTicketState(ticket.state, 'staff_reply') !== null

  const take = () =>
    run((send) => send(assignTicketCall, { body: { ticket_id, version, staff_id } }), {
      success: 'O atendimento é seu.',
    })
  const openNext = () =>
    next.run((send) => send(nextTicketCall, { body: { area: filter.area ?? null } }), {
      onSuccess: ({ ticket: found }) =>
        found
          ? navigate(withFilter(servicePaths.ticket(found.ticket_id), filter))
          : showToast({ message: 'Nenhum atendimento sem responsável espera na fila.', type: 'info' }),
      refresh: [...listKeys, overviewKey],
    })
  const write = (name: AnswerMode) => () => {
    setMode(name)
    // The field is shown first.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-message="${name}"] textarea`)?.focus(),
    )
  }
  const hints: readonly KeyHint[] = [
    ...(canAnswer
      ? ([
          ['R', 'responder', write('answer')],
          ['M', 'usar um modelo', () => setPickerOpen(true)],
        ] as const)
      : []),
    ['N', 'nota interna', write('note')],
    ...(canAssign && !isOwn ? ([['A', 'assumir', take]] as const) : []),
    ...(canAssign ? ([['D', 'passar a outra pessoa', () => setDialog('assign')]] as const) : []),
    ...(canEdit ? ([['C', 'categoria e prioridade', () => setDialog('edit')]] as const) : []),
    ...(canTransfer ? ([['T', 'transferir', () => setDialog('transfer')]] as const) : []),
    ...(canMerge ? ([['U', 'unir', () => setDialog('merge')]] as const) : []),
    ['P', 'próximo', openNext],
    ['V', 'voltar à fila', () => navigate(back)],
  ]
  const close = () => setDialog(null)
  const dialogProps = { ticket, onOwnChange: setSeen, onClose: close }
  return (
    <>
      <Heading ticket={ticket} isLive={isLive} />
      <DeskKeys hints={hints} others={[['Ctrl + Enter', 'enviar o que foi escrito']]} />
      {ticket.merged_into && (
        <Notice>
          Unido ao atendimento{' '}
          <Link href={servicePaths.ticket(ticket.merged_into.ticket_id)}>{ticket.merged_into.protocol}</Link>,
          onde a conversa continua.
        </Notice>
      )}
      <div className="sides">
        <div className="stack">
          <Conversation ticket={ticket} isNew={({ message_id }) => !known.has(message_id)} />
          <Replying members={ticket.replying} />
          {changes.length > 0 && (
            <div role="alert">
              <Notice tone="warn">
                <div className={`tight ${css.changes}`}>
                  <p>Este atendimento mudou enquanto você escrevia. O seu texto continua aqui.</p>
                  <ul>
                    {changes.map((change) => (
                      <li key={change}>{change}</li>
                    ))}
                  </ul>
                  <OutlineButton onClick={() => setSeen(ticket)}>Já conferi</OutlineButton>
                </div>
              </Notice>
            </div>
          )}
          <AnswerPanel
            ticket={ticket}
            mode={mode}
            onMode={setMode}
            isPickerOpen={isPickerOpen}
            onPicker={setPickerOpen}
            onWriting={setWriting}
            onOwnChange={setSeen}
          />
        </div>
        <aside className={css.side} aria-label="Sobre o atendimento">
          <div className={`row ${css.actions}`}>
            {canAssign && !isOwn && (
              <DeskButton pending={pending} onClick={() => void take()}>
                Assumir
              </DeskButton>
            )}
            <OutlineButton pending={next.pending} onClick={() => void openNext()}>
              Próximo
            </OutlineButton>
            {canAssign && (
              <OutlineButton onClick={() => setDialog('assign')}>Passar a outra pessoa</OutlineButton>
            )}
            {canEdit && (
              <OutlineButton onClick={() => setDialog('edit')}>Categoria e prioridade</OutlineButton>
            )}
            {canTransfer && <OutlineButton onClick={() => setDialog('transfer')}>Transferir</OutlineButton>}
            {canMerge && <OutlineButton onClick={() => setDialog('merge')}>Unir</OutlineButton>}
          </div>
          <TicketSide ticket={ticket} />
        </aside>
      </div>
      {dialog === 'assign' && <AssignDialog {...dialogProps} />}
      {dialog === 'edit' && <EditDialog {...dialogProps} />}
      {dialog === 'transfer' && <TransferDialog {...dialogProps} />}
      {dialog === 'merge' && <MergeDialog {...dialogProps} />}
    </>
  )
}

function Heading({ ticket, isLive }: { ticket: DeskTicket; isLive: boolean }) {
  const deadline = deadlineOf(ticket, useNow())
  const { state, priority, protocol } = ticket
  return (
    <StateLine>
      <span className="figures">{protocol}</span>
      <Chip tone={stateTones[state]}>{staffStateTitles[state]}</Chip>
      {priorityTones[priority] && (
        <Chip tone={priorityTones[priority]}>Prioridade: {ticketPriorities[priority].toLowerCase()}</Chip>
      )}
      {deadline && (
        <Chip tone={deadline.tone}>
          {deadlineTitle(ticket)}: {deadline.text.charAt(0).toLowerCase() + deadline.text.slice(1)}
        </Chip>
      )}
      <span>{isLive ? 'Ao vivo' : 'Atualiza a cada 15 segundos'}</span>
    </StateLine>
  )
}

/** Who else is writing an answer, so that two people do not answer at once. */
function Replying({ members }: { members: readonly ServiceMember[] }) {
  const names = members.map(({ name }) => name)
  return (
    <output className={`small ${css.replying}`}>
      {names.length === 1 && `${names[0]} está respondendo.`}
      {names.length > 1 && `${names.slice(0, -1).join(', ')} e ${names.at(-1)} estão respondendo.`}
    </output>
  )
}
