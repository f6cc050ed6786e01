import type { ReactNode } from 'react'
import css from './recovery.module.css'

/** The sentence under a step's title, for steps that render it themselves. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={`soft ${css.lead}`}>{children}</p>
}
