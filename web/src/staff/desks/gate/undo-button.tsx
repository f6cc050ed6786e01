import { undoAdmissionCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { useDialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { formatTime } from '../../../parts/club-time.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import type { Gate } from './gate.ts'
import { showUndone, undoError } from './undo-at-gate.ts'
import type { DisplayedScan } from './verdict.ts'

type UndoButtonProps = { gate: Gate; admission: DisplayedScan; onDone: () => void }

/** Undoes an admission by mistake, after a confirmation. */
export function UndoButton({ gate, admission, onDone }: UndoButtonProps) {
  const dialog = useDialog()
  const { pending, run } = useAction()
  const { session_id } = gate.deps.post.session
  const warnUnlessPossible = (): boolean => {
    const error = undoError(gate, admission)
    if (error !== null) showToast({ message: error, type: 'warning' })
    return error === null
  }
  const undo = async () => {
    if (warnUnlessPossible())
      await run((send) => send(undoAdmissionCall, { body: { session_id, client_scan_id: admission.id } }), {
        onSuccess: async () => {
          await showUndone(gate, admission)
          onDone()
        },
        place: 'endpoint',
      })
    dialog.close()
  }
  return (
    <>
      <OutlineButton onClick={() => warnUnlessPossible() && dialog.open()}>
        Desfazer esta entrada
      </OutlineButton>
      <ConfirmDialog
        {...dialog.props}
        title="Desfazer esta entrada?"
        confirm="Desfazer a entrada"
        pending={pending}
        onConfirm={undo}
      >
        <p>
          A entrada de {personOf(admission)}, às {formatTime(admission.scanned_at)}, deixa de contar e o
          ingresso volta a valer. Só desfaça se a pessoa não entrou.
        </p>
      </ConfirmDialog>
    </>
  )
}

const personOf = ({ outcome }: DisplayedScan): string =>
  ('response' in outcome && outcome.response.participant_name) || 'quem apresentou este ingresso'
