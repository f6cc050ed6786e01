import { listDataAccessesCall, type DataAccess } from '@clube/contract/privacy/data-access-calls.ts'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { formatHour, formatLongDay } from '../../../parts/club-time.ts'
import { PagedList, usePages } from '../../../parts/pages.tsx'

/** Which staff viewed or processed the person's data: role, desk, action and time. */
export function DataAccesses() {
  const accesses = usePages<DataAccess>({
    queryKey: ['data-accesses'],
    read: (send, { cursor, signal }) => send(listDataAccessesCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })
  return (
    <PagedList
      list={accesses}
      loadingText="Carregando quem viu seus dados"
      skeleton={<Skeleton count={3} />}
      className="lines"
      // Entries have no id, and new ones are only appended.
      keyOf={({ at }, line) => `${at} ${line}`}
      empty={<p className="soft small">Ninguém da equipe viu os seus dados até agora.</p>}
    >
      {({ at, what, role, desk }) => (
        <div className="titled">
          <strong>{what}</strong>
          <span className="soft small">
            {role} ({desk})
          </span>
          <time className="soft small" dateTime={at}>
            {formatLongDay(at)}, {formatHour(at)}
          </time>
        </div>
      )}
    </PagedList>
  )
}
