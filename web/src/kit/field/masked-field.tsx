import { useEffect, useState, type FormEvent, type KeyboardEvent } from 'react'
import { Field, type InputProps } from './field.tsx'
import css from './field.module.css'
import { applyMask, rawOf, type MaskSource } from './mask-text.ts'
import { useNativeValue } from './use-native-value.ts'

export type MaskedFieldProps = InputProps & {
  /** From `@clube/contract/brazil`. Keep functions stable (outside the component or memoized). */
  mask: MaskSource
  /** `raw` (default) reports the stored characters; `text` the formatted text. */
  emits?: 'raw' | 'text'
  autoComplete?: string
  placeholder?: string
  /** `text` shows a letter keyboard on phones; `switch` starts with digits and offers a toggle. */
  keyboard?: 'numeric' | 'tel' | 'text' | 'switch'
  /** Two lines or more, for text that is too long for one line of a phone; Enter submits the form. */
  multiline?: boolean
}

/**
 * A field with a mask. The engine that formats the text while typing is loaded when the field gets the focus or holds
 * text; until it has loaded, plain characters are accepted, and then the engine formats them.
 */
export function MaskedField(props: MaskedFieldProps) {
  const { mask, value, onChange, onBlur, emits = 'raw', keyboard = 'numeric', multiline } = props
  const [isLetterKeyboard, setLetterKeyboard] = useState(false)
  const [isUsed, setUsed] = useState(false)
  const report = (text: string) => onChange(emits === 'raw' ? rawOf(mask, text) : applyMask(mask, text))
  const shown = applyMask(mask, value)
  const input = useNativeValue<HTMLInputElement & HTMLTextAreaElement>(
    shown,
    report,
    (one, other) => rawOf(mask, one) === rawOf(mask, other),
  )
  useEffect(() => {
    const control = input.current
    // Autofill and restored text do not focus the field, and the field may have been focused before hydration.
    if (!isUsed && !control?.value && document.activeElement !== control) return
    let detach: (() => void) | undefined
    let isUnmounted = false
    // Without the engine (offline) the field still accepts and reports plain characters.
    import('./mask-engine.ts').then(
      ({ attachMask }) => {
        if (!isUnmounted && input.current) detach = attachMask(input.current, mask)
      },
      () => {},
    )
    return () => {
      isUnmounted = true
      detach?.()
    }
  }, [mask, input, isUsed])
  const inputMode = keyboard === 'switch' ? (isLetterKeyboard ? 'text' : 'numeric') : keyboard

  return (
    <Field
      {...props}
      trailing={
        keyboard === 'switch' ? (
          <button
            type="button"
            className={css.trailing}
            data-touch=""
            aria-label={isLetterKeyboard ? 'Teclado de números' : 'Teclado de letras'}
            onClick={() => {
              setLetterKeyboard(!isLetterKeyboard)
              input.current?.focus()
            }}
          >
            {isLetterKeyboard ? '123' : 'ABC'}
          </button>
        ) : undefined
      }
    >
      {(control) => {
        const shared = {
          ...control,
          className: css.input,
          defaultValue: shown,
          inputMode,
          autoCapitalize: 'characters',
          autoCorrect: 'off',
          spellCheck: false,
          autoFocus: props.autoFocus,
          autoComplete: props.autoComplete,
          placeholder: props.placeholder,
          'data-trailing': keyboard === 'switch' ? '' : undefined,
          onFocus: () => setUsed(true),
          onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
            setUsed(true)
            report(currentTarget.value)
          },
          onBlur,
        }
        return multiline ? (
          <textarea ref={input} rows={2} data-masked="" onKeyDown={submitOnEnter} {...shared} />
        ) : (
          <input ref={input} {...shared} />
        )
      }}
    </Field>
  )
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
