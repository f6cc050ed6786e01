import { Button } from '../../../../kit/button/button.tsx'
import { Drawing } from '../../../../kit/feedback/drawing.tsx'
import { StepActions } from '../../../../kit/page/sign-in-layout.tsx'
import css from './recovery.module.css'

/** Final screen (spec §2): a success icon and the club's confirmation text. */
export function PasswordChanged({ text, onContinue }: { text: string; onContinue: () => void }) {
  return (
    <div className={css.page}>
      <Drawing name="success" />
      <p role="status">{text}</p>
      <StepActions>
        <Button onClick={onContinue}>Entrar no clube</Button>
      </StepActions>
    </div>
  )
}
