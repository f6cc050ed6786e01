import { birthDateMask } from '@clube/contract/brazil/birth-date.ts'
import { cellphoneMask, cellphoneWarning } from '@clube/contract/brazil/cellphone.ts'
import type { DocumentType } from '@clube/contract/brazil/document.ts'
import { emailCharacters, emailMaxLength } from '@clube/contract/brazil/email.ts'
import { fullNameCharacters, fullNameMaxLength } from '@clube/contract/brazil/full-name.ts'
import type { ReactNode } from 'react'
import { MaskedField } from '../../kit/field/masked-field.tsx'
import { TextField } from '../../kit/field/text-field.tsx'
import type { FieldBinding, Form } from '../../kit/form/use-form.ts'
import css from './person-fields.module.css'
import type { ContactValues } from './person-values.ts'

type PersonFieldsProps = {
  form: Pick<Form<ContactValues>, 'field' | 'values'>
  /** Label of the name: a person's or a company's. */
  document_type: DocumentType
  /** Rendered between the name and the contacts. */
  children?: ReactNode
}

/** Name, e-mail and cellphone (spec §5). */
export function PersonFields({ form, document_type, children }: PersonFieldsProps) {
  return (
    <div className={css.fields}>
      <TextField
        label={document_type === 'cpf' ? 'Nome completo' : 'Nome da empresa'}
        autoComplete={document_type === 'cpf' ? 'name' : 'organization'}
        autoCapitalize="words"
        maxLength={fullNameMaxLength}
        clean={fullNameCharacters}
        {...form.field('name')}
      />
      {children}
      <MaskedField
        label="Celular"
        mask={cellphoneMask}
        keyboard="tel"
        autoComplete="tel-national"
        helper={cellphoneWarning(form.values.cellphone)}
        {...form.field('cellphone')}
      />
      <TextField
        label="E-mail"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        maxLength={emailMaxLength}
        clean={emailCharacters}
        {...form.field('email')}
      />
    </div>
  )
}

/** A birth date as dd/MM/yyyy (spec §5); asked of people, not of companies. */
export function BirthDateField({ field }: { field: FieldBinding<string> }) {
  return (
    <MaskedField
      label="Data de nascimento"
      mask={birthDateMask}
      emits="text"
      placeholder="dd/mm/aaaa"
      autoComplete="off"
      {...field}
    />
  )
}
