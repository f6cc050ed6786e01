import type { ReactNode } from 'react'
import css from './page.module.css'

export type ScreenProps = {
  children: ReactNode
  /** How wide its one column may become: as a phone (default), as a text, or as a desktop. */
  width?: 'phone' | 'text' | 'wide'
}

/** A page of a single column. */
export function Screen({ children, width }: ScreenProps) {
  return (
    <main className={css.screen} data-width={width}>
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
