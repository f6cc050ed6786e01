import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { recoveryStateTitles, type RecoveryStateName } from '@clube/contract/recovery/review.ts'
import {
  listRecoveryRequestsCall,
  recoveryQueues,
  type RecoveryLine,
  type RecoveryQueue,
} from '@clube/contract/recovery/review-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { CallFailed } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { staffPaths } from '../../app/paths.ts'
import { Choices } from '../../parts/choices.tsx'
import { DataTable, focusFirstRow, type Column } from '../../parts/data-table.tsx'
import { DeskPage, LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { ageInWords, instantInWords } from '../../parts/instant.ts'
import { KeyHints } from '../../parts/key-hints.tsx'
import { useShortcuts } from '../../parts/shortcuts.ts'

const queueTitles = {
  waiting: 'Para analisar',
  second: 'Segunda aprovação',
  held: 'Em espera',
  decided: 'Decididos',
} as const satisfies Record<RecoveryQueue, string>

const emptyWords = {
  waiting: 'Nenhum pedido esperando. Bom trabalho!',
  second: 'Nenhum pedido espera a segunda aprovação.',
  held: 'Nenhum pedido em espera.',
  decided: 'Nenhum pedido decidido ainda.',
} as const satisfies Record<RecoveryQueue, string>

export const stateTones = {
  submitted: 'warn',
  in_review: 'accent',
  needs_second: 'warn',
  held: 'warn',
  approved: 'good',
  asked_again: 'accent',
  rejected: 'bad',
} as const satisfies Record<RecoveryStateName, string>

/** A queue is looked at again by itself, so that nobody waits for a person who looks at an old list. */
const refreshMs = 30_000

const columnsAt = (now: Date): readonly Column<RecoveryLine>[] => [
  { title: 'Protocolo', narrow: true, cell: ({ protocol }) => protocol },
  {
    title: 'Enviado',
    narrow: true,
    cell: ({ submitted_at }) => (
      <span title={instantInWords(submitted_at)}>{ageInWords(submitted_at, now)}</span>
    ),
  },
  {
    title: 'Responder até',
    narrow: true,
    cell: ({ answer_by, state }) => {
      const isOpen = state === 'submitted' || state === 'in_review' || state === 'needs_second'
      const isLate = isOpen && new Date(answer_by) < now
      return isLate ? (
        <Chip tone="bad">Atrasado: {instantInWords(answer_by)}</Chip>
      ) : (
        instantInWords(answer_by)
      )
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
export function RequestQueue() {
  const send = useSend()
  const [, navigate] = useLocation()
  const [queue, setQueue] = useState<RecoveryQueue>('waiting')
  const list = useInfiniteQuery({
    queryKey: ['recovery', 'queue', queue],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const sent = await send(listRecoveryRequestsCall, { query: { queue, cursor: pageParam }, signal })
      if (!sent.ok) throw new CallFailed(sent.failure)
      return sent
    },
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const open = ({ id }: { id: string }) => navigate(`${staffPaths.recovery}/${id}`)
  const next = () =>
    setQueue(recoveryQueues[(recoveryQueues.indexOf(queue) + 1) % recoveryQueues.length] ?? queue)
  const lines = list.data?.pages.flatMap(({ data }) => data)
  useShortcuts({
    l: focusFirstRow,
    f: next,
    p: () => {
      const [oldest] = lines ?? []
      if (oldest) open(oldest)
    },
  })
  const loadedAt = new Date(list.dataUpdatedAt || Date.now())

  return (
    <DeskPage title="Recuperações">
      <Choices label="Filas" titles={queueTitles} names={recoveryQueues} chosen={queue} onChoose={setQueue} />
      <KeyHints
        hints={[
          ['P', 'abrir o mais antigo'],
          ['F', 'próxima fila'],
          ['L', 'lista'],
          ['↑ ↓', 'mudar de linha'],
          ['Enter', 'abrir'],
        ]}
      />
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {lines && lines.length > 0 && (
        <DataTable
          label={`${queueTitles[queue]}, do mais antigo ao mais novo`}
          columns={columnsAt(loadedAt)}
          rows={lines}
          keyOf={({ id }) => id}
          onOpen={open}
        />
      )}
      {lines?.length === 0 && <EmptyState drawing="success">{emptyWords[queue]}</EmptyState>}
      {list.hasNextPage && (
        <Button look="outline" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Carregar mais
        </Button>
      )}
    </DeskPage>
  )
}
