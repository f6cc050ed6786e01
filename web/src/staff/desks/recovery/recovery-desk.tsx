import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import {
  listRecoveryRequestsCall,
  recoveryQueues,
  type RecoveryLine,
  type RecoveryQueue,
} from '@clube/contract/recovery/review-calls.ts'
import { recoveryStateTitles } from '@clube/contract/recovery/review.ts'
import type { Permission } from '@clube/contract/kernel/permissions.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { staffPaths } from '../../app/paths.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { Choices } from '../../parts/filter-field.tsx'
import { DeskPage, KeyHints } from '../../parts/desk-page.tsx'
import { Age } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { formatWaitingCount, useWaitingCounts } from '../../parts/waiting-counts.ts'
import { stateTones } from './request-facts.tsx'
import { RequestPage } from './request-page.tsx'

/** Recovery requests with photos. */
export function RecoveryDesk() {
  const [isRequestPage, params] = useRoute(staffPaths.recoveryRequest(':id'))
  return isRequestPage && params.id ? <RequestPage key={params.id} id={params.id} /> : <RequestQueue />
}

const queueTitles = {
  waiting: 'Para analisar',
  second: 'Segunda aprovação',
  held: 'Em espera',
  decided: 'Decididos',
} as const satisfies Record<RecoveryQueue, string>

/** The queues of requests that wait for staff, by the permission that counts them. */
const queueCounters = {
  waiting: 'recovery.review',
  second: 'recovery.approve-second',
} as const satisfies Partial<Record<RecoveryQueue, Permission>>

const emptyTexts = {
  waiting: 'Nenhum pedido esperando. Bom trabalho!',
  second: 'Nenhum pedido espera a segunda aprovação.',
  held: 'Nenhum pedido em espera.',
  decided: 'Nenhum pedido decidido ainda.',
} as const satisfies Record<RecoveryQueue, string>

/** Polling interval of the queues, so that no request waits because of an outdated list. */
const refreshMs = 30_000

const columnsAt = (now: Date): readonly Column<RecoveryLine>[] => [
  { title: 'Protocolo', narrow: true, cell: ({ protocol }) => protocol },
  { title: 'Enviado', narrow: true, cell: ({ submitted_at }) => <Age instant={submitted_at} now={now} /> },
  {
    title: 'Responder até',
    narrow: true,
    cell: ({ answer_by, state }) => {
      const isOpen = state === 'submitted' || state === 'in_review' || state === 'needs_second'
      const isLate = isOpen && new Date(answer_by) < now
      return isLate ? <Chip tone="bad">Atrasado: {formatInstant(answer_by)}</Chip> : formatInstant(answer_by)
    },
  },
  { title: 'Documento', cell: ({ document }) => document },
  {
    title: 'Contatos',
    cell: ({ changes_both_contacts }) => (changes_both_contacts ? 'Troca e-mail e celular' : 'Mantém algum'),
  },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state, is_mine }) => (
      <Chip tone={stateTones[state]}>
        {recoveryStateTitles[state]}
        {is_mine && state === 'in_review' ? ' (com você)' : ''}
      </Chip>
    ),
  },
]

/** The queues, oldest first. */
function RequestQueue() {
  const [, navigate] = useLocation()
  const [queue, setQueue] = useState<RecoveryQueue>('waiting')
  const list = usePages<RecoveryLine>({
    queryKey: ['recovery', 'queue', queue],
    read: (send, { cursor, signal }) => send(listRecoveryRequestsCall, { query: { queue, cursor }, signal }),
    refetchInterval: refreshMs,
  })
  const open = ({ id }: { id: string }) => navigate(staffPaths.recoveryRequest(id))
  const next = () =>
    setQueue(recoveryQueues[(recoveryQueues.indexOf(queue) + 1) % recoveryQueues.length] ?? queue)
  const countOf = useWaitingCounts()
  const titlesWithCounts = Object.fromEntries(
    (Object.keys(queueCounters) as (keyof typeof queueCounters)[]).map((name) => {
      const count = countOf([queueCounters[name]])
      return [name, count === 0 ? queueTitles[name] : `${queueTitles[name]} (${formatWaitingCount(count)})`]
    }),
  )
  const loadedAt = new Date(list.dataUpdatedAt || Date.now())

  return (
    <DeskPage title="Recuperações">
      <Choices
        label="Filas"
        titles={{ ...queueTitles, ...titlesWithCounts }}
        names={recoveryQueues}
        chosen={queue}
        onChoose={setQueue}
      />
      <KeyHints
        isList
        hints={[
          ['P', 'abrir o mais antigo', () => list.data?.[0] && open(list.data[0])],
          ['F', 'próxima fila', next],
        ]}
      />
      <QueryTable
        query={list}
        label={`${queueTitles[queue]}, do mais antigo ao mais novo`}
        columns={columnsAt(loadedAt)}
        keyOf={({ id }) => id}
        onOpen={open}
        empty={
          queue === 'waiting' && countOf(['recovery.approve-second']) > 0 ? (
            <EmptyState
              illustration="success"
              action={
                <OutlineButton onClick={() => setQueue('second')}>Ver a segunda aprovação</OutlineButton>
              }
            >
              Nenhum pedido para analisar; na segunda aprovação há trabalho.
            </EmptyState>
          ) : (
            <EmptyState illustration="success">{emptyTexts[queue]}</EmptyState>
          )
        }
      />
    </DeskPage>
  )
}
