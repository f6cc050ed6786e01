import type { ReactNode } from 'react'
import css from './surface.module.css'

/** A state in one or two words: Disponível, Últimos lugares, Esgotado. */
export function Chip({ tone, children }: { tone?: 'good' | 'warn' | 'bad' | 'accent'; children: ReactNode }) {
  return (
    <span className={css.chip} data-tone={tone}>
      {children}
    </span>
  )
}
