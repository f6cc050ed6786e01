import type { ReactNode } from 'react'
import { Icon } from '../../../kit/icon/icon.tsx'
import css from './delivery.module.css'

const icons = { good: 'check', warn: 'warning', bad: 'close' } as const

type VerdictProps = {
  tone?: keyof typeof icons
  title: string
  detail: string
  children?: ReactNode
}

/** The result of reading a code or of a delivery, readable at arm's length. */
export const Verdict = ({ tone, title, detail, children }: VerdictProps) => (
  <div className={css.verdict} data-tone={tone}>
    {tone && <Icon name={icons[tone]} size={48} />}
    <p className={css.verdictTitle}>{title}</p>
    <p className={css.verdictDetail}>{detail}</p>
    {children}
  </div>
)
