import type { ReactNode } from 'react'
import css from './page.module.css'

/** A page of one column, as wide as a phone or, with `wide`, as a desk. */
export function Screen({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <main className={css.screen} data-wide={wide ? '' : undefined}>
      {children}
    </main>
  )
}

/** Blocks below each other: `near` within a block, `blocks` (default) between blocks. */
export function Stack({ children, gap = 'blocks' }: { children: ReactNode; gap?: 'near' | 'blocks' }) {
  return (
    <div className={css.stack} data-gap={gap}>
      {children}
    </div>
  )
}
