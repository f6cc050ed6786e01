import {
  askAgainCall,
  caseCauses,
  decideCaseCall,
  type ReconciliationCase,
} from '@clube/contract/partner-points/desk-calls.ts'
import { redemptionStateTitles } from '@clube/contract/partner-points/partner.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { DeskButton, OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints, type KeyHint } from '../../parts/desk-page.tsx'
import { Age, FactList } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { OpenedPanel } from './opened-panel.tsx'
import { decisionKeys, useCases } from './partner-desk-data.ts'
import { formatCount, reasonError } from './partner-desk-labels.ts'

const columnsAt = (now: Date): readonly Column<ReconciliationCase>[] => [
  { title: 'Protocolo', narrow: true, cell: ({ protocol }) => protocol },
  { title: 'Desde', narrow: true, cell: ({ started_at }) => <Age instant={started_at} now={now} /> },
  { title: 'Pontos do parceiro', narrow: true, cell: ({ partner_points }) => formatCount(partner_points) },
  { title: 'Pontos do clube', narrow: true, cell: ({ club_points }) => formatCount(club_points) },
  { title: 'Tentativas', narrow: true, cell: ({ attempts }) => formatCount(attempts) },
  { title: 'No arquivo', narrow: true, cell: ({ line }) => (line ? line.reference : 'Nada') },
  { title: 'Por que está aqui', cell: ({ cause }) => caseCauses[cause] },
]

/** Redemptions that the partner did not settle or answered with a contradiction. */
export function CasesTab({ partner }: { partner: string }) {
  const list = useCases(partner)
  const [opened, setOpened] = useState<string | null>(null)
  const cases = list.data ?? []
  const found = cases.find(({ transaction_id }) => transaction_id === opened)
  useFocusOnClose(
    found ? opened : null,
    cases.map(({ transaction_id }) => transaction_id),
  )
  return (
    <>
      <KeyHints isList hints={[]} />
      {found && <OpenedCase key={found.transaction_id} found={found} onClose={() => setOpened(null)} />}
      <QueryTable
        query={list}
        label="Resgates a decidir, do mais antigo ao mais novo"
        columns={columnsAt(new Date(list.dataUpdatedAt || Date.now()))}
        keyOf={({ transaction_id }) => transaction_id}
        onOpen={({ transaction_id }) => setOpened(transaction_id)}
        empty={
          <EmptyState illustration="success">
            Nenhum resgate espera decisão: o parceiro respondeu a todos.
          </EmptyState>
        }
      />
    </>
  )
}

type Decision = 'ask' | 'credit' | 'fail'

/** The evidence decides which outcome is possible; the server checks it again. */
const decisionsOf = ({ line, partner_points }: ReconciliationCase): readonly Decision[] => {
  if (!line) return ['ask', 'fail']
  return line.points === partner_points ? ['ask', 'credit'] : ['ask']
}

const decisionTexts = {
  ask: {
    button: 'Perguntar de novo',
    key: 'P',
    title: 'Perguntar de novo ao parceiro',
    lead: 'O resgate volta a ser perguntado agora, e de novo com pausas cada vez maiores. Nada é debitado duas vezes.',
    success: 'O parceiro será perguntado de novo.',
  },
  credit: {
    button: 'Creditar os pontos',
    key: 'C',
    title: 'Creditar os pontos do clube',
    lead: 'O arquivo do parceiro traz o débito. Os pontos entram no saldo do cliente, que é avisado.',
    success: 'Pontos creditados.',
  },
  fail: {
    button: 'Encerrar sem creditar',
    key: 'E',
    title: 'Encerrar sem creditar',
    lead: 'Nenhum ponto é creditado, e o cliente é avisado. Se o débito aparecer num arquivo depois, ele volta à conferência.',
    success: 'Resgate encerrado sem crédito.',
  },
} as const satisfies Record<Decision, Record<'button' | 'key' | 'title' | 'lead' | 'success', string>>

function OpenedCase({ found, onClose }: { found: ReconciliationCase; onClose: () => void }) {
  const [dialog, setDialog] = useState<Decision | null>(null)
  const { run } = useAction()
  const { transaction_id, line, partner_points } = found
  const decisions = decisionsOf(found)
  // With evidence of the debit there is nothing left to ask.
  const mainDecision = decisions.includes('credit') ? 'credit' : 'ask'
  const decide = (decision: Decision, reason: string) => {
    const outcome = { success: decisionTexts[decision].success, refresh: decisionKeys, onSuccess: onClose }
    return decision === 'ask'
      ? run((send) => send(askAgainCall, { body: { transaction_id, reason } }), outcome)
      : run((send) => send(decideCaseCall, { body: { transaction_id, outcome: decision, reason } }), outcome)
  }
  return (
    <OpenedPanel
      title={`Resgate ${found.protocol}`}
      state={{ title: redemptionStateTitles.processing, tone: 'warn' }}
      onClose={onClose}
      actions={decisions.map((decision) =>
        decision === mainDecision ? (
          <DeskButton key={decision} onClick={() => setDialog(decision)}>
            {decisionTexts[decision].button}
          </DeskButton>
        ) : (
          <OutlineButton key={decision} onClick={() => setDialog(decision)}>
            {decisionTexts[decision].button}
          </OutlineButton>
        ),
      )}
    >
      <KeyHints
        hints={[
          ...decisions.map((decision): KeyHint => [
            decisionTexts[decision].key,
            decisionTexts[decision].button.toLowerCase(),
            () => setDialog(decision),
          ]),
          ['B', 'fechar', onClose],
        ]}
      />
      <p>{caseCauses[found.cause]}</p>
      <FactList
        facts={[
          ['Pontos do parceiro', formatPoints(partner_points)],
          ['Pontos do clube', formatPoints(found.club_points)],
          ['Pedido em', formatInstant(found.started_at)],
          ['Tentativas', formatCount(found.attempts)],
        ]}
      />
      {line ? (
        <Notice tone={line.points === partner_points ? 'good' : 'warn'}>
          O arquivo do parceiro traz o débito {line.reference}, de {formatPoints(line.points)}, em{' '}
          {formatInstant(line.occurred_at)}.
          {line.points !== partner_points &&
            ' Os pontos não são os do resgate: pergunte de novo ao parceiro.'}
        </Notice>
      ) : (
        <Notice>Nenhum arquivo do parceiro traz um débito deste resgate.</Notice>
      )}
      {decisions.map((decision) => (
        <ReasonDialog
          key={decision}
          open={dialog === decision}
          onClose={() => setDialog(null)}
          title={decisionTexts[decision].title}
          lead={<p>{decisionTexts[decision].lead}</p>}
          label="Motivo"
          button={decisionTexts[decision].button}
          variant={decision === 'fail' ? 'danger' : 'primary'}
          multiline
          rule={reasonError}
          onReason={(reason: string) => decide(decision, reason)}
        />
      ))}
    </OpenedPanel>
  )
}
