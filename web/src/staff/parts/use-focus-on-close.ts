import { useEffect, useRef } from 'react'

/** Moves the focus to the row of the item that was closed, or the one in its place; `keys` are those of the rows. */
export function useFocusOnClose(opened: string | null, keys: readonly string[]): void {
  const row = useRef(-1)
  const index = opened === null ? -1 : keys.indexOf(opened)
  useEffect(() => {
    if (index >= 0) row.current = index
    if (opened !== null || row.current < 0) return
    const rows = document.querySelectorAll<HTMLElement>('[data-row]')
    ;(rows[row.current] ?? rows[rows.length - 1])?.focus()
    row.current = -1
  }, [opened, index])
}
