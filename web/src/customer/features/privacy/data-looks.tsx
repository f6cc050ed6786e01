import { listDataLooksCall, type DataLook } from '@clube/contract/privacy/look-calls.ts'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { formatClubHour, clubLongDay } from '../../../parts/club-time.ts'
import { PagedList, usePages } from '../../../parts/pages.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'

/** Which staff viewed or processed the person's data: role, desk, action and time. */
export function DataLooks() {
  const send = useSend()
  const looks = usePages<DataLook>({
    queryKey: ['data-looks'],
    read: ({ cursor, signal }) => send(listDataLooksCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })
  return (
    <PagedList
      list={looks}
      saying="Carregando quem viu seus dados"
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
            {clubLongDay(at)}, {formatClubHour(at)}
          </time>
        </div>
      )}
    </PagedList>
  )
}
