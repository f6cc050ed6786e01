import { Button } from '../../../kit/button/button.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { useClub } from '../../../platform/app/app-context.tsx'
import type { StepProps } from './step-props.ts'
import css from './sign-in.module.css'

/** Spec §2: what the local support says. */
export const localSupportMessage = 'Por favor dirija-se ao balcão para recuperar a sua senha!'

/** The way back to a lost password that this club offers: its service desk. */
export function ForgotPasswordStep({ flow }: StepProps) {
  const { text, phone } = useClub().service_desk
  return (
    <div className={css.page}>
      <Notice>{localSupportMessage}</Notice>
      <p>{text}</p>
      {phone !== null && (
        <p>
          Telefone: <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
        </p>
      )}
      <StepActions>
        <Button onClick={() => flow.dispatch({ type: 'RESET' })}>Voltar ao início</Button>
      </StepActions>
    </div>
  )
}
