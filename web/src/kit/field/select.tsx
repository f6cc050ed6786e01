import { useEffect, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'
import { Field, type InputProps } from './field.tsx'
import css from './field.module.css'

type SelectProps = InputProps & {
  options: readonly { value: string; label: string }[]
  /** Placeholder before a choice. */
  placeholder?: string
}

/** A native select. */
export function Select(props: SelectProps) {
  const control = useRef<HTMLSelectElement>(null)
  const initialProps = useRef(props)
  useEffect(() => {
    const { value, onChange } = initialProps.current
    if (control.current && control.current.value !== value) onChange(control.current.value)
  }, [])
  useEffect(() => {
    if (control.current) control.current.value = props.value
  }, [props.value])
  return (
    <Field {...props} trailing={<Chevron />}>
      {(shared) => (
        <select
          {...shared}
          ref={control}
          className={css.input}
          defaultValue={props.value}
          onChange={(event) => props.onChange(event.currentTarget.value)}
          onBlur={props.onBlur}
        >
          <option value="">{props.placeholder ?? 'Escolha'}</option>
          {props.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Decoration of a field whose control opens a list. */
export const Chevron = () => (
  <span className={css.trailing} aria-hidden="true">
    <Icon name="down" />
  </span>
)
