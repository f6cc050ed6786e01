import { listScansCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { pageOf } from '../../../parts/call-failed.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { LoadingRows, LoadProblem } from '../../parts/desk-page.tsx'
import { instantInWords } from '../../parts/instant.ts'
import { scanInWords, type ListedScan } from './gate-words.ts'
import css from './last-scans.module.css'

/** What happened at the session's gates lately, for a supervisor who settles a dispute. */
export function LastScans({ session_id }: { session_id: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button compact look="outline" onClick={() => setOpen(true)}>
        Últimas leituras
      </Button>
      <Dialog wide open={open} onClose={() => setOpen(false)} title="Últimas leituras">
        <ScanList session_id={session_id} />
      </Dialog>
    </>
  )
}

const columns: readonly Column<ListedScan>[] = [
  { title: 'Quando', narrow: true, cell: ({ scanned_at }) => instantInWords(scanned_at) },
  { title: 'Portaria', cell: ({ gate }) => gate },
  { title: 'Resultado', cell: (scan) => <Result scan={scan} /> },
  { title: 'Por', cell: ({ staff_name }) => staff_name ?? '–' },
]

/** Asked for when it is opened and when somebody asks again: it is read, not watched. */
function ScanList({ session_id }: { session_id: string }) {
  const send = useSend()
  const list = useInfiniteQuery({
    queryKey: ['gate-scans', session_id],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        send(listScansCall, {
          params: { session_id },
          query: pageParam === '' ? {} : { cursor: pageParam },
          signal,
        }),
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    gcTime: 0,
  })
  const rows = list.data?.pages.flatMap(({ data }) => data)
  return (
    <div className={css.scans}>
      {list.isPending && <LoadingRows />}
      {list.isError && <LoadProblem error={list.error} onRetry={() => void list.refetch()} />}
      {rows?.length === 0 && <EmptyState drawing="ticket">Nenhuma leitura nesta sessão ainda.</EmptyState>}
      {rows && rows.length > 0 && (
        <>
          <p className={css.soft}>
            Da mais nova à mais antiga, de todas as portarias. O que ainda está na fila de um aparelho não
            aparece.
          </p>
          <DataTable
            label="Leituras, da mais nova à mais antiga"
            columns={columns}
            rows={rows}
            keyOf={({ scan_id }) => scan_id}
          />
        </>
      )}
      <div className={css.deeds}>
        {list.hasNextPage && (
          <Button
            compact
            look="outline"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Carregar mais
          </Button>
        )}
        {list.isSuccess && (
          <Button
            compact
            look="outline"
            pending={list.isRefetching && !list.isFetchingNextPage}
            onClick={() => void list.refetch()}
          >
            Atualizar
          </Button>
        )}
      </div>
    </div>
  )
}

function Result({ scan }: { scan: ListedScan }) {
  const { words, tone } = scanInWords(scan)
  return (
    <span className={css.result}>
      <Chip tone={tone}>{words}</Chip>
      {scan.reason !== null && <span className={css.soft}>{scan.reason}</span>}
    </span>
  )
}
