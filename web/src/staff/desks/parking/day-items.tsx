import { formatDay } from '@clube/contract/kernel/club-time.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import {
  compareParkingDayCall,
  decideParkingItemCall,
  parkingItemsFile,
  parkingItemStates,
  parkingItemStateTitles,
  type ParkingItem,
  type ParkingItemState,
} from '@clube/contract/parking-voucher/reconciliation-calls.ts'
import { useState } from 'react'
import { Link, useLocation, useParams, useSearch } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { FileLink } from '../../../parts/file-link.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints, type KeyHint } from '../../parts/desk-page.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Choices } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { OpenedPanel } from '../../parts/opened-panel.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { sideText } from './days-tab.tsx'
import css from './parking.module.css'
import { decisionKeys, useDays, useItems } from './parking-desk-data.ts'
import { centsOrDash, formatCount, itemTones, reasonError } from './parking-labels.ts'
import { parkingPaths } from './parking-paths.ts'

const nameOf = ({ protocol, applied_at }: ParkingItem): string =>
  protocol ?? `Lançamento das ${formatTime(applied_at)}`

const columns: readonly Column<ParkingItem>[] = [
  { title: 'Vale', narrow: true, cell: nameOf },
  { title: 'Hora', narrow: true, cell: ({ applied_at }) => formatTime(applied_at) },
  { title: 'Estacionamento', narrow: true, cell: ({ garage_id }) => garage_id },
  { title: 'Nosso', narrow: true, cell: ({ our_cents }) => centsOrDash(our_cents) },
  { title: 'Deles', narrow: true, cell: ({ their_cents }) => centsOrDash(their_cents) },
  {
    title: 'Decisão',
    cell: ({ state, decision }) => (state === 'matched' ? '–' : (decision?.reason ?? 'À espera')),
  },
]

/** What needs a decision comes first. */
const stateOrder: readonly ParkingItemState[] = ['only_ours', 'only_theirs', 'different_amount', 'matched']
const stateKeys = { only_ours: '1', only_theirs: '2', different_amount: '3', matched: '4' } as const

const emptyTexts = {
  matched: 'Nenhum vale conferido neste dia.',
  only_ours: 'Nenhum vale só nosso neste dia.',
  only_theirs: 'Nenhum lançamento só deles neste dia.',
  different_amount: 'Nenhum valor diferente neste dia.',
} as const satisfies Record<ParkingItemState, string>

/** One day of the comparison: its vouchers and the car park's entries by their result; differences are decided with a reason. */
export function DayItems() {
  const { day } = useParams<{ day: string }>()
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const state = parkingItemStates.find((each) => each === search.get('situacao')) ?? 'only_ours'
  const [opened, setOpened] = useState<string | null>(null)
  const comparing = useAction()
  const list = useItems(day, state)
  const summary = useDays().data?.find((each) => each.day === day)
  const items = list.data ?? []
  const item = items.find(({ item_id }) => item_id === opened)
  useFocusOnClose(
    item ? opened : null,
    items.map(({ item_id }) => item_id),
  )
  const show = (next: ParkingItemState) => {
    setOpened(null)
    navigate(`${parkingPaths.day(day)}?situacao=${next}`, { replace: true })
  }
  const compare = () =>
    comparing.run((send) => send(compareParkingDayCall, { body: { day } }), {
      success: ({ data }) =>
        data.waiting === 0
          ? 'Conferido: nada espera decisão.'
          : {
              message: `Conferido: ${formatCount(data.waiting)} à espera de decisão.`,
              type: 'warning',
            },
      refresh: decisionKeys,
      place: 'endpoint',
    })
  return (
    <>
      <div className="row spread">
        <h2>{formatDay(day)}</h2>
        <div className="row">
          <OutlineButton pending={comparing.pending} onClick={() => void compare()}>
            Conferir agora
          </OutlineButton>
          {summary && summary.compared_at !== null && (
            <FileLink href={filePath(parkingItemsFile, { day })}>Baixar o dia em CSV</FileLink>
          )}
          <Link href={parkingPaths.days}>Todos os dias</Link>
        </div>
      </div>
      {summary && (
        <section className="panel" aria-label="Totais do dia">
          <Figures
            figures={[
              ['Nosso registro', sideText(summary.our_count, summary.our_cents)],
              ['Lista deles', sideText(summary.their_count, summary.their_cents)],
              ['À espera', formatCount(summary.waiting)],
            ]}
          />
          <p className="soft small">
            {summary.compared_at === null
              ? 'Este dia ainda não foi conferido.'
              : `Conferido em ${formatInstant(summary.compared_at)}.`}
          </p>
        </section>
      )}
      <Choices
        label="Situação"
        names={stateOrder}
        titles={parkingItemStateTitles}
        chosen={state}
        onChoose={show}
      />
      <KeyHints
        isList
        hints={[
          ...stateOrder.map((each): KeyHint => [
            stateKeys[each],
            parkingItemStateTitles[each].toLowerCase(),
            () => show(each),
          ]),
          ['C', 'conferir agora', () => void compare()],
        ]}
      />
      {item && <OpenedItem key={item.item_id} item={item} onClose={() => setOpened(null)} />}
      <QueryTable
        query={list}
        label={`${parkingItemStateTitles[state]}, do mais antigo ao mais novo`}
        columns={columns}
        keyOf={({ item_id }) => item_id}
        onOpen={({ item_id }) => setOpened(item_id)}
        empty={<EmptyState illustration="success">{emptyTexts[state]}</EmptyState>}
      />
    </>
  )
}

const explanations = {
  matched: 'Os dois lados têm o mesmo desconto.',
  only_ours: 'O clube registrou este vale, e a lista do estacionamento não o traz.',
  only_theirs: 'A lista do estacionamento traz este desconto, e o clube não o registrou.',
  different_amount: 'Os dois lados têm o vale, com descontos diferentes.',
} as const satisfies Record<ParkingItemState, string>

function OpenedItem({ item, onClose }: { item: ParkingItem; onClose: () => void }) {
  const [isDeciding, setDeciding] = useState(false)
  const { run } = useAction()
  const { item_id, state, decision } = item
  const canDecide = state !== 'matched' && decision === null
  const decide = async (reason: string) =>
    state !== 'matched' &&
    (await run((send) => send(decideParkingItemCall, { body: { item_id, state, reason } }), {
      success: 'Decisão registrada.',
      refresh: decisionKeys,
      onSuccess: onClose,
      place: 'endpoint',
    }))
  return (
    <OpenedPanel
      title={nameOf(item)}
      state={{ title: parkingItemStateTitles[state], tone: itemTones[state] }}
      onClose={onClose}
      actions={canDecide && <DeskButton onClick={() => setDeciding(true)}>Registrar decisão</DeskButton>}
    >
      <KeyHints
        hints={[
          ...(canDecide ? [['D', 'registrar decisão', () => setDeciding(true)] satisfies KeyHint] : []),
          ['B', 'fechar', onClose],
        ]}
      />
      <p>{explanations[state]}</p>
      <FactList
        facts={[
          ['Nosso registro', item.our_cents === null ? 'Nada registrado' : centsOrDash(item.our_cents)],
          ['Lista deles', item.their_cents === null ? 'Nada na lista' : centsOrDash(item.their_cents)],
          ['Aplicado em', formatInstant(item.applied_at)],
          ['Estacionamento', item.garage_id],
          [
            'Chave',
            <span key="key" className={css.key}>
              {item.transaction_id ?? 'Nenhuma do clube'}
            </span>,
          ],
          ...(decision === null
            ? []
            : ([
                ['Decisão', decision.reason],
                ['Decidido por', `${decision.by ?? 'Equipe'}, ${formatInstant(decision.at)}`],
              ] as const)),
        ]}
      />
      <ReasonDialog
        open={isDeciding}
        onClose={() => setDeciding(false)}
        title="Registrar a decisão"
        lead={
          <p>
            A diferença sai da lista do que espera. Nenhum vale muda: acerte a cobrança com o estacionamento
            por fora.
          </p>
        }
        label="O que foi apurado e decidido"
        button="Registrar"
        multiline
        draft={`parking-item/${item_id}`}
        rule={reasonError}
        onReason={decide}
      />
    </OpenedPanel>
  )
}
