import type { ReactNode } from 'react'
import { inRem } from '../icon/icon.tsx'
import css from './feedback.module.css'

/** A line drawing of 120 × 96; the second path is the accent-colored background. */
export type DrawingPaths = readonly [line: string, spot: string]

/** Here and not with the others, since the offline page is part of the initial bundle. */
export const offlineDrawing: DrawingPaths = [
  'M34 70h50a17 17 0 0 0 3-33.7A27 27 0 0 0 37 32a19 19 0 0 0-3 38ZM22 16l76 68',
  'M44 76h46a17 17 0 0 0 12-28A27 27 0 0 1 44 76Z',
]

/** A small decorative line drawing. */
export function LineDrawing({ paths: [line, spot] }: { paths: DrawingPaths }) {
  return (
    <svg
      className={css.drawing}
      viewBox="0 0 120 96"
      width={inRem(120)}
      height={inRem(96)}
      aria-hidden="true"
    >
      <path className={css.spot} d={spot} />
      <path className={css.stroke} d={line} />
    </svg>
  )
}

export type EmptyLayoutProps = {
  /** One sentence. */
  children: ReactNode
  /** One action: a compact button. */
  action?: ReactNode
}

/** A drawing, one sentence, one action. */
export function EmptyLayout({ paths, children, action }: EmptyLayoutProps & { paths: DrawingPaths }) {
  return (
    <div className={css.empty}>
      <LineDrawing paths={paths} />
      <p>{children}</p>
      {action}
    </div>
  )
}
