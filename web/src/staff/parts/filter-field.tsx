import { useId, type ReactNode, type Ref } from 'react'
import css from './parts.module.css'

type FilterFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  type?: 'search' | 'date'
  inputRef?: Ref<HTMLInputElement>
}

/** A compact text field above a list. */
export function FilterField({ label, value, onChange, type = 'search', inputRef }: FilterFieldProps) {
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={inputRef}
        type={type}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

type FilterSelectProps = Pick<FilterFieldProps, 'label' | 'value' | 'onChange'> & {
  options: readonly { value: string; label: string }[]
}

/** A compact select above a list. */
export function FilterSelect({ label, value, onChange, options }: FilterSelectProps) {
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Filters side by side above a list. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <div className={css.filters}>{children}</div>
)
