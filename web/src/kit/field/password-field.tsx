import { useState } from 'react'
import { Icon } from '../icon/icon.tsx'
import css from './field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'trailing' | 'clean' | 'multiline' | 'inputMode'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password field with a visibility toggle. Pasting is allowed. */
export function PasswordField(props: PasswordFieldProps) {
  const [isVisible, setVisible] = useState(false)
  return (
    <TextField
      {...props}
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      trailing={
        <button
          type="button"
          className={css.trailing}
          aria-label="Mostrar senha"
          aria-pressed={isVisible}
          onClick={() => setVisible(!isVisible)}
        >
          <Icon name={isVisible ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  )
}
