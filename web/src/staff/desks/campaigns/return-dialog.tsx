import { requiredTextMessage } from '@clube/contract/brazil/field-messages.ts'
import { Button } from '../../../kit/button/button.tsx'
import { TextField } from '../../../kit/field/text-field.tsx'
import { useForm } from '../../../kit/form/use-form.ts'
import { Dialog } from '../../../kit/surface/dialog.tsx'
import { FirstFocus } from '../../parts/first-focus.tsx'
import css from './campaigns.module.css'

type ReturnDialogProps = { open: boolean; onClose: () => void; onReturn: (reason: string) => Promise<void> }

/** Why a campaign goes back to its writers. */
export function ReturnDialog(props: ReturnDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Devolver a promoção" wide>
      <FirstFocus>
        <ReturnForm {...props} />
      </FirstFocus>
    </Dialog>
  )
}

function ReturnForm({ onReturn }: ReturnDialogProps) {
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    rules: { reason: (reason) => (reason.trim() === '' ? requiredTextMessage : undefined) },
    onSubmit: ({ reason }) => onReturn(reason.trim()),
  })
  return (
    <form {...form.props} className={css.stack}>
      <TextField
        label="O que precisa mudar?"
        multiline
        maxLength={300}
        helper="Quem escreveu a promoção vai ler esta frase."
        {...form.field('reason')}
      />
      <Button type="submit" compact pending={form.pending}>
        Devolver para quem escreveu
      </Button>
    </form>
  )
}
