import type { ReactNode } from 'react'
import css from './parts.module.css'

export type Fact = readonly [title: string, fact: ReactNode]

type FactListProps = {
  facts: readonly Fact[]
  /** Titles beside their facts, one fact per line; without it titles are above, in as many columns as fit. */
  inRows?: boolean
}

/** Facts with their titles. */
export function FactList({ facts, inRows = false }: FactListProps) {
  return (
    <dl className={css.facts} data-rows={inRows ? '' : undefined}>
      {facts.map(([title, fact]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One line under a page's title: state and context. */
export function StateLine({ children }: { children: ReactNode }) {
  return <p className={`row soft small ${css.line}`}>{children}</p>
}
