import type { ReactNode } from 'react'
import css from './fact-list.module.css'

/** Facts of one thing, each under its title, in as many columns as there is room for. */
export function FactList({ facts }: { facts: readonly (readonly [title: string, fact: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([title, fact]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One line under a page's title: its state and what belongs to it. */
export function StateLine({ children }: { children: ReactNode }) {
  return <p className={css.line}>{children}</p>
}
