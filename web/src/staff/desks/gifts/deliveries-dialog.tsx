import {
  listDeliveriesCall,
  readSignatureCall,
  undoDeliveryCall,
  type DeskVoucher,
  type GiftDelivery,
} from '@clube/contract/free-gifts/desk-calls.ts'
import { giftName } from '@clube/contract/free-gifts/settings.ts'
import type { Signature } from '@clube/contract/campaigns/signature.ts'
import { useState } from 'react'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import type { Column } from '../../../kit/table/data-table.tsx'
import { formatTime } from '../../../parts/club-time.ts'
import { usePages } from '../../../parts/pages.tsx'
import { QueryTable } from '../../../parts/query-table.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { OutlineButton } from '../../parts/buttons.tsx'
import css from '../../parts/delivery/delivery.module.css'
import { SignatureView } from '../../parts/delivery/signature-pad.tsx'
import { useUndoMinutes } from '../../parts/delivery/undo-time.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { useHasPermission } from '../../parts/staff-session.ts'
import type { GiftPost } from './gift-post.ts'
import { giftDeskKey } from './use-delivery.ts'

type UndoneHandler = (voucher: DeskVoucher) => void

type DeliveriesDialogProps = {
  open: boolean
  onClose: () => void
  post: GiftPost
  onUndone: UndoneHandler
}

/** Today's deliveries of a pickup point; supervisors can undo them and look at signatures. */
export const DeliveriesDialog = ({ open, onClose, ...props }: DeliveriesDialogProps) => (
  <Dialog open={open} onClose={onClose} title="Entregas de hoje" wide>
    <Deliveries {...props} />
  </Dialog>
)

/** Reading the list is audited: it is read when opened and after an undo. */
function Deliveries({
  post: { campaign, point },
  onUndone,
}: Pick<DeliveriesDialogProps, 'post' | 'onUndone'>) {
  const { campaign_id } = campaign
  const { pickup_point_id } = point
  const canSupervise = useHasPermission('gifts.supervise')
  const list = usePages<GiftDelivery>({
    queryKey: [...giftDeskKey, 'deliveries', campaign_id, pickup_point_id],
    read: (send, { cursor, signal }) =>
      send(listDeliveriesCall, { query: { campaign_id, pickup_point_id, cursor }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  })
  const columns: readonly Column<GiftDelivery>[] = [
    { title: 'Hora', narrow: true, cell: ({ delivered_at }) => formatTime(delivered_at) },
    { title: 'Brinde', cell: ({ gift }) => giftName(gift) },
    {
      title: 'Pessoa',
      cell: ({ customer_name, document_end, code_end }) => (
        <span className="titled">
          <span>{customer_name ?? 'Conta excluída'}</span>
          <span className="soft small">
            documento com final {document_end}, código com final {code_end}
          </span>
        </span>
      ),
    },
    { title: 'Quem entregou', narrow: true, cell: ({ delivered_by }) => delivered_by ?? '–' },
    {
      title: canSupervise ? 'Supervisão' : 'Situação',
      cell: (delivery) => (
        <DeliveryActions delivery={delivery} canSupervise={canSupervise} onUndone={onUndone} />
      ),
    },
  ]
  return (
    <QueryTable
      query={list}
      label="Entregas de hoje, da última à primeira"
      columns={columns}
      keyOf={({ delivery_id }) => delivery_id}
      empty="Nenhum brinde foi entregue aqui hoje."
    />
  )
}

type DeliveryActionsProps = { delivery: GiftDelivery; canSupervise: boolean; onUndone: UndoneHandler }

function DeliveryActions({ delivery, canSupervise, onUndone }: DeliveryActionsProps) {
  const { undone, has_signature } = delivery
  if (undone)
    return (
      <>
        Desfeita às {formatTime(undone.at)}
        {undone.by !== null && ` por ${undone.by}`}: {undone.reason}
      </>
    )
  if (!canSupervise) return 'Entregue'
  return (
    <div className={`row ${css.actions}`}>
      <UndoButton delivery={delivery} onUndone={onUndone} />
      {has_signature && <SignatureButton delivery_id={delivery.delivery_id} />}
    </div>
  )
}

/** The parts of a delivery that its undo needs. */
type UndoableDelivery = { [Key in 'voucher_id' | 'delivered_at']: string } & {
  client_delivery_id: string
  can_undo: boolean
}

/** Undoes a delivery with a reason, while this is possible; shows the remaining time. */
export function UndoButton({ delivery, onUndone }: { delivery: UndoableDelivery; onUndone: UndoneHandler }) {
  const { voucher_id, client_delivery_id, delivered_at, can_undo } = delivery
  const dialog = useDialog()
  const { run } = useAction()
  const minutes = useUndoMinutes(delivered_at)
  if (!can_undo || minutes === 0) return <span className="soft small">O prazo para desfazer terminou.</span>
  const undo = (reason: string) =>
    run((send) => send(undoDeliveryCall, { body: { voucher_id, client_delivery_id, reason } }), {
      success: 'Entrega desfeita.',
      onSuccess: ({ voucher }) => {
        dialog.close()
        onUndone(voucher)
      },
      refresh: [giftDeskKey],
      place: 'endpoint',
    })
  return (
    <>
      <OutlineButton onClick={dialog.open}>{`Desfazer (${minutes} min)`}</OutlineButton>
      <ReasonDialog
        {...dialog.props}
        title="Desfazer esta entrega?"
        lead={<p>O vale-brinde volta a valer e o brinde volta à reserva. Confira se o brinde está aqui.</p>}
        label="Motivo"
        helper="Fica registrado com o seu nome."
        button="Desfazer a entrega"
        variant="danger"
        draft={`gift-undo/${client_delivery_id}`}
        onReason={undo}
      />
    </>
  )
}

/** Opens a signature, which is audited. */
function SignatureButton({ delivery_id }: { delivery_id: string }) {
  const [signature, setSignature] = useState<Signature | null>(null)
  const { pending, run } = useAction()
  const open = () =>
    run((send) => send(readSignatureCall, { body: { delivery_id } }), {
      onSuccess: (data) => setSignature(data.signature),
      place: 'endpoint',
    })
  return (
    <>
      <OutlineButton pending={pending} onClick={open}>
        Ver assinatura
      </OutlineButton>
      <Dialog open={signature !== null} onClose={() => setSignature(null)} title="Assinatura">
        {signature && <SignatureView signature={signature} />}
      </Dialog>
    </>
  )
}
