import type { DeskParkingVoucher } from '@clube/contract/parking-voucher/desk-calls.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { clubDayOf, formatTime } from '../../../parts/club-time.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { serverNow } from '../../../platform/clock/server-clock.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints, type KeyHint } from '../../parts/desk-page.tsx'
import { StateChip } from '../../parts/fact-list.tsx'
import { FilterField, Filters } from '../../parts/filter-field.tsx'
import { OpenedPanel } from '../../parts/opened-panel.tsx'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { useDayVouchers } from './parking-desk-data.ts'
import {
  centsOrDash,
  originText,
  personText,
  resultText,
  shiftDay,
  stateTitle,
  ticketText,
  voucherTones,
} from './parking-labels.ts'
import { UndoDialog } from './undo-voucher.tsx'
import { VoucherFacts } from './voucher-facts.tsx'

const columns: readonly Column<DeskParkingVoucher>[] = [
  { title: 'Ticket', narrow: true, cell: ({ ticket_number }) => ticketText(ticket_number) },
  { title: 'Hora', narrow: true, cell: ({ requested_at }) => formatTime(requested_at) },
  { title: 'Pessoa', cell: personText },
  { title: 'Estacionamento', cell: ({ garage_name }) => garage_name },
  { title: 'Desconto', narrow: true, cell: ({ discount_cents }) => centsOrDash(discount_cents) },
  { title: 'Saída', narrow: true, cell: resultText },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state }) => <StateChip title={stateTitle(state)} tone={voucherTones[state]} />,
  },
  { title: 'Como', cell: originText },
]

const today = (): string => clubDayOf(new Date(serverNow()))

/** Vales do dia: what customers and the desk requested on a day; the supervisor undoes. */
export function VouchersTab() {
  const [day, setDay] = useState(today)
  const [opened, setOpened] = useState<string | null>(null)
  const list = useDayVouchers(day)
  const vouchers = list.data ?? []
  const voucher = vouchers.find(({ voucher_id }) => voucher_id === opened)
  useFocusOnClose(
    voucher ? opened : null,
    vouchers.map(({ voucher_id }) => voucher_id),
  )
  const show = (next: string) => {
    if (next === '' || next > today()) return
    setOpened(null)
    setDay(next)
  }
  return (
    <>
      <Filters>
        <FilterField label="Dia" type="date" value={day} onChange={show} />
        {day !== today() && <OutlineButton onClick={() => show(today())}>Hoje</OutlineButton>}
      </Filters>
      <KeyHints
        isList
        hints={[
          ['A', 'dia anterior', () => show(shiftDay(day, -1))],
          ['S', 'dia seguinte', () => show(shiftDay(day, 1))],
          ['H', 'hoje', () => show(today())],
        ]}
      />
      {voucher && (
        <OpenedVoucher key={voucher.voucher_id} voucher={voucher} onClose={() => setOpened(null)} />
      )}
      <QueryTable
        query={list}
        label="Vales-estacionamento do dia, do mais novo ao mais antigo"
        columns={columns}
        keyOf={({ voucher_id }) => voucher_id}
        onOpen={({ voucher_id }) => setOpened(voucher_id)}
        empty={<EmptyState illustration="car">Nenhum vale-estacionamento foi pedido neste dia.</EmptyState>}
      />
    </>
  )
}

function OpenedVoucher({ voucher, onClose }: { voucher: DeskParkingVoucher; onClose: () => void }) {
  const [isUndoing, setUndoing] = useState(false)
  const { state, protocol, can_undo } = voucher
  return (
    <OpenedPanel
      title={`Vale ${protocol}`}
      state={{ title: stateTitle(state), tone: voucherTones[state] }}
      onClose={onClose}
      actions={can_undo && <OutlineButton onClick={() => setUndoing(true)}>Desfazer o vale</OutlineButton>}
    >
      <KeyHints
        hints={[
          ...(can_undo ? [['D', 'desfazer o vale', () => setUndoing(true)] satisfies KeyHint] : []),
          ['B', 'fechar', onClose],
        ]}
      />
      <VoucherFacts voucher={voucher} />
      <UndoDialog voucher={voucher} open={isUndoing} onClose={() => setUndoing(false)} />
    </OpenedPanel>
  )
}
