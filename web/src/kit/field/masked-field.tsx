import { useEffect, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import css from './field.module.css'
import { applyMask, rawOf, type MaskSource } from './mask-text.ts'
import { useNativeValue } from './use-native-value.ts'

export type MaskedFieldProps = FieldProps & {
  /** From `@clube/contract/brazil`. Keep functions stable (outside the component or memoised). */
  mask: MaskSource
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
  /** `raw` (default) reports the characters that are stored; `text` what is read, with the fixed signs. */
  emits?: 'raw' | 'text'
  autoComplete?: string
  placeholder?: string
  /** `text` brings letters on a phone; `switch` begins with digits and offers a key to change. */
  keyboard?: 'numeric' | 'tel' | 'text' | 'switch'
}

/**
 * A field with a mask. The engine that dresses the text while typing comes after the first paint; until then the
 * plain characters are taken and counted, and the engine dresses them when it arrives.
 */
export function MaskedField(props: MaskedFieldProps) {
  const { mask, value, onChange, onBlur, emits = 'raw', keyboard = 'numeric' } = props
  const [letters, setLetters] = useState(false)
  const report = (text: string) => onChange(emits === 'raw' ? rawOf(mask, text) : applyMask(mask, text))
  const shown = applyMask(mask, value)
  const input = useNativeValue<HTMLInputElement>(
    shown,
    report,
    (one, other) => rawOf(mask, one) === rawOf(mask, other),
  )
  useEffect(() => {
    let detach: (() => void) | undefined
    let gone = false
    // Without the engine (no network any more) the field still takes and counts plain characters.
    import('./mask-engine.ts').then(
      ({ attachMask }) => {
        if (!gone && input.current) detach = attachMask(input.current, mask)
      },
      () => {},
    )
    return () => {
      gone = true
      detach?.()
    }
  }, [mask, input])
  const inputMode = keyboard === 'switch' ? (letters ? 'text' : 'numeric') : keyboard

  return (
    <Field
      {...props}
      trailing={
        keyboard === 'switch' ? (
          <button
            type="button"
            className={css.trailing}
            data-touch=""
            aria-label={letters ? 'Teclado de números' : 'Teclado de letras'}
            onClick={() => {
              setLetters(!letters)
              input.current?.focus()
            }}
          >
            {letters ? '123' : 'ABC'}
          </button>
        ) : undefined
      }
    >
      {(control) => (
        <input
          {...control}
          ref={input}
          className={css.input}
          defaultValue={shown}
          inputMode={inputMode}
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={props.autoFocus}
          autoComplete={props.autoComplete}
          placeholder={props.placeholder}
          onInput={({ currentTarget }) => report(currentTarget.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
