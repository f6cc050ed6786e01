import { reverseReceiptCall } from '@clube/contract/receipts/receipt-staff-calls.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { FirstFocus } from '../../parts/first-focus.tsx'

type ReverseDialogProps = {
  open: boolean
  onClose: () => void
  onReverse: (reason: string) => Promise<void>
}

/** Takes an approved receipt back with its points, for a reason in own words. */
export function ReverseDialog({ open, onClose, onReverse }: ReverseDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Estornar a nota" wide>
      <p>Os pontos da nota voltam para o clube. O que já foi usado vira débito.</p>
      <FirstFocus>
        <ReverseForm onReverse={onReverse} />
      </FirstFocus>
    </Dialog>
  )
}

function ReverseForm({ onReverse }: Pick<ReverseDialogProps, 'onReverse'>) {
  const form = useForm({
    initial: { reason: '' },
    rules: {
      reason: (reason) => {
        const parsed = reverseReceiptCall.body.shape.reason.safeParse(reason)
        return parsed.success ? undefined : parsed.error.issues[0]?.message
      },
    },
    onSubmit: ({ reason }) => onReverse(reason),
  })
  return (
    <form {...form.props}>
      <TextField
        label="O cliente vai ler este motivo"
        autoComplete="off"
        maxLength={300}
        {...form.field('reason')}
      />
      <Button type="submit" compact look="danger" pending={form.pending}>
        Estornar
      </Button>
    </form>
  )
}
