import { Button } from '../../../../kit/button/button.tsx'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'

/** The buttons of a form step. */
export function SupportActions({ onBack }: { onBack: () => void }) {
  return (
    <StepActions>
      <Button type="submit">Continuar</Button>
      <Button look="quiet" onClick={onBack}>
        Voltar
      </Button>
    </StepActions>
  )
}
