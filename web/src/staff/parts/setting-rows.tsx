import type { ReactNode } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { OutlineButton } from './buttons.tsx'
import css from './setting-rows.module.css'

type SettingRowsProps<Row> = {
  /** The path of the list in the settings. */
  name: string
  rows: readonly Row[]
  max: number
  /** The error of the list itself. */
  error: string | undefined
  /** What one row is called. */
  title: string
  /** Label of the button that adds a row. */
  addLabel: string
  newRow: () => Row
  onChange: (rows: readonly Row[]) => void
  /** Another action on the rows, shown next to the button that adds one. */
  extraAction?: ReactNode
  children: (index: number) => ReactNode
}

/** Rows of a settings form that can be added and removed. */
export function SettingRows<Row>(props: SettingRowsProps<Row>) {
  const { name, rows, max, error, title, addLabel, newRow, onChange, extraAction, children } = props
  return (
    <div className={css.rows} data-path={name}>
      {rows.map((_row, index) => (
        <fieldset key={index} className={css.row}>
          <legend>
            {title} {index + 1}
          </legend>
          {children(index)}
          <div className={css.remove}>
            <Button
              compact
              variant="quiet"
              aria-label={`Retirar: ${title.toLowerCase()} ${index + 1}`}
              onClick={() => onChange(rows.filter((_each, other) => other !== index))}
            >
              Retirar
            </Button>
          </div>
        </fieldset>
      ))}
      {error !== undefined && <p className={css.error}>{error}</p>}
      <div className="row">
        {rows.length < max && (
          <OutlineButton onClick={() => onChange([...rows, newRow()])}>{addLabel}</OutlineButton>
        )}
        {extraAction}
      </div>
    </div>
  )
}
