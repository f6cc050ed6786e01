import { useEffect, useRef, useState } from 'react'
import css from './code-field.module.css'
import { Field, type InputProps } from './field.tsx'
import { useNativeValue } from './use-native-value.ts'

type CodeFieldProps = InputProps & {
  /** Number of digits and cells. */
  length: number
  /** Called once when the last digit is entered, by typing, pasting or autofill. */
  onComplete?: (code: string) => void
}

/** A numeric code: one input drawn as cells, so that pasting and autofill work. */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onBlur, length, onComplete } = props
  const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, length)
  const input = useNativeValue<HTMLInputElement>(value, (text) => onChange(digitsOf(text)))
  const [isFocused, setFocused] = useState(false)
  const completed = useRef(value)

  useEffect(() => {
    if (value.length === length && completed.current !== value) onComplete?.(value)
    completed.current = value
  }, [value, length, onComplete])

  const active = Math.min(value.length, length - 1)
  return (
    <Field {...props}>
      {(control) => (
        <div className={css.cells} data-invalid={props.error ? '' : undefined}>
          <input
            {...control}
            ref={input}
            className={css.input}
            defaultValue={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus={props.autoFocus}
            spellCheck={false}
            onInput={({ currentTarget }) => {
              const digits = digitsOf(currentTarget.value)
              if (digits !== currentTarget.value) currentTarget.value = digits
              onChange(digits)
            }}
            // The cells cannot show a caret in the middle: keep it after the last digit.
            onSelect={({ currentTarget }) => {
              const end = currentTarget.value.length
              if (
                currentTarget.selectionStart === currentTarget.selectionEnd &&
                currentTarget.selectionEnd !== end
              ) {
                currentTarget.setSelectionRange(end, end)
              }
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false)
              onBlur?.()
            }}
          />
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              className={css.cell}
              data-active={isFocused && index === active ? '' : undefined}
              aria-hidden="true"
            >
              {value[index] ?? ''}
            </span>
          ))}
        </div>
      )}
    </Field>
  )
}
