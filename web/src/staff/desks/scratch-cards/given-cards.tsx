import { undoScratchGiftCall, type GivenCards } from '@clube/contract/scratch-card/gift-calls.ts'
import { formatUses, promotionKindProperties } from '@clube/contract/kernel/promotion-kinds.ts'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { DataTable, type Column } from '../../../kit/table/data-table.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { useAction } from '../../../parts/use-action.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { scratchKey } from './campaign-list.tsx'

export const cardsText = (count: number): string =>
  formatUses(promotionKindProperties.scratch_card.unit, count)

/** Called after cards have been taken back. */
type UndoneHandler = () => void

/** Cards given to a person today; those that were not drawn can be taken back with a reason. */
export function GivenCardsToday({
  gifts,
  onUndone,
}: {
  gifts: readonly GivenCards[]
  onUndone: UndoneHandler
}) {
  const columns: readonly Column<GivenCards>[] = [
    { title: 'Hora', narrow: true, cell: ({ given_at }) => formatTime(given_at) },
    { title: 'Dadas', cell: ({ cards }) => cardsText(cards) },
    { title: 'Quem deu', cell: ({ given_by }) => given_by ?? '–' },
    { title: 'Situação', cell: (gift) => <GiftStatus gift={gift} onUndone={onUndone} /> },
  ]
  return (
    <div className="tight">
      <h2>Dadas hoje</h2>
      <DataTable
        label="Raspadinhas dadas hoje a esta pessoa"
        columns={columns}
        rows={gifts}
        keyOf={({ gift_id }) => gift_id}
      />
    </div>
  )
}

function GiftStatus({ gift, onUndone }: { gift: GivenCards; onUndone: UndoneHandler }) {
  const { cards, waiting, taken_back } = gift
  if (waiting > 0) return <UndoButton gift={gift} onUndone={onUndone} />
  if (taken_back === cards) return 'Desfeitas'
  return taken_back > 0 ? `Usadas, menos ${taken_back}` : 'Usadas'
}

function UndoButton({ gift: { gift_id, waiting }, onUndone }: { gift: GivenCards; onUndone: UndoneHandler }) {
  const dialog = useDialog()
  const { run } = useAction()
  const undo = (reason: string) =>
    run((send) => send(undoScratchGiftCall, { body: { gift_id, reason } }), {
      success: 'Raspadinhas desfeitas.',
      onSuccess: () => {
        dialog.close()
        onUndone()
      },
      refresh: [scratchKey],
      place: 'endpoint',
    })
  return (
    <>
      <OutlineButton onClick={dialog.open}>Desfazer</OutlineButton>
      <ReasonDialog
        {...dialog.props}
        title={`Desfazer ${cardsText(waiting)}?`}
        lead={<p>Saem de Minhas raspadinhas e não podem mais ser usadas. As que já foram usadas ficam.</p>}
        label="Motivo"
        helper="Fica registrado com o seu nome."
        button="Desfazer"
        variant="danger"
        draft={`scratch-gift-undo/${gift_id}`}
        onReason={undo}
      />
    </>
  )
}
