import { useState } from 'react'
import { deskGiveUpDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import { deletionDays } from '@clube/contract/privacy/deletion.ts'
import type { DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { trackPending } from '../../../kit/overlay/pending-count.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { showToast } from '../../../kit/toast/toast-store.ts'
import { showFailure } from '../../../platform/api/show-failure.ts'
import { useSend } from '../../../platform/app/app-context.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FirstFocus } from '../../parts/first-focus.tsx'
import { DeletionRequestForm } from './deletion-request-form.tsx'
import css from './service-desk.module.css'

type DeletionAtDeskProps = { customer: DeskCustomer; onDone: () => void }

/** The end of an account for who came with a document: asked for, or taken back. */
export function DeletionAtDesk({ customer, onDone }: DeletionAtDeskProps) {
  const send = useSend()
  const [asking, setAsking] = useState(false)
  const { customer_id, account_status } = customer
  const giveUp = async () => {
    const sent = await trackPending(send(deskGiveUpDeletionCall, { body: { customer_id } }))
    if (!sent.ok) return showFailure(sent.failure, { place: 'endpoint' })
    showToast({ message: 'Pedido de exclusão cancelado.', type: 'success' })
    onDone()
  }
  if (account_status === 'blocked') return null
  return (
    <section className={css.person} aria-labelledby="deletion">
      <h2 id="deletion">Exclusão da conta</h2>
      {account_status === 'deletion_pending' ? (
        <ConfirmButton question="Confirmar: cancelar o pedido" onConfirm={() => void giveUp()}>
          Cancelar o pedido de exclusão
        </ConfirmButton>
      ) : (
        <>
          <p className={css.soft}>
            A conta fica suspensa por {deletionDays} dias e depois é apagada. A pessoa pode desistir até lá.
          </p>
          <div>
            <Button compact look="outline" onClick={() => setAsking(true)}>
              Pedir exclusão
            </Button>
          </div>
          <Dialog open={asking} onClose={() => setAsking(false)} title="Pedir a exclusão da conta" wide>
            <FirstFocus>
              <DeletionRequestForm customer_id={customer_id} onDone={onDone} />
            </FirstFocus>
          </Dialog>
        </>
      )}
    </section>
  )
}
