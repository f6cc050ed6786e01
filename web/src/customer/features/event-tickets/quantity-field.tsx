import { useId } from 'react'
import css from './tickets.module.css'

type QuantityFieldProps = {
  sessionTitle: string
  value: number
  max: number
  onChange: (quantity: number) => void
}

/** Number of tickets, with two large touch targets. */
export function QuantityField({ sessionTitle, value, max, onChange }: QuantityFieldProps) {
  const id = useId()
  const step = (label: string, symbol: string, by: 1 | -1, disabled: boolean) => (
    <button type="button" aria-label={label} disabled={disabled} onClick={() => onChange(value + by)}>
      {symbol}
    </button>
  )
  return (
    <div className={`row spread ${css.quantity}`} role="group" aria-labelledby={id}>
      <span id={id}>
        Ingressos<span className="sr-only"> para {sessionTitle}</span>
      </span>
      <div className={`row ${css.stepper}`}>
        {step('Um ingresso a menos', '−', -1, value <= 1)}
        <output className={`figures ${css.count}`}>{value}</output>
        {step('Um ingresso a mais', '+', 1, value >= max)}
      </div>
    </div>
  )
}
