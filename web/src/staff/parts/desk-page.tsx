import type { ReactNode } from 'react'
import { focusFirstRow } from '../../kit/table/data-table.tsx'
import { useTitle } from '../../platform/navigation/use-title.ts'
import css from './parts.module.css'
import { searchField, useShortcuts, useShortcutsOn } from './shortcuts.ts'

type DeskPageProps = { title: string; actions?: ReactNode; children: ReactNode }

/** Layout of a desk: title, actions on the whole list, the list. */
export function DeskPage({ title, actions, children }: DeskPageProps) {
  useTitle(title)
  return (
    <main className={`stack ${css.desk}`}>
      <header className={`row spread ${css.head}`}>
        <h1>{title}</h1>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </main>
  )
}

/** A key, its description, and its action if the page runs it; undefined for keys that the browser handles. */
export type KeyHint = readonly [key: string, description: string, run?: (() => unknown) | undefined]

/** Shortcuts of every list whose rows can be opened. */
const listKeys: readonly KeyHint[] = [
  ['L', 'lista', focusFirstRow],
  ['↑ ↓', 'mudar de linha'],
  ['Enter', 'abrir'],
]

export const focusSearch = (): void => searchField()?.focus()

/** The shortcut to the page's search. */
export const searchKey: KeyHint = ['/', 'buscar', focusSearch]

type KeyHintsProps = {
  hints: readonly KeyHint[]
  /** True if the page is a list whose rows can be opened: adds the keys of such lists. */
  isList?: boolean
}

/** Handles single-key shortcuts and shows their legend. */
export function KeyHints({ hints: own, isList = false }: KeyHintsProps) {
  const hints = isList ? [...own, ...listKeys] : own
  const hasShortcuts = useShortcutsOn()
  useShortcuts(Object.fromEntries(hints.flatMap(([key, , run]) => (run ? [[key.toLowerCase(), run]] : []))))
  if (!hasShortcuts) return null
  return (
    <p className={`row soft small ${css.hints}`}>
      {hints.map(([key, description]) => (
        <span key={key}>
          <Key>{key}</Key> {description}
        </span>
      ))}
    </p>
  )
}

export const Key = ({ children }: { children: string | number }) => <kbd className={css.key}>{children}</kbd>
