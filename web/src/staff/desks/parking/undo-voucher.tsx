import {
  undoParkingVoucherCall,
  type DeskParkingVoucher,
} from '@clube/contract/parking-voucher/desk-calls.ts'
import { useRef } from 'react'
import { newId } from '../../../parts/new-id.ts'
import { useAction } from '../../../parts/use-action.ts'
import { isResponse } from '../../../platform/api/failure.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { voucherKeys } from './parking-desk-data.ts'
import { reasonError, ticketText } from './parking-labels.ts'

type UndoDialogProps = {
  voucher: DeskParkingVoucher
  open: boolean
  onClose: () => void
  onUndone?: (voucher: DeskParkingVoucher) => void
}

/** Undoes an applied voucher, with a reason. */
export function UndoDialog({ voucher, open, onClose, onUndone }: UndoDialogProps) {
  const { run } = useAction()
  // A retry after a lost response is the same request.
  const undo_id = useRef(newId())
  const { voucher_id, ticket_number } = voucher
  const undo = (reason: string) =>
    run((send) => send(undoParkingVoucherCall, { body: { undo_id: undo_id.current, voucher_id, reason } }), {
      success: ({ data }) =>
        data.voucher.state === 'undone'
          ? 'Vale desfeito. O que a pessoa usou voltou para ela.'
          : { message: 'Pedido enviado. O estacionamento ainda não confirmou.', type: 'info' },
      onSuccess: ({ voucher: undone }) => {
        onClose()
        onUndone?.(undone)
      },
      onFailure: (failure) => {
        // After a refusal the next request is a new one.
        if (isResponse(failure)) undo_id.current = newId()
        return false
      },
      refresh: voucherKeys,
      place: 'endpoint',
    })
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`Desfazer o vale do ticket ${ticketText(ticket_number)}?`}
      lead={
        <p>
          O estacionamento retira o desconto, e as notas ou os pontos voltam para a pessoa. Só funciona
          enquanto o carro está no estacionamento.
        </p>
      }
      label="Motivo"
      helper="Fica registrado com o seu nome."
      button="Desfazer o vale"
      variant="danger"
      draft={`parking-undo/${voucher_id}`}
      rule={reasonError}
      onReason={undo}
    />
  )
}
