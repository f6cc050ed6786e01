import { Notice } from '../../../kit/feedback/notice.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import css from './gifts.module.css'
import type { Obstacle } from './gift-labels.ts'

/** Why a gift cannot be chosen, next to the part of the page that it concerns, with a link to the next step, if any. */
export const ObstacleNotice = ({ message, action }: Obstacle) => (
  <div role="status" className={css.obstacle}>
    <Notice tone="warn">{message}</Notice>
    {action && <ForwardLink href={action.href} title={action.label} />}
  </div>
)
