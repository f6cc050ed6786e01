import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { followUpOutcomes, ratingReasons } from '@clube/contract/ratings/rating.ts'
import {
  detractorQueues,
  listDetractorsCall,
  type Detractor,
  type DetractorQueue,
} from '@clube/contract/ratings/staff-calls.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { Age } from '../../parts/fact-list.tsx'
import { Choices } from '../../parts/filter-field.tsx'
import { DetractorView } from './detractor-view.tsx'

const titles: Readonly<Record<DetractorQueue, string>> = {
  waiting: 'A contatar',
  done: 'Acompanhadas',
  no_consent: 'Sem autorização',
}

const emptyTexts: Readonly<Record<DetractorQueue, string>> = {
  waiting: 'Ninguém espera um contato.',
  done: 'Nenhum acompanhamento registrado.',
  no_consent: 'Nenhuma avaliação de 0 a 6 sem autorização de contato.',
}

const columnsOf = (queue: DetractorQueue): readonly Column<Detractor>[] => [
  { title: 'Loja', cell: ({ shop_name }) => shop_name },
  { title: 'Nota', narrow: true, cell: ({ rating }) => <strong>{rating}</strong> },
  { title: 'Compra', narrow: true, cell: ({ issued_on }) => formatDay(issued_on) },
  {
    title: 'Motivos e comentário',
    wide: true,
    cell: ({ reasons, comment, ticket }) => (
      // One element: on phones, each child of a cell would be a column.
      <div>
        {reasons.length > 0 && (
          <p className="soft">{reasons.map((reason) => ratingReasons[reason]).join(', ')}</p>
        )}
        {comment}
        {reasons.length === 0 && comment === null && '–'}
        {ticket && (
          <p className="soft small">
            Abriu o atendimento {ticket.protocol}: {ticket.state_title}
          </p>
        )}
      </div>
    ),
  },
  {
    title: 'Avaliada',
    narrow: true,
    cell: ({ rated_at }) => <Age instant={rated_at} now={new Date(serverNow())} />,
  },
  ...(queue === 'done'
    ? [
        {
          title: 'Acompanhamento',
          cell: ({ follow_up }: Detractor) =>
            follow_up && `${followUpOutcomes[follow_up.outcome]}, ${follow_up.by}`,
        },
      ]
    : []),
]

type DetractorQueuesProps = { filter: { segment?: string; shop_id?: string } }

/** Ratings from 0 to 6: people to contact, recorded follow-ups, and answers without consent, which are only read. */
export function DetractorQueues({ filter }: DetractorQueuesProps) {
  const [queue, setQueue] = useState<DetractorQueue>('waiting')
  const [opened, setOpened] = useState<Detractor | null>(null)
  const list = usePages<Detractor>({
    queryKey: ['ratings', 'detractors', queue, filter],
    read: (send, { cursor, signal }) =>
      send(listDetractorsCall, { query: { queue, ...filter, cursor }, signal }),
  })
  return (
    <>
      <Choices label="Fila" titles={titles} names={detractorQueues} chosen={queue} onChoose={setQueue} />
      <QueryTable
        query={list}
        label={titles[queue]}
        columns={columnsOf(queue)}
        keyOf={({ rating_id }) => rating_id}
        onOpen={setOpened}
        empty={<EmptyState illustration="chat">{emptyTexts[queue]}</EmptyState>}
      />
      <Dialog
        open={opened !== null}
        onClose={() => setOpened(null)}
        title={opened ? `Nota ${opened.rating}, ${opened.shop_name}` : ''}
        wide
      >
        {opened && (
          <DetractorView
            detractor={opened}
            canContact={queue === 'waiting'}
            onRecorded={() => setOpened(null)}
          />
        )}
      </Dialog>
    </>
  )
}
