import type { ReactNode } from 'react'
import css from './surface.module.css'

/** A raised surface; with `href` the whole of it is a link. `padded` unless it holds a picture to its edges. */
export function Card({
  children,
  href,
  padded = true,
}: {
  children: ReactNode
  href?: string
  padded?: boolean
}) {
  const shared = { className: css.card, 'data-padded': padded ? '' : undefined, children }
  return href === undefined ? <div {...shared} /> : <a {...shared} href={href} />
}
