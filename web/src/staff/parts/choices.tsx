import css from './choices.module.css'

type ChoicesProps<Name extends string> = {
  label: string
  titles: Readonly<Record<Name, string>>
  names: readonly Name[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** Which of a few lists is shown: one of these buttons is always pressed. */
export function Choices<Name extends string>({ label, titles, names, chosen, onChoose }: ChoicesProps<Name>) {
  return (
    <div className={css.choices} role="group" aria-label={label}>
      {names.map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {titles[name]}
        </button>
      ))}
    </div>
  )
}
