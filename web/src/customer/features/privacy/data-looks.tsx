import { useInfiniteQuery } from '@tanstack/react-query'
import { listDataLooksCall, type DataLook } from '@clube/contract/privacy/look-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { pageOf } from '../../../parts/call-failed.ts'
import { clubLongDay } from '../../../parts/club-day.ts'
import { clubTime } from '../../../parts/club-moment.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import css from './privacy.module.css'

/** Who of the staff saw or handled the person's data: role, desk, what and when. */
export function DataLooks() {
  const send = useSend()
  const looks = useInfiniteQuery({
    queryKey: ['data-looks'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      pageOf<DataLook[]>(send(listDataLooksCall, { query: { cursor: pageParam }, signal })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchOnMount: 'always',
    select: ({ pages }) => pages.flatMap(({ data }) => data),
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
                // Lines have no name of their own and only ever follow each other.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={`${at} ${line}`}>
                  <strong>{what}</strong>
                  <span className={css.soft}>
                    {role} ({desk})
                  </span>
                  <time className={css.soft} dateTime={at}>
                    {clubLongDay(at)}, {clubTime(at)}
                  </time>
                </li>
              ))}
            </ul>
            {looks.hasNextPage && (
              <Button
                look="outline"
                pending={looks.isFetchingNextPage}
                onClick={() => void looks.fetchNextPage()}
              >
                Ver mais
              </Button>
            )}
          </>
        )
      }
    </Loaded>
  )
}
