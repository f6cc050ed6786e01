import { useId, type ReactNode } from 'react'
import css from './parts.module.css'

type FilterProps = { label: string; value: string; onChange: (value: string) => void }

/** A compact text field above a list. */
export function FilterField({
  label,
  value,
  onChange,
  type = 'search',
}: FilterProps & { type?: 'search' | 'date' }) {
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        autoComplete="off"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

type FilterSelectProps = FilterProps & {
  /** Label of the empty value, which does not filter. */
  all?: string
  options: readonly { value: string; label: string }[]
}

/** A compact select above a list. */
export function FilterSelect({ label, value, onChange, all, options }: FilterSelectProps) {
  const id = useId()
  return (
    <div className={css.filter}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {all !== undefined && <option value="">{all}</option>}
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
  <div className={`row ${css.filters}`}>{children}</div>
)

type ChoicesProps<Name extends string> = {
  label: string
  titles: Readonly<Record<Name, string>>
  names: readonly Name[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** A choice between a few lists; exactly one button is pressed. */
export function Choices<Name extends string>({ label, titles, names, chosen, onChoose }: ChoicesProps<Name>) {
  return (
    <div className={`row ${css.choices}`} role="group" aria-label={label}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {titles[name]}
        </button>
      ))}
    </div>
  )
}
