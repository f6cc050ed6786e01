import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { deskCancelDeletionCall, deskRequestDeletionCall } from '@clube/contract/privacy/deletion-calls.ts'
import {
  deletionChecklist,
  deletionDays,
  deskDeletionReasons,
  type DeskDeletionReason,
} from '@clube/contract/privacy/deletion.ts'
import type { DeskCustomer } from '@clube/contract/recovery/desk-calls.ts'
import { RadioGroup } from '../../../kit/field/radio-group.tsx'
import { Dialog, useDialog } from '../../../kit/surface/dialog.tsx'
import { useActionForm } from '../../../parts/use-action-form.ts'
import { useAction } from '../../../parts/use-action.ts'
import { ConfirmButton, OutlineButton, SubmitButton } from '../../parts/buttons.tsx'
import { Checklist, useChecklist } from '../../parts/checklist.tsx'
import { formatInstant } from '../../parts/instant.ts'

type DeletionAtDeskProps = { customer: DeskCustomer; onDone: () => void }

/** Requests or cancels the deletion of the account of a person at the desk. */
export function DeletionAtDesk({ customer, onDone }: DeletionAtDeskProps) {
  const { pending, run } = useAction()
  const dialog = useDialog()
  const { customer_id, account_status } = customer
  const cancelDeletion = () =>
    run((send) => send(deskCancelDeletionCall, { body: { customer_id } }), {
      success: 'Pedido de exclusão cancelado.',
      onSuccess: onDone,
    })
  if (account_status === 'blocked') return null
  return (
    <section className="panel" aria-labelledby="deletion">
      <h2 id="deletion">Exclusão da conta</h2>
      {account_status === 'deletion_pending' ? (
        <ConfirmButton
          question="Confirmar: cancelar o pedido"
          consequence={<p>A conta volta a funcionar na hora.</p>}
          pending={pending}
          onConfirm={cancelDeletion}
        >
          Cancelar o pedido de exclusão
        </ConfirmButton>
      ) : (
        <>
          <p className="soft small">
            A conta fica suspensa por {deletionDays} dias e depois é apagada. A pessoa pode desistir até lá.
          </p>
          <div>
            <OutlineButton onClick={dialog.open}>Pedir exclusão</OutlineButton>
          </div>
          <Dialog {...dialog.props} title="Pedir a exclusão da conta" wide fieldFirst>
            <RequestForm customer_id={customer_id} onDone={onDone} />
          </Dialog>
        </>
      )}
    </section>
  )
}

const reasons = Object.keys(deskDeletionReasons) as DeskDeletionReason[]

/** What the attendant confirms, and the reason for the request. */
function RequestForm({ customer_id, onDone }: { customer_id: string; onDone: () => void }) {
  const checklist = useChecklist(deletionChecklist)
  const form = useActionForm({
    initial: { reason: '' },
    rules: { reason: (reason) => (reason === '' ? requiredRadioMessage : undefined) },
    request: (send, values) => {
      const reason = reasons.find((each) => each === values.reason)
      const answers = checklist.confirm('Só é possível registrar o pedido quando todos os itens conferem.')
      if (!answers || !reason) return null
      return send(deskRequestDeletionCall, { body: { customer_id, checklist: answers, reason } })
    },
    success: ({ data }) =>
      `Pedido de exclusão registrado. Os dados serão apagados em ${formatInstant(data.deletes_at)}.`,
    onSuccess: onDone,
  })
  return (
    <form {...form.props}>
      <Checklist legend="Confira com a pessoa à sua frente" {...checklist.props} />
      <RadioGroup
        label="Motivo"
        options={reasons.map((reason) => ({ value: reason, label: deskDeletionReasons[reason] }))}
        {...form.field('reason')}
      />
      <SubmitButton form={form} variant="danger">
        Registrar pedido
      </SubmitButton>
    </form>
  )
}
