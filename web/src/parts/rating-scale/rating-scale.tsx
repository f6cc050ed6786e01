import { useId } from 'react'
import { FieldNote, type InputProps } from '../../kit/field/field.tsx'
import css from './rating-scale.module.css'

type RatingScaleProps = InputProps & {
  lowest: number
  highest: number
  /** What the ends of the scale mean. */
  ends: readonly [lowest: string, highest: string]
}

/** Numbers as a radio group: a press, or the arrow keys, choose one. Named and announced like any radio group. */
export function RatingScale(props: RatingScaleProps) {
  const { name, label, value, onChange, error, disabled, lowest, highest, ends } = props
  const id = useId()
  const ratings = Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index)
  const meaningOf = (rating: number) =>
    rating === lowest ? ends[0] : rating === highest ? ends[1] : undefined
  return (
    <fieldset
      className={css.scale}
      data-path={name}
      disabled={disabled}
      role="radiogroup"
      aria-labelledby={`${id}-legend`}
      aria-invalid={error ? true : undefined}
      aria-describedby={`${id}-note`}
    >
      <legend id={`${id}-legend`} className={css.question}>
        {label}
      </legend>
      <div className={css.numbers} data-count={ratings.length}>
        {ratings.map((rating) => (
          <label key={rating} className={css.number}>
            <input
              type="radio"
              name={name}
              value={rating}
              checked={value === String(rating)}
              onChange={() => onChange(String(rating))}
              aria-label={meaningOf(rating) && `${rating}, ${meaningOf(rating)}`}
            />
            <span className="figures">{rating}</span>
          </label>
        ))}
      </div>
      <p className={`row spread soft small ${css.ends}`} aria-hidden="true">
        <span>
          {lowest}: {ends[0]}
        </span>
        <span>
          {highest}: {ends[1]}
        </span>
      </p>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}
