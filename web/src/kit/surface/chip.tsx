import type { ReactNode } from 'react'
import css from './surface.module.css'

/** Color of a state; undefined is neutral. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | undefined

/** A state as a short label: Disponível, Últimos lugares, Esgotado. */
export function Chip({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={css.chip} data-tone={tone ?? ''}>
      {children}
    </span>
  )
}
