import { formatPeople, formatPlaces } from '@clube/contract/kernel/count-formats.ts'
import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import type { SessionWithGates } from '@clube/contract/event-tickets/staff-calls.ts'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { describePlaces, formatCount, formatReleased } from './event-labels.ts'
import css from './events.module.css'

/** Current numbers of a session: places, waiting list, attendance. */
export function SessionNumbers({ session }: { session: StaffEventSession }) {
  const { capacity, numbers } = session
  const { held, offered, sold, free, waiting_people, waiting_places, admitted, at_the_door, released } =
    numbers
  const figures: { title: string; value: number; note?: string | false; part?: string }[] = [
    { title: 'Capacidade', value: capacity },
    { title: 'Vendidos', value: sold, part: 'sold', note: at_the_door > 0 && `${at_the_door} na porta` },
    { title: 'Reservados', value: held, part: 'held', note: offered > 0 && `${offered} em oferta` },
    { title: 'Livres', value: free, part: 'free' },
    {
      title: 'Na espera',
      value: waiting_people,
      note: waiting_people > 0 && `por ${formatPlaces(waiting_places)}`,
    },
    { title: 'Entraram', value: admitted, note: released > 0 && formatReleased(released) },
  ]
  return (
    <section className="panel" aria-label="Números do momento">
      <PlacesBar session={session} />
      <dl className={css.figures}>
        {figures.map(({ title, value, note, part }) => (
          <div key={title} data-part={part}>
            <dt>{title}</dt>
            <dd>
              <strong>{formatCount(value)}</strong>
              {note && <span>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Sold, held and free places as shares of all places. */
export function PlacesBar({ session }: { session: StaffEventSession }) {
  const { capacity, numbers } = session
  return (
    <svg
      className={css.bar}
      role="img"
      aria-label={describePlaces(session)}
      viewBox={`0 0 ${capacity} 1`}
      preserveAspectRatio="none"
    >
      <rect data-part="free" width={capacity} height="1" />
      <rect data-part="held" width={numbers.sold + numbers.held} height="1" />
      <rect data-part="sold" width={numbers.sold} height="1" />
    </svg>
  )
}

type GateLine = SessionWithGates['gates'][number]

const gateColumns: readonly Column<GateLine>[] = [
  { title: 'Portaria', cell: ({ gate }) => gate },
  { title: 'Entraram', narrow: true, cell: ({ admitted }) => formatCount(admitted) },
  { title: 'Na porta', narrow: true, cell: ({ at_the_door }) => formatCount(at_the_door) },
  { title: 'Liberados pela supervisão', narrow: true, cell: ({ overridden }) => formatCount(overridden) },
  { title: 'Recusados', narrow: true, cell: ({ refused }) => formatCount(refused) },
]

/** Scans per gate; hidden before the first scan. */
export function GateNumbers({ gates }: { gates: readonly GateLine[] }) {
  if (gates.length === 0) return null
  const peopleInside = gates.reduce((sum, { admitted, at_the_door }) => sum + admitted + at_the_door, 0)
  return (
    <section className={`stack ${css.block}`}>
      <h2>Portarias: {formatPeople(peopleInside)} dentro</h2>
      <DataTable label="Portarias" columns={gateColumns} rows={gates} keyOf={({ gate }) => gate} />
    </section>
  )
}
