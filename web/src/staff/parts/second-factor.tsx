import { secondFactorDigits, secondFactorFormatMessage } from '@clube/contract/staff/second-factor.ts'
import { CodeField } from '../../kit/field/code-field.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import { CopyButton } from './buttons.tsx'
import css from './parts.module.css'

/** Validation error of an authenticator code. */
export const codeRule = (code: string): string | undefined =>
  code.length === secondFactorDigits ? undefined : secondFactorFormatMessage

type AuthenticatorFieldProps = FieldBinding<string> & {
  helper?: string
  autoFocus?: boolean
  onComplete?: () => void
}

/** The field for the code of the authenticator app. */
export const AuthenticatorField = (props: AuthenticatorFieldProps) => (
  <CodeField label="Código do aplicativo" length={secondFactorDigits} {...props} />
)

/** The recovery codes, shown once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <div className="stack">
      <p>
        Cada código vale uma vez e abre a sua conta se você perder o celular. Guarde-os longe do celular: eles
        não aparecem de novo.
      </p>
      <ol className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={codes.join('\n')} copiedMessage="Códigos copiados.">
        Copiar códigos
      </CopyButton>
    </div>
  )
}
