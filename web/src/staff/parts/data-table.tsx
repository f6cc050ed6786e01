import type { KeyboardEvent, ReactNode } from 'react'
import css from './parts.module.css'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** As wide as its content. */
  narrow?: boolean
}

type DataTableProps<Row> = {
  /** What is listed, for the ear. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Opens a row; its first cell becomes the button for it, and the arrow keys go from one to the next. */
  onOpen?: (row: Row) => void
}

/** Many things at a glance. On phones each row becomes a block with its titles beside the values. */
export function DataTable<Row>({ label, columns, rows, keyOf, onOpen }: DataTableProps<Row>) {
  return (
    <table className={css.table} data-opens={onOpen ? '' : undefined}>
      <caption className="spoken">{label}</caption>
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
            {columns.map(({ title, cell, narrow }, at) => (
              <td key={title} data-title={title} data-narrow={narrow ? '' : undefined}>
                {at === 0 && onOpen ? (
                  <button type="button" className={css.open} data-row="" onClick={() => onOpen(row)}>
                    {cell(row)}
                  </button>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Arrows, Home and End go from row to row. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  buttons[Math.min(Math.max(to, 0), buttons.length - 1)]?.focus()
}

/** Sends the focus into the list: from a search field, or with a key. */
export const focusFirstRow = (): void => document.querySelector<HTMLElement>('[data-row]')?.focus()
