import { useEffect, useState } from 'react'
import type { StaffEventSession } from '@clube/contract/event-tickets/session.ts'
import { Button } from '../../../kit/button/button.tsx'
import { formatTimeWithSeconds } from '../../../parts/club-time.ts'
import { useQueryCache } from '../../../platform/server-data/use-query.tsx'
import css from './events.module.css'
import { sessionKey } from './use-event-sessions.ts'

/** A session's polled numbers, and when they were read, as Unix time in milliseconds. */
export type SessionSnapshot = { session: StaffEventSession; readAt: number }

/**
 * When a list was read, and whether the session's numbers have changed since. Loading a list also reloads the numbers;
 * the button reloads both.
 */
export function ListAge({ snapshot, listAt }: { snapshot: SessionSnapshot; listAt: number }) {
  const queries = useQueryCache()
  const queryKey = sessionKey(snapshot.session.session_id)
  const numbers = JSON.stringify(snapshot.session.numbers)
  const [baseline, setBaseline] = useState({ listAt: 0, numbers })
  useEffect(() => {
    if (listAt > 0) void queries.invalidateQueries({ queryKey, exact: true })
  }, [listAt])
  if (listAt > 0 && snapshot.readAt >= listAt && baseline.listAt !== listAt) setBaseline({ listAt, numbers })
  if (listAt === 0) return null
  const isOutdated = baseline.listAt === listAt && baseline.numbers !== numbers
  return (
    <div className="row spread">
      <p className={`soft small ${css.listAge}`} role="status" data-outdated={isOutdated || undefined}>
        Lista das {formatTimeWithSeconds(new Date(listAt))}
        {isOutdated && '. Os números mudaram depois dela: atualize a lista.'}
      </p>
      <Button compact variant="quiet" onClick={() => void queries.invalidateQueries({ queryKey })}>
        Atualizar lista
      </Button>
    </div>
  )
}
