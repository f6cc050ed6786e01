import { appealReceiptCall } from '@clube/contract/receipts/receipt-calls.ts'
import type { Receipt } from '@clube/contract/receipts/receipt.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { receiptKeys } from '../../../parts/club-data/use-receipts.ts'
import { useAction } from '../../../parts/use-action.ts'

/** Maximum length of the message in the call. */
const messageMaxLength = 500

/** Appeals a rejected receipt with a message in the person's own words. */
export function AppealDialog(props: { receipt: Receipt; open: boolean; onClose: () => void }) {
  const { receipt, open, onClose } = props
  return (
    <Dialog open={open} onClose={onClose} title="Pedir nova análise">
      <AppealForm purchase_id={receipt.purchase_id} onDone={onClose} />
    </Dialog>
  )
}

function AppealForm({ purchase_id, onDone }: { purchase_id: string; onDone: () => void }) {
  const { run } = useAction()
  const form = useForm({
    initial: { message: '' },
    rules: {
      message: (message) => {
        const parsed = appealReceiptCall.body.shape.message.safeParse(message)
        return parsed.success ? undefined : parsed.error.issues[0]?.message
      },
    },
    onSubmit: async ({ message }): Promise<void> => {
      await run((send) => send(appealReceiptCall, { body: { purchase_id, message } }), {
        form,
        success: () => ({ message: 'Pedido enviado. Vamos analisar a nota de novo.' }),
        onSuccess: onDone,
        refresh: receiptKeys,
      })
    },
  })
  return (
    <form {...form.props}>
      <TextField
        label="O que aconteceu?"
        multiline
        maxLength={messageMaxLength}
        helper="Você pode pedir uma vez por nota."
        {...form.field('message')}
      />
      <Button type="submit" pending={form.pending}>
        Enviar pedido
      </Button>
    </form>
  )
}
