import type { FieldBinding } from '../../../kit/form/use-form.ts'
import { TextField } from '../../../kit/field/text-field.tsx'
import {
  formatLimits,
  formatTypedPoints,
  nearestAmount,
  pointsOf,
  steppedAmount,
  type Limits,
} from './amount.ts'
import css from './partner-points.module.css'

type AmountFieldProps = FieldBinding<string> & { label: string; limits: Limits; disabled?: boolean }

/** Points in steps: typed, by two buttons, or by a slider. */
export function AmountField({ label, limits, ...field }: AmountFieldProps) {
  const points = pointsOf(field.value)
  const set = (next: number) => field.onChange(formatTypedPoints(String(next)))
  const { minimum, maximum, step } = limits
  const isFixed = minimum === maximum
  const stepText = step.toLocaleString('pt-BR')
  const stepButton = (direction: 1 | -1, isEnd: boolean) => (
    <button
      type="button"
      className={css.step}
      aria-label={`${direction === 1 ? 'Mais' : 'Menos'} ${stepText} pontos`}
      disabled={field.disabled === true || isEnd}
      onClick={() => set(steppedAmount(points, direction, limits))}
    >
      {direction === 1 ? '+' : '−'}
    </button>
  )
  return (
    <div className={css.amount} data-fixed={isFixed ? '' : undefined}>
      <TextField
        {...field}
        label={label}
        inputMode="numeric"
        autoComplete="off"
        helper={`${formatLimits(limits)}.`}
        clean={formatTypedPoints}
      />
      {!isFixed && (
        <>
          {stepButton(-1, points <= minimum)}
          {stepButton(1, points >= maximum)}
          <input
            type="range"
            className={css.slider}
            aria-label={label}
            aria-valuetext={`${nearestAmount(points, limits).toLocaleString('pt-BR')} pontos`}
            min={minimum}
            max={maximum}
            step={step}
            value={nearestAmount(points, limits)}
            disabled={field.disabled}
            onChange={({ currentTarget }) => set(Number(currentTarget.value))}
          />
        </>
      )}
    </div>
  )
}
