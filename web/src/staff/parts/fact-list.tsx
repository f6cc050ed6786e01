import type { ReactNode } from 'react'
import { Chip, type Tone } from '../../kit/surface/chip.tsx'
import { formatAge, formatInstant } from './instant.ts'
import css from './parts.module.css'

export type Fact = readonly [title: string, fact: ReactNode]

type FactListProps = {
  facts: readonly Fact[]
  /** Titles beside their facts, one fact per line; without it titles are above, in as many columns as fit. */
  inRows?: boolean
}

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

/** A state as text and color. */
export const StateChip = ({ title, tone }: { title: string; tone: Tone }) => <Chip tone={tone}>{title}</Chip>

/** How long ago something happened; the instant itself is its tooltip. */
export const Age = ({ instant, now }: { instant: string; now: Date }) => (
  <span title={formatInstant(instant)}>{formatAge(instant, now)}</span>
)
