import { useId } from 'react'
import { Checkbox } from '../../kit/field/checkbox.tsx'
import { FieldNote } from '../../kit/field/field.tsx'
import type { FieldBinding } from '../../kit/form/use-form.ts'
import css from './parts.module.css'

type CheckboxGroupProps<Value extends string> = Omit<FieldBinding<readonly Value[]>, 'onBlur'> & {
  label: string
  options: readonly { value: Value; label: string }[]
}

/** A form field with any number of choices, kept in the order of the options. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { label, options, name, value, onChange, error } = props
  const id = useId()
  const values = options.map((option) => option.value)
  return (
    <fieldset data-path={name} className={css.checkboxes} aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      <div>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={option.value}
            checked={value.includes(option.value)}
            onChange={(isChecked) =>
              onChange(values.filter((each) => (each === option.value ? isChecked : value.includes(each))))
            }
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}
