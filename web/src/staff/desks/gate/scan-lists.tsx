import { useTransition } from 'react'
import { listScansCall } from '@clube/contract/event-tickets/gate-calls.ts'
import type { QueryOf } from '@clube/contract/kernel/call.ts'
import { Button } from '../../../kit/button/button.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { StateChip } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import {
  formatGatePlace,
  formatScanTime,
  describeScan,
  scannedTicket,
  type ListedScan,
} from './gate-labels.ts'
import css from './gate.module.css'
import type { GateState } from './gate.ts'

/** Recent scans at the session's gates, for a supervisor who settles a dispute. */
export function LastScans({ session_id }: { session_id: string }) {
  const dialog = useDialog()
  return (
    <>
      <OutlineButton onClick={dialog.open}>Últimas leituras</OutlineButton>
      <Dialog {...dialog.props} wide title="Últimas leituras">
        <ScanList
          session_id={session_id}
          note="Da mais nova à mais antiga, de todas as portarias. O que ainda está na fila de um aparelho não aparece."
          empty="Nenhuma leitura nesta sessão ainda."
        />
      </Dialog>
    </>
  )
}

type DoubleEntriesProps = { session_id: string; counters: GateState['counters'] }

/** Shows supervisors that two people entered with one ticket, at two gates, one of which was offline. */
export function DoubleEntries({ session_id, counters }: DoubleEntriesProps) {
  const dialog = useDialog()
  const count = counters.reduce((sum, { double_entries = 0 }) => sum + double_entries, 0)
  if (count === 0) return null
  return (
    <section aria-label="Entradas em dobro">
      <Notice tone="warn">
        <div className="stack">
          <p>
            {count === 1 ? 'Houve 1 entrada' : `Houve ${count} entradas`} em dobro: uma portaria sem conexão
            liberou um ingresso que entrou também por outra.
          </p>
          <OutlineButton onClick={dialog.open}>Ver entradas em dobro</OutlineButton>
        </div>
      </Notice>
      <Dialog {...dialog.props} wide title="Entradas em dobro">
        <ScanList
          session_id={session_id}
          only="double_entries"
          note="Quem entrou com um ingresso que entrou também por outra portaria."
          empty="Nenhuma entrada em dobro nesta sessão."
        />
      </Dialog>
    </section>
  )
}

const columns: readonly Column<ListedScan>[] = [
  { title: 'Quando', narrow: true, cell: ({ scanned_at }) => formatInstant(scanned_at) },
  { title: 'Ingresso', cell: scannedTicket },
  { title: 'Portaria', cell: ({ gate }) => gate },
  { title: 'Resultado', cell: (scan) => <Result scan={scan} /> },
  { title: 'Por', cell: ({ staff_name }) => staff_name ?? 'Equipe' },
]

type ScanListProps = {
  session_id: string
  only?: QueryOf<typeof listScansCall>['only']
  note: string
  empty: string
}

/** Loaded when opened and when the list is reloaded manually; not polled. */
function ScanList({ session_id, only, note, empty }: ScanListProps) {
  const list = usePages<ListedScan>({
    queryKey: ['gate-scans', session_id, only],
    read: (send, { cursor, signal }) =>
      send(listScansCall, { params: { session_id }, query: { cursor, only }, signal }),
    gcTime: 0,
  })
  const [isReloading, reload] = useTransition()
  return (
    <div className="stack">
      {list.data && list.data.length > 0 && <p className="soft small">{note}</p>}
      <QueryTable
        query={list}
        label="Leituras, da mais nova à mais antiga"
        columns={columns}
        keyOf={({ scan_id }) => scan_id}
        empty={<EmptyState illustration="ticket">{empty}</EmptyState>}
      />
      {list.isSuccess && (
        <Button
          compact
          variant="outline"
          pending={isReloading}
          onClick={() => reload(async () => void (await list.refetch()))}
        >
          Atualizar
        </Button>
      )}
    </div>
  )
}

const Result = ({ scan }: { scan: ListedScan }) => (
  <span className={css.scanResult}>
    <StateChip {...describeScan(scan)} />
    {scan.reason !== null && <span className="soft small">{scan.reason}</span>}
    {scan.double_of && (
      <span className="soft small">
        Entrou também {formatGatePlace(scan.double_of.used_gate)}{' '}
        {formatScanTime(scan.double_of.used_at, serverNow())}
      </span>
    )}
  </span>
)
