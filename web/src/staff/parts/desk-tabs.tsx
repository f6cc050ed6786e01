import { Link } from 'wouter'
import { formatWaitingCount } from './waiting-counts.ts'
import css from './parts.module.css'

export type DeskTab = {
  readonly path: string
  readonly title: string
  /** What waits in the tab; 0 or omitted for nothing. */
  readonly waiting?: number
}

type DeskTabsProps = {
  /** The desk, for screen readers. */
  label: string
  tabs: readonly DeskTab[]
  current: DeskTab | undefined
}

/** Links to the parts of a desk. */
export const DeskTabs = ({ label, tabs, current }: DeskTabsProps) => (
  <nav aria-label={label} className={`row ${css.tabs}`}>
    {tabs.map((tab) => (
      <Link key={tab.path} href={tab.path} aria-current={tab.path === current?.path ? 'page' : undefined}>
        {tab.title}
        {tab.waiting !== undefined && tab.waiting > 0 && (
          <span className={css.tabCount}>
            {' '}
            {formatWaitingCount(tab.waiting)}
            <span className="sr-only"> à espera</span>
          </span>
        )}
      </Link>
    ))}
  </nav>
)
