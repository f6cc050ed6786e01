import type { KeyboardEvent, ReactNode } from 'react'
import css from './data-table.module.css'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** As wide as its content. */
  narrow?: boolean
  /** Holds long words, such as names and e-mail addresses. */
  wide?: boolean
  /** The row's header. */
  header?: boolean
}

export type DataTableProps<Row> = {
  /** What is listed, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Opens a row; its first cell becomes a button, and the arrow keys move between rows. */
  onOpen?: (row: Row) => void
}

/** A table. On phones each row becomes a block with labels next to the values. */
export function DataTable<Row>({ label, columns, rows, keyOf, onOpen }: DataTableProps<Row>) {
  return (
    <table className={css.table} data-opens={onOpen ? '' : undefined}>
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ title, narrow }) => (
            <th key={title} scope="col" data-narrow={narrow ? '' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={onOpen && moveBetweenRows}>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, narrow, wide, header }, index) => {
              const Cell = header ? 'th' : 'td'
              return (
                <Cell
                  key={title}
                  scope={header ? 'row' : undefined}
                  data-title={title}
                  data-narrow={narrow ? '' : undefined}
                  data-wide={wide ? '' : undefined}
                >
                  {index === 0 && onOpen ? (
                    <button type="button" className={css.open} data-row="" onClick={() => onOpen(row)}>
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Arrows, Home and End move between rows. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (index < 0 || to === undefined) return
  event.preventDefault()
  buttons[Math.min(Math.max(to, 0), buttons.length - 1)]?.focus()
}

/** Focuses the first row, from a search field or by a shortcut. */
export const focusFirstRow = (): void => document.querySelector<HTMLElement>('[data-row]')?.focus()
