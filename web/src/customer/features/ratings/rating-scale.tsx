import { highestRating } from '@clube/contract/ratings/rating.ts'
import { useId } from 'react'
import { FieldNote, type InputProps } from '../../../kit/field/field.tsx'
import css from './ratings.module.css'

const ratings = Array.from({ length: highestRating + 1 }, (_, rating) => rating)

/** What the ends of the scale mean. */
const endTexts: Readonly<Record<number, string>> = {
  0: 'de jeito nenhum',
  [highestRating]: 'com certeza',
}

/** The ratings as a radio group: a press, or the arrow keys, choose one. Named and announced like any radio group. */
export function RatingScale({ name, label, value, onChange, error, disabled }: InputProps) {
  const id = useId()
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
      <div className={css.numbers}>
        {ratings.map((rating) => (
          <label key={rating} className={css.number}>
            <input
              type="radio"
              name={name}
              value={rating}
              checked={value === String(rating)}
              onChange={() => onChange(String(rating))}
              aria-label={rating in endTexts ? `${rating}, ${endTexts[rating]}` : undefined}
            />
            <span className="figures">{rating}</span>
          </label>
        ))}
      </div>
      <p className={`row spread soft small ${css.ends}`} aria-hidden="true">
        <span>0: {endTexts[0]}</span>
        <span>
          {highestRating}: {endTexts[highestRating]}
        </span>
      </p>
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  )
}
