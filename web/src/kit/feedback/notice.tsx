import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import css from './feedback.module.css'

const icons = { info: 'info', good: 'success', warn: 'warning', bad: 'alert' } as const

/** A sentence that stays on the page, with an icon so that colour alone says nothing. */
export function Notice({ tone = 'info', children }: { tone?: keyof typeof icons; children: ReactNode }) {
  return (
    <div className={css.notice} data-tone={tone}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  )
}
