import css from './feedback.module.css'

type ProgressProps = {
  /** What is measured, for the ear. */
  label: string
  value: number
  max: number
  /** The figures in words: "R$ 312,50 de R$ 400,00". */
  words: string
  /** What is missing, in words: "Faltam R$ 87,50". */
  missing?: string
}

/** How far one has come: a bar with its figures in words. */
export function Progress({ label, value, max, words, missing }: ProgressProps) {
  return (
    <div className={css.progress}>
      <div className={css.figures}>
        <span>{words}</span>
        {missing && <span className={css.soft}>{missing}</span>}
      </div>
      <progress className={css.bar} aria-label={label} value={value} max={max} />
    </div>
  )
}
