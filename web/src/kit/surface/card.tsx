import type { ReactNode } from 'react'
import css from './surface.module.css'

/** A raised surface; with `href` it is a link as a whole. `padded` unless it has a full-bleed picture. */
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
