import { useId, type ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import css from './field.module.css'

/** Props of every form field. `name` is also its error path. */
export type FieldProps = {
  label: string
  name: string
  error?: string | undefined
  /** Shown in the reserved line under the field while there is no error. */
  helper?: ReactNode
  disabled?: boolean | undefined
  autoFocus?: boolean | undefined
}

/** Props of every field whose value is a string. */
export type InputProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: (() => void) | undefined
}

/** Associates the control with its label and message. */
export type ControlProps = {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string
  disabled: boolean | undefined
}

/** Label above, control, and one reserved line for the error or the helper, to avoid layout shift. */
export function Field(
  props: FieldProps & { trailing?: ReactNode; children: (control: ControlProps) => ReactNode },
) {
  const id = useId()
  return (
    <div className={css.field} data-path={props.name}>
      <label className={css.label} htmlFor={id}>
        {props.label}
      </label>
      <div className={css.control}>
        {props.children({
          id,
          name: props.name,
          'aria-invalid': props.error ? true : undefined,
          'aria-describedby': `${id}-note`,
          disabled: props.disabled,
        })}
        {props.trailing}
      </div>
      <FieldNote id={`${id}-note`} error={props.error} helper={props.helper} />
    </div>
  )
}

/** The reserved line: the error with its icon, else the helper. */
export function FieldNote({ id, error, helper }: { id: string } & Pick<FieldProps, 'error' | 'helper'>) {
  return (
    <p id={id} className={css.note} data-error={error ? '' : undefined} aria-live="polite">
      {error ? (
        <>
          <Icon name="alert" size={16} />
          <span>{error}</span>
        </>
      ) : (
        helper
      )}
    </p>
  )
}
