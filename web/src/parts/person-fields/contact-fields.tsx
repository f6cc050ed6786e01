import { birthDateMask } from '@clube/contract/brazil/birth-date.ts'
import { cellphoneMask } from '@clube/contract/brazil/cellphone.ts'
import { emailCharacters, emailMaxLength } from '@clube/contract/brazil/email.ts'
import { useState, type MouseEvent } from 'react'
import { MaskedField, type MaskedFieldProps } from '../../kit/field/masked-field.tsx'
import { TextField, type TextFieldProps } from '../../kit/field/text-field.tsx'
import css from './contact-fields.module.css'
import { suggestEmail } from './email-suggestion.ts'
import { EmailText } from './email-text.tsx'

type Labeled<Props extends { label: string }> = Omit<Props, 'label'> & { label?: string }
type MaskedProps = Labeled<Omit<MaskedFieldProps, 'mask'>>

/** A birth date as dd/MM/yyyy (spec §5); for people, not for companies. */
export const BirthDateField = (props: MaskedProps) => (
  <MaskedField
    label="Data de nascimento"
    mask={birthDateMask}
    emits="text"
    placeholder="dd/mm/aaaa"
    autoComplete="off"
    {...props}
  />
)

export const CellphoneField = (props: MaskedProps) => (
  <MaskedField label="Celular" mask={cellphoneMask} keyboard="tel" autoComplete="tel-national" {...props} />
)

/** An e-mail field. After typing, it suggests the address that the person probably meant. */
export function EmailField(props: Labeled<TextFieldProps>) {
  const { value, onChange, onBlur, helper } = props
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const applySuggestion = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (suggestion === null) return
    onChange(suggestion)
    setSuggestion(null)
    currentTarget.closest('[data-path]')?.querySelector('input')?.focus()
  }
  return (
    <TextField
      label="E-mail"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      maxLength={emailMaxLength}
      clean={emailCharacters}
      {...props}
      onChange={(text) => {
        setSuggestion(null)
        onChange(text)
      }}
      onBlur={() => {
        setSuggestion(suggestEmail(value))
        onBlur?.()
      }}
      helper={
        suggestion === null ? (
          helper
        ) : (
          <button type="button" className={css.suggestion} onClick={applySuggestion}>
            Você quis dizer <EmailText email={suggestion} />?
          </button>
        )
      }
    />
  )
}
