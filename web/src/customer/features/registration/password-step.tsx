import { passwordMaxLength, passwordMinLength } from '@clube/contract/brazil/password.ts'
import { Button } from '../../../kit/button/button.tsx'
import { PasswordField } from '../../../kit/field/password-field.tsx'
import { StepActions } from '../../../kit/page/sign-in-layout.tsx'
import { passwordRules, type PasswordValues } from './registration-steps.ts'
import { useStepForm, type StepProps } from './use-step-form.ts'

/** The password, twice. `document` is the username for the browser's password manager. */
export function PasswordStep({ document, ...step }: StepProps<PasswordValues> & { document: string }) {
  const form = useStepForm(step, passwordRules)
  return (
    <form {...form.props}>
      <input type="text" name="username" autoComplete="username" value={document} readOnly hidden />
      <PasswordField
        label="Senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        helper={`No mínimo ${passwordMinLength} caracteres.`}
        {...form.field('password')}
      />
      <PasswordField
        label="Confirme a senha"
        autoComplete="new-password"
        maxLength={passwordMaxLength}
        {...form.field('password_confirmation')}
      />
      <StepActions>
        <Button type="submit">Continuar</Button>
        <Button look="quiet" onClick={step.onBack}>
          Voltar
        </Button>
      </StepActions>
    </form>
  )
}
