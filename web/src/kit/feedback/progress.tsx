import css from './feedback.module.css'

type ProgressProps = {
  /** Label for screen readers. */
  label: string
  value: number
  max: number
  /** The progress as text: "R$ 312,50 de R$ 400,00". */
  valueText: string
  /** The remainder as text: "Faltam R$ 87,50". */
  missing?: string
}

/** A progress bar with its figures as text. */
export function Progress({ label, value, max, valueText, missing }: ProgressProps) {
  return (
    <div className={css.progress}>
      <div className={`row spread figures ${css.amounts}`}>
        <span>{valueText}</span>
        {missing && <span className={`soft ${css.missing}`}>{missing}</span>}
      </div>
      <progress className={css.bar} aria-label={label} value={value} max={max} />
    </div>
  )
}
