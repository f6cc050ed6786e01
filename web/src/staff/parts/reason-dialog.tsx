import { requiredRadioMessage } from '@clube/contract/brazil/field-messages.ts'
import { Button } from '../../kit/button/button.tsx'
import { RadioGroup } from '../../kit/field/radio-group.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { Dialog } from '../../kit/surface/dialog.tsx'
import { FirstFocus } from './first-focus.tsx'

type ReasonDialogProps<Reason extends string> = {
  open: boolean
  title: string
  label: string
  button: string
  /** Each reason with the sentence that the person gets. */
  reasons: Readonly<Record<Reason, string>>
  onClose: () => void
  onChoose: (reason: Reason) => Promise<void>
}

/** A decision that needs one of the club's reasons. */
export function ReasonDialog<Reason extends string>(props: ReasonDialogProps<Reason>) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} wide>
      <FirstFocus>
        <ReasonForm {...props} />
      </FirstFocus>
    </Dialog>
  )
}

function ReasonForm<Reason extends string>({ label, button, reasons, onChoose }: ReasonDialogProps<Reason>) {
  const known = Object.keys(reasons) as Reason[]
  const form = useForm<{ reason: string }>({
    initial: { reason: '' },
    rules: { reason: (reason) => (reason === '' ? requiredRadioMessage : undefined) },
    onSubmit: async ({ reason }): Promise<void> => {
      const chosen = known.find((each) => each === reason)
      if (chosen) await onChoose(chosen)
    },
  })
  return (
    <form {...form.props}>
      <RadioGroup
        label={label}
        options={known.map((reason) => ({ value: reason, label: reasons[reason] }))}
        {...form.field('reason')}
      />
      <Button type="submit" compact pending={form.pending}>
        {button}
      </Button>
    </form>
  )
}
