import { useRef, type FormEvent, type HTMLAttributes, type ReactNode } from 'react'
import { Field, type InputProps } from './field.tsx'
import css from './field.module.css'
import { useNativeValue } from './use-native-value.ts'

export type TextFieldProps = InputProps & {
  type?: 'text' | 'password' | 'search' | 'tel' | 'url' | 'date' | 'time' | 'datetime-local'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  autoCapitalize?: 'none' | 'words' | 'characters' | 'sentences'
  placeholder?: string
  maxLength?: number
  multiline?: boolean
  /** Normalizes typed text (lower case, letters only). Must map every prefix of a string to a prefix of its result. */
  clean?: (text: string) => string
  trailing?: ReactNode
}

/** One line of text, or several with `multiline`. E-mail: `inputMode="email"` (type=email hides the caret from `clean`). */
export function TextField(props: TextFieldProps) {
  const { value, onChange, onBlur, clean, multiline, trailing, type = 'text' } = props
  const report = (text: string) => onChange(clean ? clean(text) : text)
  const input = useNativeValue<HTMLInputElement & HTMLTextAreaElement>(value, report)
  const isComposing = useRef(false)

  const handleInput = ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // Do not disturb a composition; compositionend reports the text.
    if (!isComposing.current && clean) rewrite(currentTarget, clean)
    onChange(currentTarget.value)
  }

  return (
    <Field {...props}>
      {(control) => {
        const shared = {
          ...control,
          className: css.input,
          defaultValue: value,
          onInput: handleInput,
          onBlur,
          onCompositionStart: () => {
            isComposing.current = true
          },
          onCompositionEnd: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
            isComposing.current = false
            handleInput(event)
          },
          autoFocus: props.autoFocus,
          autoComplete: props.autoComplete,
          autoCapitalize: props.autoCapitalize,
          placeholder: props.placeholder,
          maxLength: props.maxLength,
          inputMode: props.inputMode,
          'data-trailing': trailing ? '' : undefined,
        }
        return multiline ? (
          <textarea ref={input} rows={4} {...shared} />
        ) : (
          <input ref={input} type={type} {...shared} />
        )
      }}
    </Field>
  )
}

/** Cleans the control's text in place, keeping the caret after the same character. */
function rewrite(control: HTMLInputElement | HTMLTextAreaElement, clean: (text: string) => string) {
  const text = clean(control.value)
  if (text === control.value) return
  const caret = clean(control.value.slice(0, control.selectionStart ?? control.value.length)).length
  control.value = text
  control.setSelectionRange(caret, caret)
}
