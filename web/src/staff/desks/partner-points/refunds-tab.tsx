import {
  confirmRefundCall,
  refundStateTitles,
  resumeRefundCall,
  withdrawRefundCall,
  type PartnerRefund,
} from '@clube/contract/partner-points/desk-calls.ts'
import { formatPoints } from '@clube/contract/kernel/count-formats.ts'
import { useState } from 'react'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton, OutlineButton } from '../../parts/buttons.tsx'
import { KeyHints } from '../../parts/desk-page.tsx'
import { FactList, StateChip, type Fact } from '../../parts/fact-list.tsx'
import { formatInstant } from '../../parts/instant.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useFocusOnClose } from '../../parts/use-focus-on-close.ts'
import { OpenedPanel } from './opened-panel.tsx'
import { decisionKeys, useRefunds } from './partner-desk-data.ts'
import { formatActor, formatCount, reasonError, refundTones } from './partner-desk-labels.ts'

const columns: readonly Column<PartnerRefund>[] = [
  { title: 'Resgate', narrow: true, cell: ({ protocol }) => protocol },
  {
    title: 'Situação',
    narrow: true,
    cell: ({ state }) => <StateChip title={refundStateTitles[state]} tone={refundTones[state]} />,
  },
  { title: 'Pontos do parceiro', narrow: true, cell: ({ partner_points }) => formatCount(partner_points) },
  { title: 'Pontos do clube', narrow: true, cell: ({ club_points }) => formatCount(club_points) },
  { title: 'Proposta em', narrow: true, cell: ({ proposed_at }) => formatInstant(proposed_at) },
  { title: 'Proposta por', cell: ({ proposed_by }) => proposed_by ?? 'Pessoa removida' },
]

/** Refunds: proposed by one person, confirmed by another. */
export function RefundsTab({ partner }: { partner: string }) {
  const list = useRefunds(partner)
  const [opened, setOpened] = useState<string | null>(null)
  const refunds = list.data ?? []
  const refund = refunds.find(({ refund_id }) => refund_id === opened)
  useFocusOnClose(
    refund ? opened : null,
    refunds.map(({ refund_id }) => refund_id),
  )
  return (
    <>
      <KeyHints isList hints={[]} />
      {refund && (
        <OpenedRefund
          // A decision changes the actions, and so the panel is read again.
          key={`${refund.refund_id} ${refund.state}`}
          refund={refund}
          onClose={() => setOpened(null)}
        />
      )}
      <QueryTable
        query={list}
        label="Devoluções: primeiro as que esperam uma pessoa"
        columns={columns}
        keyOf={({ refund_id }) => refund_id}
        onOpen={({ refund_id }) => setOpened(refund_id)}
        empty={
          <EmptyState illustration="success">
            Nenhuma devolução. Proponha uma a partir de um lançamento da conferência.
          </EmptyState>
        }
      />
    </>
  )
}

function OpenedRefund({ refund, onClose }: { refund: PartnerRefund; onClose: () => void }) {
  const { pending, run } = useAction()
  const withdrawal = useDialog()
  const { refund_id, state, is_own, partner_points, club_points } = refund
  const isProposed = state === 'proposed'
  const confirm = () =>
    run((send) => send(confirmRefundCall, { body: { refund_id } }), {
      success: 'Devolução confirmada. O parceiro foi avisado para devolver os pontos.',
      refresh: decisionKeys,
    })
  const withdraw = (reason: string) =>
    run((send) => send(withdrawRefundCall, { body: { refund_id, reason } }), {
      success: 'Proposta retirada.',
      refresh: decisionKeys,
      onSuccess: withdrawal.close,
    })
  const resume = () =>
    run((send) => send(resumeRefundCall, { body: { refund_id } }), {
      success: 'A devolução será pedida de novo.',
      refresh: decisionKeys,
    })
  return (
    <OpenedPanel
      title={`Devolução do resgate ${refund.protocol}`}
      state={{ title: refundStateTitles[state], tone: refundTones[state] }}
      onClose={onClose}
      actions={
        <>
          {isProposed && !is_own && (
            <ConfirmButton
              variant="primary"
              question="Sim, confirmar"
              consequence={
                <p>
                  {club_points > 0
                    ? `${formatPoints(club_points)} do clube saem do saldo do cliente, mesmo que ele fique devendo, e o `
                    : 'O '}
                  parceiro devolve {formatPoints(partner_points)}. Não há como desfazer.
                </p>
              }
              pending={pending}
              onConfirm={confirm}
            >
              Confirmar devolução
            </ConfirmButton>
          )}
          {isProposed && <OutlineButton onClick={withdrawal.open}>Retirar proposta</OutlineButton>}
          {state === 'desk' && (
            <ConfirmButton
              variant="primary"
              question="Sim, pedir de novo"
              consequence={<p>O parceiro é perguntado pela mesma devolução: nada é devolvido duas vezes.</p>}
              pending={pending}
              onConfirm={resume}
            >
              Pedir de novo
            </ConfirmButton>
          )}
        </>
      }
    >
      <KeyHints hints={[['B', 'fechar', onClose]]} />
      {isProposed && is_own && (
        <p className="soft">Você propôs esta devolução: quem confirma é outra pessoa.</p>
      )}
      <FactList facts={factsOf(refund)} />
      <ReasonDialog
        {...withdrawal.props}
        title="Retirar a proposta"
        label="Motivo"
        button="Retirar proposta"
        variant="danger"
        rule={reasonError}
        onReason={withdraw}
      />
    </OpenedPanel>
  )
}

const factsOf = (refund: PartnerRefund): Fact[] => {
  const { confirmed_at, finished_at } = refund
  return [
    ['Pontos do parceiro', formatPoints(refund.partner_points)],
    [
      'Pontos do clube',
      refund.club_points === 0 ? 'Nenhum foi creditado' : `${formatPoints(refund.club_points)} a retirar`,
    ],
    ['Motivo', refund.reason],
    ['Proposta por', formatActor(refund.proposed_by, refund.proposed_at)],
    ...(confirmed_at === null
      ? []
      : [['Confirmada por', formatActor(refund.confirmed_by, confirmed_at)] as const]),
    ...(finished_at === null ? [] : [['Terminada em', formatInstant(finished_at)] as const]),
  ]
}
