import { cellphoneWarning } from '@clube/contract/brazil/cellphone.ts'
import { customerNameCharacters } from '@clube/contract/brazil/customer-name.ts'
import type { DocumentType } from '@clube/contract/brazil/document.ts'
import { fullNameMaxLength } from '@clube/contract/brazil/full-name.ts'
import type { ReactNode } from 'react'
import { TextField } from '../../kit/field/text-field.tsx'
import type { FieldBinding, Form } from '../../kit/form/use-form.ts'
import { CellphoneField, EmailField } from './contact-fields.tsx'
import type { ContactValues } from './person-values.ts'

type PersonFieldsProps = {
  form: Pick<Form<ContactValues>, 'field' | 'values'>
  document_type: DocumentType
  /** Rendered between the name and the contacts. */
  children?: ReactNode
  /** The stored contacts, masked, if an empty field leaves them unchanged. */
  unchanged?: Pick<ContactValues, 'email' | 'cellphone'> | null
}

/** Name, e-mail and cellphone (spec §5). */
export function PersonFields({ form, document_type, children, unchanged = null }: PersonFieldsProps) {
  const unchangedHelper = (name: 'email' | 'cellphone') =>
    unchanged && form.values[name] === '' ? `Deixe em branco para manter ${unchanged[name]}` : undefined
  return (
    <div className="tight">
      <NameField document_type={document_type} {...form.field('name')} />
      {children}
      <CellphoneField
        helper={cellphoneWarning(form.values.cellphone) ?? unchangedHelper('cellphone')}
        {...form.field('cellphone')}
      />
      <EmailField helper={unchangedHelper('email')} {...form.field('email')} />
    </div>
  )
}

type NameFieldProps = FieldBinding<string> & {
  document_type: DocumentType
  label?: string
  autoComplete?: string
  /** Defaults to the hint about allowed characters; undefined if another field shows it. */
  helper?: string | undefined
  autoFocus?: boolean
}

/** Which characters can be typed. */
export const nameHints = {
  cpf: 'Só letras e espaços: hífen e apóstrofo viram espaço.',
  cnpj: 'Como no cartão do CNPJ: letras, números e sinais como & . - /',
} as const satisfies Record<DocumentType, string>

/** A person's or a company's name. */
export function NameField({ document_type, ...field }: NameFieldProps) {
  return (
    <TextField
      label={document_type === 'cpf' ? 'Nome completo' : 'Nome da empresa'}
      autoComplete={document_type === 'cpf' ? 'name' : 'organization'}
      autoCapitalize="words"
      maxLength={fullNameMaxLength}
      clean={customerNameCharacters[document_type]}
      helper={nameHints[document_type]}
      {...field}
    />
  )
}
