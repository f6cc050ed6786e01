import { listScansCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { useState } from 'react'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Chip } from '../../../kit/surface/chip.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useSend } from '../../../platform/app/app-context.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { describeScan, type ListedScan } from './gate-labels.ts'
import css from './gate.module.css'

/** Recent scans at the session's gates, for a supervisor who settles a dispute. */
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
  { title: 'Quando', narrow: true, cell: ({ scanned_at }) => formatInstant(scanned_at) },
  { title: 'Portaria', cell: ({ gate }) => gate },
  { title: 'Resultado', cell: (scan) => <Result scan={scan} /> },
  { title: 'Por', cell: ({ staff_name }) => staff_name ?? '–' },
]

/** Loaded when opened and on request, not polled. */
function ScanList({ session_id }: { session_id: string }) {
  const send = useSend()
  const list = usePages<ListedScan>({
    queryKey: ['gate-scans', session_id],
    read: ({ cursor, signal }) => send(listScansCall, { params: { session_id }, query: { cursor }, signal }),
    gcTime: 0,
  })
  return (
    <div className="stack">
      {list.data && list.data.length > 0 && (
        <p className="soft small">
          Da mais nova à mais antiga, de todas as portarias. O que ainda está na fila de um aparelho não
          aparece.
        </p>
      )}
      <QueryTable
        query={list}
        label="Leituras, da mais nova à mais antiga"
        columns={columns}
        keyOf={({ scan_id }) => scan_id}
        empty={<EmptyState drawing="ticket">Nenhuma leitura nesta sessão ainda.</EmptyState>}
      />
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
  )
}

function Result({ scan }: { scan: ListedScan }) {
  const { title, tone } = describeScan(scan)
  return (
    <span className={css.scanResult}>
      <Chip tone={tone}>{title}</Chip>
      {scan.reason !== null && <span className="soft small">{scan.reason}</span>}
    </span>
  )
}
