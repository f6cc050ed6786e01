import { nextTicketCall } from '@clube/contract/customer-service/action-calls.ts'
import { staffStateTitles } from '@clube/contract/customer-service/service-ticket-states.ts'
import { serviceAreas, ticketPriorities } from '@clube/contract/customer-service/service-ticket.ts'
import {
  maxCountedTickets,
  ticketQueueCall,
  ticketQueues,
  type DeskOverview,
  type QueuedTicket,
  type TicketQueue,
} from '@clube/contract/customer-service/staff-calls.ts'
import { useEffect, useRef, type RefObject } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { DeskButton } from '../../parts/buttons.tsx'
import { Age, StateLine } from '../../parts/fact-list.tsx'
import { Choices, Filters, FilterSelect } from '../../parts/filter-field.tsx'
import { useStaffIdentity } from '../../parts/staff-session.ts'
import { DeskKeys } from './desk-keys.tsx'
import { listKeys, overviewKey, queueKey, useNow, useOverview } from './service-data.ts'
import {
  categoryTitles,
  deadlineOf,
  deadlineTitle,
  optionsOf,
  priorityTones,
  stateTones,
} from './service-labels.ts'
import { readQueueFilter, servicePaths, withFilter, type QueueFilter } from './service-paths.ts'

const queueTitles: Readonly<Record<TicketQueue, string>> = {
  active: 'Com a equipe',
  waiting: 'Com o cliente',
  done: 'Terminados',
}
const emptyTexts: Readonly<Record<TicketQueue, string>> = {
  active: 'Nenhum atendimento espera a equipe.',
  waiting: 'Nenhum atendimento espera o cliente.',
  done: 'Nenhum atendimento terminado.',
}
const authors = { customer: 'cliente', staff: 'equipe', system: 'sistema' } as const

/** The columns of lists of tickets. */
export const ticketColumns = (now: Date, me: string): readonly Column<QueuedTicket>[] => [
  {
    title: 'Assunto',
    wide: true,
    cell: ({ subject, protocol, priority }) => (
      <>
        {subject}
        <TicketLine protocol={protocol} priority={priority} />
      </>
    ),
  },
  {
    title: 'Prazo',
    narrow: true,
    cell: (ticket) => {
      const deadline = deadlineOf(ticket, now)
      return deadline ? (
        <div>
          {deadline.tone ? <Chip tone={deadline.tone}>{deadline.text}</Chip> : deadline.text}
          <p className="soft small">{deadlineTitle(ticket)}</p>
        </div>
      ) : (
        '–'
      )
    },
  },
  { title: 'Cliente', cell: ({ customer_name }) => customer_name ?? 'Conta excluída' },
  {
    title: 'Categoria',
    cell: ({ category, area }) => (
      <div>
        {categoryTitles[category]}
        <p className="soft small">{serviceAreas[area]}</p>
      </div>
    ),
  },
  {
    title: 'Estado',
    narrow: true,
    cell: ({ state, last_message_at, last_author }) => (
      <div>
        <Chip tone={stateTones[state]}>{staffStateTitles[state]}</Chip>
        <p className="soft small">
          {authors[last_author]} <Age instant={last_message_at} now={now} />
        </p>
      </div>
    ),
  },
  {
    title: 'Responsável',
    cell: ({ assignee }) =>
      assignee === null ? 'Sem responsável' : assignee.staff_id === me ? 'Você' : assignee.name,
  },
]

/** Protocol and priority, below the subject. */
export const TicketLine = ({ protocol, priority }: Pick<QueuedTicket, 'protocol' | 'priority'>) => (
  <div className="row soft small figures">
    {protocol}
    {priority !== 'normal' && <Chip tone={priorityTones[priority]}>{ticketPriorities[priority]}</Chip>}
  </div>
)

type QueueTabProps = { isLive: boolean; lastOpened: RefObject<string | null> }

/** Tickets in order of their deadlines; the filter is part of the address. */
export function QueueTab({ isLive, lastOpened }: QueueTabProps) {
  const [, navigate] = useLocation()
  const { staff_id } = useStaffIdentity()
  const filter = readQueueFilter(useSearch())
  const queue = filter.queue ?? 'active'
  const now = useNow()
  const overview = useOverview().data
  const { pending, run } = useAction()
  const list = usePages<QueuedTicket>({
    queryKey: [...queueKey, filter],
    read: (send, { cursor, signal }) =>
      send(ticketQueueCall, { query: { ...filter, queue, cursor }, signal }),
  })
  const setFilter = (next: QueueFilter) => navigate(withFilter(servicePaths.queue, next), { replace: true })
  const change = (name: keyof QueueFilter) => (value: string) => {
    const { [name]: _, ...others } = filter
    setFilter(value === '' ? others : ({ ...others, [name]: value } as QueueFilter))
  }
  const open = (ticket_id: string) => navigate(withFilter(servicePaths.ticket(ticket_id), filter))
  const openNext = () =>
    run((send) => send(nextTicketCall, { body: { area: filter.area ?? null } }), {
      onSuccess: ({ ticket }) =>
        ticket
          ? open(ticket.ticket_id)
          : showToast({ message: 'Nenhum atendimento sem responsável espera na fila.', type: 'info' }),
      refresh: [...listKeys, overviewKey],
    })
  useFocusOnLastOpened(lastOpened, list.data)
  const isFiltered = Object.keys(filter).some((name) => name !== 'queue')
  return (
    <>
      <div className="row spread">
        <Choices
          label="Fila"
          titles={queueTitles}
          names={ticketQueues}
          chosen={queue}
          onChoose={(next) => setFilter({ ...filter, queue: next })}
        />
        <DeskButton pending={pending} onClick={() => void openNext()}>
          Assumir o próximo
        </DeskButton>
      </div>
      <Counts overview={overview} isLive={isLive} />
      <Filters>
        <FilterSelect
          label="Responsável"
          value={filter.assignee ?? ''}
          onChange={change('assignee')}
          all="Todos"
          options={[
            { value: 'mine', label: 'Meus' },
            { value: 'nobody', label: 'Sem responsável' },
            ...(overview?.members ?? [])
              .filter((member) => member.staff_id !== staff_id)
              .map((member) => ({ value: member.staff_id, label: member.name })),
          ]}
        />
        <FilterSelect
          label="Área"
          value={filter.area ?? ''}
          onChange={change('area')}
          all="Todas"
          options={optionsOf(serviceAreas)}
        />
        <FilterSelect
          label="Categoria"
          value={filter.category ?? ''}
          onChange={change('category')}
          all="Todas"
          options={optionsOf(categoryTitles)}
        />
        <FilterSelect
          label="Prioridade"
          value={filter.priority ?? ''}
          onChange={change('priority')}
          all="Todas"
          options={optionsOf(ticketPriorities)}
        />
        <FilterSelect
          label="Prazo"
          value={filter.overdue ?? ''}
          onChange={change('overdue')}
          all="Todos"
          options={[{ value: 'yes', label: 'Só atrasados' }]}
        />
      </Filters>
      <DeskKeys
        isList
        hints={[
          ['P', 'assumir o próximo', openNext],
          ['/', 'buscar', () => navigate(servicePaths.search)],
          ['M', 'só os meus', () => change('assignee')(filter.assignee === 'mine' ? '' : 'mine')],
          ['S', 'sem responsável', () => change('assignee')(filter.assignee === 'nobody' ? '' : 'nobody')],
          ['X', 'só atrasados', () => change('overdue')(filter.overdue ? '' : 'yes')],
        ]}
      />
      <QueryTable
        query={list}
        label={`Atendimentos, ${queueTitles[queue].toLowerCase()}`}
        columns={ticketColumns(now, staff_id)}
        keyOf={({ ticket_id }) => ticket_id}
        onOpen={({ ticket_id }) => open(ticket_id)}
        empty={
          isFiltered ? (
            <EmptyState
              illustration="search"
              action={<Link href={withFilter(servicePaths.queue, { queue })}>Tirar os filtros</Link>}
            >
              Nenhum atendimento com estes filtros.
            </EmptyState>
          ) : (
            <EmptyState illustration="success">{emptyTexts[queue]}</EmptyState>
          )
        }
      />
    </>
  )
}

type CountsProps = { overview: DeskOverview | undefined; isLive: boolean }

/** What waits, as links to the filters, and whether the list is live. */
function Counts({ overview, isLive }: CountsProps) {
  if (!overview) return null
  const { active, unassigned, mine, overdue } = overview.counts
  const parts: readonly (readonly [string, number, QueueFilter])[] = [
    ['com a equipe', active, {}],
    ['sem responsável', unassigned, { assignee: 'nobody' }],
    ['com você', mine, { assignee: 'mine' }],
    [overdue === 1 ? 'atrasado' : 'atrasados', overdue, { overdue: 'yes' }],
  ]
  return (
    <StateLine>
      {parts.map(([text, count, filter]) => (
        <Link key={text} href={withFilter(servicePaths.queue, filter)}>
          {formatCapped(count)} {text}
        </Link>
      ))}
      <span>{isLive ? 'A lista se atualiza ao vivo.' : 'A lista se atualiza a cada 15 segundos.'}</span>
    </StateLine>
  )
}

const formatCapped = (count: number): string =>
  count < maxCountedTickets
    ? count.toLocaleString('pt-BR')
    : `${(maxCountedTickets - 1).toLocaleString('pt-BR')}+`

/** Focuses the row of the ticket that was open, once its list is shown again. */
function useFocusOnLastOpened(
  lastOpened: RefObject<string | null>,
  rows: readonly QueuedTicket[] | undefined,
) {
  const isDone = useRef(false)
  useEffect(() => {
    if (!rows || isDone.current) return
    isDone.current = true
    const index = rows.findIndex(({ ticket_id }) => ticket_id === lastOpened.current)
    if (index >= 0) document.querySelectorAll<HTMLElement>('[data-row]')[index]?.focus()
  }, [rows])
}
