import { proposeRefundCall } from '@clube/contract/partner-points/desk-calls.ts'
import { redemptionStateTitles } from '@clube/contract/partner-points/partner.ts'
import {
  decideSettlementItemCall,
  entryKindTitles,
  settlementItemsFile,
  settlementStates,
  settlementStateTitles,
  type SettlementItem,
  type SettlementState,
} from '@clube/contract/partner-points/settlement-calls.ts'
import { filePath } from '@clube/contract/kernel/served-file.ts'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { FileLink } from '../../../parts/file-link.tsx'
import { newId } from '../../../parts/new-id.ts'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { withQuery } from '../../app/paths.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints, type KeyHint } from '../../parts/desk-page.tsx'
import { FactList, StateChip, type Fact } from '../../parts/fact-list.tsx'
import { Choices } from '../../parts/filter-field.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { OpenedPanel } from '../../parts/opened-panel.tsx'
import { decisionKeys, useFigures, useItems, type DecisionFilter } from './partner-desk-data.ts'
import {
  formatActor,
  formatCount,
  pointsOrDash,
  reasonError,
  redemptionTones,
  settlementTones,
} from './partner-desk-labels.ts'
import css from './partners.module.css'
import { reconciliationPaths } from './reconciliation-paths.ts'

const decisionTitles = { waiting: 'A decidir', decided: 'Decididos', all: 'Todos' } as const
const decisionFilters = ['waiting', 'decided', 'all'] as const

/** The keys of the lists, beside those of the desks. */
const stateKeys = {
  only_ours: 'N',
  only_theirs: 'T',
  different_amount: 'V',
  matched: 'C',
} as const satisfies Record<SettlementState, string>
/** Differences first. */
const stateOrder: readonly SettlementState[] = ['only_ours', 'only_theirs', 'different_amount', 'matched']

const nameOf = ({ kind, protocol, reference }: SettlementItem): string =>
  `${entryKindTitles[kind]} ${protocol ?? reference ?? ''}`.trim()

const columns: readonly Column<SettlementItem>[] = [
  { title: 'Lançamento', narrow: true, cell: nameOf },
  { title: 'Nosso', narrow: true, cell: ({ our_points }) => pointsOrDash(our_points) },
  { title: 'Deles', narrow: true, cell: ({ their_points }) => pointsOrDash(their_points) },
  { title: 'Diferença', narrow: true, cell: (item) => differenceOf(item) },
  { title: 'Quando', narrow: true, cell: ({ occurred_at }) => formatInstant(occurred_at) },
  {
    title: 'Resgate',
    narrow: true,
    cell: ({ redemption_state: state }) =>
      state === null ? '–' : <StateChip title={redemptionStateTitles[state]} tone={redemptionTones[state]} />,
  },
  {
    title: 'Decisão',
    cell: ({ state, decision }) => (state === 'matched' ? '–' : (decision?.reason ?? 'À espera')),
  },
]

/** What their side has more than ours; a dash if both are equal. */
const differenceOf = ({ our_points, their_points }: SettlementItem): string => {
  const difference = (their_points ?? 0) - (our_points ?? 0)
  if (difference === 0) return '–'
  return `${difference > 0 ? '+' : '−'} ${formatCount(Math.abs(difference))}`
}

/** Redemptions and lines by the result of their comparison; differences are decided with a reason. */
export function ItemsTab({ partner }: { partner: string }) {
  const [, navigate] = useLocation()
  const search = new URLSearchParams(useSearch())
  const state = settlementStates.find((each) => each === search.get('situacao')) ?? 'only_ours'
  const chosen = decisionFilters.find((each) => each === search.get('decisao')) ?? 'waiting'
  const decision: DecisionFilter = state === 'matched' ? 'all' : chosen
  const [opened, setOpened] = useState<string | null>(null)
  const figures = useFigures(partner)
  const list = useItems(partner, state, decision)
  const items = list.data ?? []
  const item = items.find(({ item_id }) => item_id === opened)
  useFocusOnClose(
    item ? opened : null,
    items.map(({ item_id }) => item_id),
  )
  const show = (next: SettlementState, filter: DecisionFilter = 'waiting') => {
    setOpened(null)
    navigate(
      withQuery(reconciliationPaths.tab(partner, 'conferencia'), { situacao: next, decisao: filter }),
      { replace: true },
    )
  }
  return (
    <>
      <div className={css.states} role="group" aria-label="Situação">
        {stateOrder.map((each) => (
          <button key={each} type="button" aria-pressed={each === state} onClick={() => show(each)}>
            <strong>{countText(figures.data?.states[each])}</strong>{' '}
            <span>{settlementStateTitles[each]}</span>
          </button>
        ))}
      </div>
      <div className="row spread">
        {state === 'matched' ? (
          <p className="soft">O que está conferido não precisa de decisão.</p>
        ) : (
          <Choices
            label="Decisão"
            names={decisionFilters}
            titles={decisionTitles}
            chosen={chosen}
            onChoose={(next) => show(state, next)}
          />
        )}
        <FileLink href={filePath(settlementItemsFile, { partner, state })}>
          {`Baixar “${settlementStateTitles[state]}” em CSV`}
        </FileLink>
      </div>
      <KeyHints
        isList
        hints={stateOrder.map((each): KeyHint => [
          stateKeys[each],
          settlementStateTitles[each].toLowerCase(),
          () => show(each),
        ])}
      />
      {item && <OpenedItem key={item.item_id} item={item} onClose={() => setOpened(null)} />}
      <QueryTable
        query={list}
        label={`${settlementStateTitles[state]}, do mais novo ao mais antigo`}
        columns={columns}
        keyOf={({ item_id }) => item_id}
        onOpen={({ item_id }) => setOpened(item_id)}
        empty={<EmptyState illustration="success">{emptyTexts[state]}</EmptyState>}
      />
    </>
  )
}

/** A dash until the counts are loaded. */
const countText = (count: number | undefined): string => (count === undefined ? '–' : formatCount(count))

const emptyTexts = {
  matched: 'Nada foi conferido ainda: importe um arquivo na aba Arquivos.',
  only_ours: 'Nenhum lançamento só nosso nesta lista.',
  only_theirs: 'Nenhum lançamento só deles nesta lista.',
  different_amount: 'Nenhum valor diferente nesta lista.',
} as const satisfies Record<SettlementState, string>

const explanations = {
  matched: 'Os dois lados têm os mesmos pontos.',
  only_ours: 'O clube registrou este lançamento, e o arquivo do parceiro que cobre o dia não o traz.',
  only_theirs: 'O arquivo do parceiro traz este lançamento, e o clube não o registrou.',
  different_amount: 'Os dois lados têm o lançamento, com pontos diferentes.',
} as const satisfies Record<SettlementState, string>

function OpenedItem({ item, onClose }: { item: SettlementItem; onClose: () => void }) {
  const [dialog, setDialog] = useState<'none' | 'decision' | 'refund'>('none')
  const { run } = useAction()
  // A retry after a lost response is the same proposal.
  const [refund_id] = useState(newId)
  const { item_id, state, transaction_id, can_refund, decision } = item
  const canDecide = state !== 'matched' && decision === null
  const canRefund = can_refund && transaction_id !== null
  const decide = (reason: string) =>
    state !== 'matched' &&
    run((send) => send(decideSettlementItemCall, { body: { item_id, state, reason } }), {
      success: 'Decisão registrada.',
      refresh: decisionKeys,
      onSuccess: onClose,
    })
  const propose = (reason: string) =>
    transaction_id !== null &&
    run((send) => send(proposeRefundCall, { body: { refund_id, transaction_id, reason } }), {
      success: 'Devolução proposta. Agora outra pessoa confirma.',
      refresh: decisionKeys,
      onSuccess: onClose,
    })
  return (
    <OpenedPanel
      title={nameOf(item)}
      state={{ title: settlementStateTitles[state], tone: settlementTones[state] }}
      onClose={onClose}
      actions={
        <>
          {canDecide && <DeskButton onClick={() => setDialog('decision')}>Registrar decisão</DeskButton>}
          {canRefund && <OutlineButton onClick={() => setDialog('refund')}>Propor devolução</OutlineButton>}
        </>
      }
    >
      <KeyHints
        hints={[
          ...(canDecide ? [['D', 'registrar decisão', () => setDialog('decision')] as const] : []),
          ...(canRefund ? [['R', 'propor devolução', () => setDialog('refund')] as const] : []),
          ['B', 'fechar', onClose],
        ]}
      />
      <p>{explanations[state]}</p>
      <BothSides item={item} />
      {decision && (
        <FactList
          facts={[
            ['Decisão', decision.reason],
            ['Decidido por', formatActor(decision.by, decision.at)],
          ]}
        />
      )}
      <ReasonDialog
        open={dialog === 'decision'}
        onClose={() => setDialog('none')}
        title="Registrar a decisão"
        lead={<p>A diferença sai da lista do que espera. Nenhum ponto se move: para isso há a devolução.</p>}
        label="O que foi apurado e decidido"
        button="Registrar"
        multiline
        rule={reasonError}
        onReason={async (reason: string) => decide(reason)}
      />
      <ReasonDialog
        open={dialog === 'refund'}
        onClose={() => setDialog('none')}
        title="Propor a devolução"
        lead={
          <p>
            Depois que outra pessoa confirmar, o parceiro devolve os pontos dele, e os do clube saem do saldo
            do cliente.
          </p>
        }
        label="Motivo"
        button="Propor devolução"
        multiline
        rule={reasonError}
        onReason={async (reason: string) => propose(reason)}
      />
    </OpenedPanel>
  )
}

/** The club's record and the partner's line, in the same rows. */
const BothSides = ({ item }: { item: SettlementItem }) => {
  const { our_points, their_points, protocol, reference, redemption_state, occurred_at, transaction_id } =
    item
  const hasDifference = our_points !== null && their_points !== null && our_points !== their_points
  return (
    <div className={css.sides}>
      <Side
        title="Nosso registro"
        points={our_points}
        missing="Nada registrado"
        hasDifference={hasDifference}
        facts={[
          ...(protocol === null ? [] : [['Protocolo', protocol] as const]),
          ...(redemption_state === null
            ? []
            : [['Resgate', redemptionStateTitles[redemption_state]] as const]),
          ...(transaction_id === null ? [] : [['Chave', <Code key="key">{transaction_id}</Code>] as const]),
          // The instant is the partner's if the file has the entry.
          ...(their_points === null ? [['Quando', formatInstant(occurred_at)] as const] : []),
        ]}
      />
      <Side
        title="Arquivo do parceiro"
        points={their_points}
        missing="Nada no arquivo"
        hasDifference={hasDifference}
        facts={[
          ...(reference === null ? [] : [['Lançamento', <Code key="reference">{reference}</Code>] as const]),
          ['Tipo', entryKindTitles[item.kind]],
          ['Quando', formatInstant(occurred_at)],
        ]}
      />
    </div>
  )
}

type SideProps = {
  title: string
  /** Null if this side has no record, and therefore no facts. */
  points: number | null
  missing: string
  hasDifference: boolean
  facts: readonly Fact[]
}

const Side = ({ title, points, missing, hasDifference, facts }: SideProps) => (
  <section aria-label={title} data-missing={points === null ? '' : undefined}>
    <h3>{title}</h3>
    <p className={css.points} data-different={hasDifference ? '' : undefined}>
      {points === null ? missing : `${formatCount(points)} pontos`}
    </p>
    {points !== null && <FactList inRows facts={facts} />}
  </section>
)

const Code = ({ children }: { children: string }) => <span className={css.key}>{children}</span>
