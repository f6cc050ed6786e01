import { useEffect, useId, useRef, type ReactNode } from 'react'
import css from './choice.module.css'
import { FieldNote } from './field.tsx'

type CheckboxProps = {
  name: string
  /** The label; may contain links. */
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  helper?: ReactNode
  disabled?: boolean | undefined
}

/** A checkbox. Reserves the error line only when an error or helper is possible. */
export function Checkbox({ name, children, checked, onChange, error, helper, disabled }: CheckboxProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const hasNote = error !== undefined || helper !== undefined
  // Report a checkbox that was checked before hydration.
  const initialProps = useRef({ checked, onChange })
  useEffect(() => {
    const initial = initialProps.current
    if (input.current && input.current.checked !== initial.checked) initial.onChange(input.current.checked)
  }, [])
  useEffect(() => {
    if (input.current) input.current.checked = checked
  }, [checked])
  return (
    <div data-path={name}>
      <label className={css.check}>
        <input
          ref={input}
          type="checkbox"
          name={name}
          className={css.box}
          defaultChecked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={hasNote ? `${id}-note` : undefined}
        />
        <span>{children}</span>
      </label>
      {hasNote && <FieldNote id={`${id}-note`} error={error} helper={helper} />}
    </div>
  )
}
