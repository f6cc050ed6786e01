import { Button } from '../../kit/button/button.tsx'
import { StepActions } from '../../kit/page/sign-in-layout.tsx'
import { formatDate } from '../club-time.ts'
import css from './photo-step.module.css'
import { SelfieSample } from './selfie-sample.tsx'

/** The title of the screen around the instructions. */
export const selfieInstructionsTitle = 'Agora, uma selfie com o documento'

/**
 * Instructions for the selfie: a sample and four tips (spec §2). Goes into `SignInLayout` with
 * `selfieInstructionsTitle`.
 * @param now the instant of the date that the person writes on the paper
 */
export function SelfieInstructions({
  now,
  onConfirm,
  onBack,
}: {
  now: Date
  onConfirm: () => void
  onBack: () => void
}) {
  const date = formatDate(now)
  return (
    <>
      <div className={css.instructions}>
        <SelfieSample date={date} />
        <ul className={css.tips}>
          <li>Fique em um lugar bem iluminado.</li>
          <li>Não use acessórios, como boné ou óculos.</li>
          <li>Segure a frente do documento, bem visível, ao lado do rosto.</li>
          <li>
            Segure um papel com a data de hoje: <b className="figures">{date}</b>.
          </li>
        </ul>
      </div>
      <StepActions>
        <Button onClick={onConfirm}>Continuar</Button>
        <Button variant="quiet" onClick={onBack}>
          Voltar
        </Button>
      </StepActions>
    </>
  )
}
