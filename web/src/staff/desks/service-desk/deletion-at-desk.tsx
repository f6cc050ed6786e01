import { useState } from 'react'
import { deskGiveUpDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { deletionDays } from '@clube/contract/privacy/deletion.ts'
import type { DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DeletionRequestForm } from './deletion-request-form.tsx'

type DeletionAtDeskProps = { customer: DeskCustomer; onDone: () => void }

/** Requests or cancels the deletion of the account of a person who came with a document. */
export function DeletionAtDesk({ customer, onDone }: DeletionAtDeskProps) {
  const { pending, run } = useAction()
  const [asking, setAsking] = useState(false)
  const { customer_id, account_status } = customer
  const giveUp = () =>
    run((send) => send(deskGiveUpDeletionCall, { body: { customer_id } }), {
      success: 'Pedido de exclusão cancelado.',
      onSuccess: onDone,
    })
  if (account_status === 'blocked') return null
  return (
    <section className="panel" aria-labelledby="deletion">
      <h2 id="deletion">Exclusão da conta</h2>
      {account_status === 'deletion_pending' ? (
        <ConfirmButton question="Confirmar: cancelar o pedido" pending={pending} onConfirm={giveUp}>
          Cancelar o pedido de exclusão
        </ConfirmButton>
      ) : (
        <>
          <p className="soft small">
            A conta fica suspensa por {deletionDays} dias e depois é apagada. A pessoa pode desistir até lá.
          </p>
          <div>
            <Button compact look="outline" onClick={() => setAsking(true)}>
              Pedir exclusão
            </Button>
          </div>
          <Dialog
            open={asking}
            onClose={() => setAsking(false)}
            title="Pedir a exclusão da conta"
            wide
            fieldFirst
          >
            <DeletionRequestForm customer_id={customer_id} onDone={onDone} />
          </Dialog>
        </>
      )}
    </section>
  )
}
