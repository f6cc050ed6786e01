import { Button, QuietButton } from '../../../kit/button/button.tsx'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'

type FormActionsProps = {
  submit: string
  pending?: boolean | undefined
  /** Label of the second button. */
  leave?: string
  onLeave: () => void
}

/** The buttons of a step with a form: submit and leave. */
export function FormActions({ submit, pending, leave = 'Cancelar', onLeave }: FormActionsProps) {
  return (
    <StepActions>
      <Button type="submit" pending={pending}>
        {submit}
      </Button>
      <QuietButton onClick={() => onLeave()}>{leave}</QuietButton>
    </StepActions>
  )
}
