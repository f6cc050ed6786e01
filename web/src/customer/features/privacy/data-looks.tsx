import { listDataLooksCall, type DataLook } from '@clube/contract/privacy/look-calls.ts'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { formatClubHour, clubLongDay } from '../../../parts/club-time.ts'
import { ShowMore, usePages } from '../../../parts/pages.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import css from './privacy.module.css'

/** Which staff viewed or processed the person's data: role, desk, action and time. */
export function DataLooks() {
  const send = useSend()
  const looks = usePages<DataLook>({
    queryKey: ['data-looks'],
    read: ({ cursor, signal }) => send(listDataLooksCall, { query: { cursor }, signal }),
    refetchOnMount: 'always',
  })
  return (
    <Loaded query={looks} saying="Carregando quem viu seus dados" skeleton={<Skeleton count={3} />}>
      {(lines) =>
        lines.length === 0 ? (
          <p className={css.soft}>Ninguém da equipe viu os seus dados até agora.</p>
        ) : (
          <>
            <ul className={css.looks}>
              {lines.map(({ at, what, role, desk }, line) => (
                // Entries have no id, and new ones are only appended.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={`${at} ${line}`}>
                  <strong>{what}</strong>
                  <span className={css.soft}>
                    {role} ({desk})
                  </span>
                  <time className={css.soft} dateTime={at}>
                    {clubLongDay(at)}, {formatClubHour(at)}
                  </time>
                </li>
              ))}
            </ul>
            <ShowMore list={looks} />
          </>
        )
      }
    </Loaded>
  )
}
