import type { ReactNode } from 'react'
import { inRem } from '../icon/icon.tsx'
import css from './feedback.module.css'

/** An illustration of 120 × 96; the second path is the accent-colored background. */
export type IllustrationPaths = readonly [line: string, spot: string]

/** Declared here, not with the others, because the offline page is part of the initial bundle. */
export const offlineIllustration: IllustrationPaths = [
  'M34 70h50a17 17 0 0 0 3-33.7A27 27 0 0 0 37 32a19 19 0 0 0-3 38ZM22 16l76 68',
  'M44 76h46a17 17 0 0 0 12-28A27 27 0 0 1 44 76Z',
]

/** A small decorative illustration. */
export function LineIllustration({ paths: [line, spot] }: { paths: IllustrationPaths }) {
  return (
    <svg
      className={css.illustration}
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

/** An illustration, one sentence, one action. */
export function EmptyLayout({ paths, children, action }: EmptyLayoutProps & { paths: IllustrationPaths }) {
  return (
    <div className={css.empty}>
      <LineIllustration paths={paths} />
      <p>{children}</p>
      {action}
    </div>
  )
}
