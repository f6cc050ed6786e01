import type { ReactNode } from 'react'
import css from './recovery.module.css'

/** The sentence under a step's title, where the step itself brings it. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={css.lead}>{children}</p>
}
