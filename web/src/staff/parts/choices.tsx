import css from './parts.module.css'

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
