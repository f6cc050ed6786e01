import { useId } from 'react'
import css from './choice.module.css'
import { FieldNote, type InputProps } from './field.tsx'

type Choice = { value: string; label: string; description?: string; disabled?: boolean }

type RadioGroupProps = InputProps & {
  options: readonly Choice[]
}

/** A radio group of large cards. Arrow keys move within the group. */
export function RadioGroup(props: RadioGroupProps) {
  const id = useId()
  return (
    <fieldset
      className={`tight ${css.group}`}
      data-path={props.name}
      disabled={props.disabled}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={props.error ? true : undefined}
      aria-describedby={`${id}-note`}
    >
      <legend id={`${id}-legend`} className={css.legend}>
        {props.label}
      </legend>
      {props.options.map((option) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            name={props.name}
            value={option.value}
            className={css.dot}
            checked={props.value === option.value}
            disabled={option.disabled}
            onChange={() => props.onChange(option.value)}
          />
          <span>
            <span className={css.name}>{option.label}</span>
            {option.description && <span className={css.description}>{option.description}</span>}
          </span>
        </label>
      ))}
      <FieldNote id={`${id}-note`} error={props.error} helper={props.helper} />
    </fieldset>
  )
}
