import {
  callNextCall,
  joinQueueAtDeskCall,
  listQueueCall,
  markAbsentCall,
  queueStateTitles,
  type DeskQueueEntry,
  type QueueState,
} from '@clube/contract/free-gifts/queue-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { useRef, useState } from 'react'
import { TextField } from '../../../kit/field/text-field.tsx'
import { Chip, type Tone } from '../../../kit/surface/chip.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { formatTime } from '../../../parts/club-time.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { newId } from '../../../parts/new-id.ts'
import type { GiftPost } from './gift-post.ts'
import css from './gifts.module.css'
import shared from '../../parts/delivery/delivery.module.css'
import { giftDeskKey } from './use-delivery.ts'

const queueKey = [...giftDeskKey, 'queue'] as const

const tones: Readonly<Record<QueueState, Tone>> = {
  waiting: undefined,
  called: 'accent',
  served: 'good',
  absent: 'warn',
}

/** Calls the next number of a post; a retry after a lost response calls the same one. */
export function useCallNext({ campaign, point }: GiftPost) {
  const [called, setCalled] = useState<DeskQueueEntry | null>(null)
  const client_call_id = useRef<string>(undefined)
  const { pending, run } = useAction()
  const callNext = () => {
    const body = {
      campaign_id: campaign.campaign_id,
      pickup_point_id: point.pickup_point_id,
      client_call_id: (client_call_id.current ??= newId()),
    }
    return run((send) => send(callNextCall, { body }), {
      onSuccess: ({ entry }) => {
        client_call_id.current = undefined
        setCalled(entry)
        if (entry === null) showToast({ message: 'Ninguém espera na fila.', type: 'info' })
      },
      onFailure: (failure) => {
        if (isResponse(failure)) client_call_id.current = undefined
        return false
      },
      refresh: [queueKey],
      place: 'endpoint',
    })
  }
  return { called, setCalled, callNext, isCalling: pending }
}

type QueuePanelProps = { post: GiftPost; queue: ReturnType<typeof useCallNext> }

/** Queue numbers: the one called, the next, and those issued at the desk. */
export function QueuePanel({ post, queue: { called, setCalled, callNext, isCalling } }: QueuePanelProps) {
  const joining = useDialog()
  const list = useDialog()
  return (
    <section className="panel" aria-label="Senhas">
      <h2>Senhas</h2>
      <div role="status">
        {called && (
          <div className={css.called}>
            <p className={css.number}>Senha {called.number}</p>
            <p>{describe(called)}</p>
            <div>
              <AbsentButton entry={called} onDone={() => setCalled(null)} />
            </div>
          </div>
        )}
      </div>
      <div className={`row ${shared.actions}`}>
        <OutlineButton pending={isCalling} onClick={callNext}>
          Chamar a próxima
        </OutlineButton>
        <OutlineButton onClick={joining.open}>Dar uma senha</OutlineButton>
        <OutlineButton onClick={list.open}>Ver a fila</OutlineButton>
      </div>
      <Dialog {...joining.props} title="Dar uma senha" fieldFirst>
        <JoinForm onDone={joining.close} />
      </Dialog>
      <Dialog {...list.props} title="Fila de hoje" wide>
        <QueueList post={post} />
      </Dialog>
    </section>
  )
}

const describe = ({ customer_name, document_end, gift }: DeskQueueEntry): string =>
  `${customer_name ?? 'Conta excluída'}, documento com final ${document_end}: ${giftName(gift)}`

function AbsentButton({ entry, onDone }: { entry: DeskQueueEntry; onDone?: () => void }) {
  const { pending, run } = useAction()
  const markAbsent = () =>
    run((send) => send(markAbsentCall, { body: { entry_id: entry.entry_id } }), {
      success: `Senha ${entry.number}: não estava.`,
      onSuccess: onDone,
      refresh: [queueKey],
      place: 'endpoint',
    })
  return (
    <OutlineButton pending={pending} onClick={markAbsent}>
      Não estava
    </OutlineButton>
  )
}

/** Issues a number to the holder of a voucher. */
function JoinForm({ onDone }: { onDone: () => void }) {
  const form = useActionForm({
    initial: { code: '' },
    rules: { code: (code) => (code.trim() === '' ? requiredTextMessage : undefined) },
    request: (send, { code }) => send(joinQueueAtDeskCall, { body: { code } }),
    success: ({ data: { number, customer_name } }) =>
      `Senha ${number}${customer_name === null ? '' : ` para ${customer_name}`}.`,
    onSuccess: onDone,
    refresh: [queueKey],
    place: 'endpoint',
  })
  return (
    <form {...form.props} className="stack" autoComplete="off">
      <TextField
        label="Código do vale-brinde"
        autoCapitalize="characters"
        maxLength={200}
        clean={(text) => text.toUpperCase()}
        {...form.field('code')}
      />
      <div>
        <SubmitButton form={form}>Dar a senha</SubmitButton>
      </div>
    </form>
  )
}

const columns: readonly Column<DeskQueueEntry>[] = [
  { title: 'Senha', narrow: true, cell: ({ number }) => number },
  { title: 'Pessoa', cell: (entry) => describe(entry) },
  { title: 'Desde', narrow: true, cell: ({ taken_at }) => formatTime(taken_at) },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, called_at }) => (
      <Chip tone={tones[state]}>
        {queueStateTitles[state]}
        {state === 'called' && called_at !== null && ` às ${formatTime(called_at)}`}
      </Chip>
    ),
  },
  {
    title: 'Ações',
    narrow: true,
    cell: (entry) => (entry.state === 'called' ? <AbsentButton entry={entry} /> : '–'),
  },
]

/** Reading the queue is audited: it is read when opened, and after changes at this desk. */
function QueueList({ post: { campaign, point } }: Pick<QueuePanelProps, 'post'>) {
  const { campaign_id } = campaign
  const { pickup_point_id } = point
  const list = useCallQuery(
    [...queueKey, campaign_id, pickup_point_id],
    (send, signal) => send(listQueueCall, { query: { campaign_id, pickup_point_id }, signal }),
    { refetchOnMount: 'always', gcTime: 0 },
  )
  return (
    <div className="stack">
      <QueryTable
        query={list}
        label="Fila de hoje, em ordem"
        columns={columns}
        keyOf={({ entry_id }) => entry_id}
        empty="Ninguém pegou senha hoje."
      />
      <div>
        <OutlineButton onClick={() => void list.refetch()}>Atualizar a fila</OutlineButton>
      </div>
    </div>
  )
}
