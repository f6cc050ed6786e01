import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import css from './feedback.module.css'

const icons = { info: 'info', good: 'success', warn: 'warning', bad: 'alert' } as const

/** A persistent message with an icon, so that it does not rely on color alone. */
export function Notice({ tone = 'info', children }: { tone?: keyof typeof icons; children: ReactNode }) {
  return (
    <div className={css.notice} data-tone={tone}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  )
}
