import type { EventSession } from '@clube/contract/event-tickets/session.ts'
import css from './tickets.module.css'

type QuantityFieldProps = {
  session: Pick<EventSession, 'session_id' | 'title'>
  value: number
  max: number
  onChange: (quantity: number) => void
}

/** Number field with two large buttons for thumbs. */
export function QuantityField({ session, value, max, onChange }: QuantityFieldProps) {
  const id = `quantos-${session.session_id}`
  return (
    <div className={`row spread ${css.quantity}`} role="group" aria-labelledby={id}>
      <span id={id}>
        Ingressos<span className="spoken"> para {session.title}</span>
      </span>
      <div className={css.stepper}>
        <button
          type="button"
          aria-label="Um ingresso a menos"
          disabled={value <= 1}
          onClick={() => onChange(value - 1)}
        >
          −
        </button>
        <output className={`figures ${css.count}`}>{value}</output>
        <button
          type="button"
          aria-label="Um ingresso a mais"
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        >
          +
        </button>
      </div>
    </div>
  )
}
