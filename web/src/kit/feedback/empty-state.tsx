import type { ReactNode } from 'react'
import { Drawing, type DrawingName } from './drawing.tsx'
import css from './feedback.module.css'

type EmptyStateProps = {
  drawing: DrawingName
  /** One sentence. */
  children: ReactNode
  /** One action: a compact button. */
  action?: ReactNode
}

/** An empty state: a drawing, one sentence, one action. */
export function EmptyState({ drawing, children, action }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      <Drawing name={drawing} />
      <p>{children}</p>
      {action}
    </div>
  )
}
