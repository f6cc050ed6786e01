import type { ReactNode } from 'react'
import { useTitle } from '../../platform/navigation/use-title.ts'
import css from './parts.module.css'

type DeskPageProps = { title: string; actions?: ReactNode; children: ReactNode }

/** Layout of a desk: title, actions on the whole list, the list. */
export function DeskPage({ title, actions, children }: DeskPageProps) {
  useTitle(title)
  return (
    <main className={css.desk}>
      <header className={`row spread ${css.head}`}>
        <h1>{title}</h1>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </main>
  )
}
