import { birthDateMask } from '@clube/contract/brazil/birth-date.ts'
import { cellphoneMask } from '@clube/contract/brazil/cellphone.ts'
import { emailCharacters, emailMaxLength } from '@clube/contract/brazil/email.ts'
import { MaskedField, type MaskedFieldProps } from '../../kit/field/masked-field.tsx'
import { TextField, type TextFieldProps } from '../../kit/field/text-field.tsx'

type Labelled<Props extends { label: string }> = Omit<Props, 'label'> & { label?: string }
type MaskedProps = Labelled<Omit<MaskedFieldProps, 'mask'>>

/** A birth date as dd/MM/yyyy (spec §5); asked of people, not of companies. */
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

export const EmailField = (props: Labelled<TextFieldProps>) => (
  <TextField
    label="E-mail"
    inputMode="email"
    autoComplete="email"
    autoCapitalize="none"
    maxLength={emailMaxLength}
    clean={emailCharacters}
    {...props}
  />
)
