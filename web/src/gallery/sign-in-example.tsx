import { documentMask, parseDocument, type DocumentRules } from '@clube/contract/brazil/document.ts'
import { useState } from 'react'
import { Button } from '../kit/button/button.tsx'
import { Checkbox } from '../kit/field/checkbox.tsx'
import { MaskedField } from '../kit/field/masked-field.tsx'
import { PasswordField } from '../kit/field/password-field.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { ClubMark } from '../kit/page/club-mark.tsx'
import { SignInLayout, StepActions } from '../kit/page/sign-in-layout.tsx'

const rules: DocumentRules = { allowed: ['cpf', 'cnpj'], cnpj_mode: 'alphanumeric' }
const mask = (text: string) => documentMask(text, rules)

/** The sign-in page's layout with two of its steps, without a server. */
export function SignInExample() {
  const [step, setStep] = useState<'document' | 'password'>('document')
  return (
    <SignInLayout
      brand={
        <>
          <ClubMark /> Clube Jardim
        </>
      }
      greeting="Boas compras valem mais aqui."
      title={step === 'document' ? 'Login' : 'Bem vindo de volta!'}
      direction={step === 'document' ? 'back' : 'forward'}
    >
      {step === 'document' ? (
        <DocumentStep onDone={() => setStep('password')} />
      ) : (
        <PasswordStep onBack={() => setStep('document')} />
      )}
    </SignInLayout>
  )
}

function DocumentStep({ onDone }: { onDone: () => void }) {
  const form = useForm({
    initial: { document_id: '', remember_me: false },
    rules: {
      document_id: (value) => {
        const parsed = parseDocument(value, rules)
        return parsed.ok ? undefined : parsed.message
      },
    },
    onSubmit: onDone,
  })
  return (
    <form {...form.props}>
      <MaskedField label="CPF ou CNPJ" mask={mask} keyboard="switch" {...form.field('document_id')} />
      <Checkbox {...form.check('remember_me')}>Lembrar de mim</Checkbox>
      <StepActions>
        <Button type="submit" pending={form.pending}>
          Continuar
        </Button>
        <Button look="quiet" onClick={() => history.back()}>
          Voltar
        </Button>
      </StepActions>
    </form>
  )
}

function PasswordStep({ onBack }: { onBack: () => void }) {
  const form = useForm({
    initial: { password: '' },
    rules: {
      password: (value) => (value.length < 6 ? 'A senha deve ter no mínimo 6 caracteres' : undefined),
    },
    onSubmit: () => new Promise<void>((resolve) => setTimeout(resolve, 1_500)),
  })
  return (
    <form {...form.props}>
      <PasswordField label="Senha" autoComplete="current-password" autoFocus {...form.field('password')} />
      <a href="#esqueci">Esqueci minha senha</a>
      <StepActions>
        <Button type="submit" pending={form.pending}>
          Entrar
        </Button>
        <Button look="quiet" onClick={onBack}>
          Voltar
        </Button>
      </StepActions>
    </form>
  )
}
