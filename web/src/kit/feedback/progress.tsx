import css from './feedback.module.css'

type ProgressProps = {
  /** Label for screen readers. */
  label: string
  value: number
  max: number
  /** The progress as text: "R$ 312,50 de R$ 400,00". */
  valueText: string
  /** Further text: "Faltam R$ 87,50", or the percentage done. */
  detail?: string
}

/** A progress bar with its figures as text. */
export function Progress({ label, value, max, valueText, detail }: ProgressProps) {
  return (
    <div className={css.progress}>
      <div className={`row spread figures ${css.amounts}`}>
        <span>{valueText}</span>
        {detail && <span className={`soft ${css.detail}`}>{detail}</span>}
      </div>
      <progress className={css.bar} aria-label={label} value={value} max={max} />
    </div>
  )
}
