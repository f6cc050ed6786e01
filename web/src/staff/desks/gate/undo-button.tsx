import { listOwnAdmissionsCall, undoAdmissionCall } from '@clube/contract/event-tickets/gate-calls.ts'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import { Loaded } from '../../../parts/club-data/loaded.tsx'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { useAction } from '../../../parts/use-action.ts'
import { useCallQuery } from '../../../parts/use-call-query.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import { formatGatePlace, ticketText } from './gate-labels.ts'
import css from './gate.module.css'
import type { Gate } from './gate.ts'
import { showUndone, undoError, type Admission } from './undo-at-gate.ts'

type UndoButtonProps = { gate: Gate; admission: Admission; label: string; onDone: () => void }

/** Undoes a mistaken admission, after a confirmation; otherwise shows why this is not possible now. */
export function UndoButton({ gate, admission, label, onDone }: UndoButtonProps) {
  const dialog = useDialog()
  const { pending, run } = useAction()
  const { session_id } = gate.deps.post.session
  const { client_scan_id, participant_name, scanned_at } = admission
  const error = undoError(gate.useState(), admission)
  const undo = async () => {
    await run((send) => send(undoAdmissionCall, { body: { session_id, client_scan_id } }), {
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
      {error === null ? (
        <OutlineButton onClick={dialog.open}>{label}</OutlineButton>
      ) : (
        <p className="soft small">{error}</p>
      )}
      <ConfirmDialog
        {...dialog.props}
        title="Desfazer esta entrada?"
        confirm="Desfazer a entrada"
        pending={pending}
        onConfirm={undo}
      >
        <p>
          A entrada de {participant_name ?? 'quem apresentou este ingresso'}, às {formatTime(scanned_at)},
          deixa de contar e o ingresso volta a valer. Só desfaça se a pessoa não entrou.
        </p>
      </ConfirmDialog>
    </>
  )
}

type OwnAdmissionsProps = { gate: Gate; onDone: () => void }

/** The steward's last admissions, for a mistake that is noticed after the next scan or after a reload. */
export function OwnAdmissions({ gate, onDone }: OwnAdmissionsProps) {
  const dialog = useDialog()
  const { isConnected } = gate.useState()
  return (
    <>
      {isConnected ? (
        <OutlineButton onClick={dialog.open}>Minhas últimas entradas</OutlineButton>
      ) : (
        <p className="soft small">Suas últimas entradas aparecem aqui quando a conexão voltar.</p>
      )}
      <Dialog {...dialog.props} title="Minhas últimas entradas">
        <AdmissionList
          gate={gate}
          onDone={() => {
            dialog.close()
            onDone()
          }}
        />
      </Dialog>
    </>
  )
}

/** Loaded whenever it is opened. */
function AdmissionList({ gate, onDone }: OwnAdmissionsProps) {
  const { session_id } = gate.deps.post.session
  const list = useCallQuery(
    ['gate', 'own-admissions', session_id],
    (send, signal) => send(listOwnAdmissionsCall, { params: { session_id }, signal }),
    { refetchOnMount: 'always' },
  )
  return (
    <Loaded query={list}>
      {(admissions) =>
        admissions.length === 0 ? (
          <EmptyState illustration="ticket">Nenhuma entrada sua nos últimos 10 minutos.</EmptyState>
        ) : (
          <ul className={`stack ${css.others}`}>
            {admissions.map((admission) => (
              <li key={admission.client_scan_id} className="row spread">
                <span>
                  {ticketText(admission)}, {formatGatePlace(admission.gate)} às{' '}
                  {formatTime(admission.scanned_at)}
                </span>
                <UndoButton gate={gate} admission={admission} label="Desfazer" onDone={onDone} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
