import type { ReactNode } from 'react'
import css from './page.module.css'

/** A single-column page, phone-width or, with `wide`, desktop-width. */
export function Screen({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return (
    <main className={css.screen} data-wide={wide ? '' : undefined}>
      {children}
    </main>
  )
}

/** A vertical stack: `near` within a block, `blocks` (default) between blocks. */
export function Stack({ children, gap = 'blocks' }: { children: ReactNode; gap?: 'near' | 'blocks' }) {
  return (
    <div className={css.stack} data-gap={gap}>
      {children}
    </div>
  )
}
