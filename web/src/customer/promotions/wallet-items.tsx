import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, Outline } from '../../kit/icon/icon.tsx'
import { Chip } from '../../kit/surface/chip.tsx'
import type { WalletItem } from './promotion.ts'
import css from './wallet-items.module.css'

const instantOf = ({ at }: WalletItem): number => Date.parse(at)

/** Items that the person can still use, soonest first, then the others, collapsed, newest first. */
export function WalletItems({ items }: { items: readonly WalletItem[] }) {
  const current = items
    .filter(({ stage }) => stage !== 'past')
    .toSorted((a, b) => instantOf(a) - instantOf(b))
  const past = items.filter(({ stage }) => stage === 'past').toSorted((a, b) => instantOf(b) - instantOf(a))
  return (
    <>
      {current.length > 0 && <ItemList items={current} />}
      {past.length > 0 && (
        <PastItems title="Usados, cancelados e vencidos" count={past.length} isOpen={current.length === 0}>
          <ItemList items={past} />
        </PastItems>
      )}
    </>
  )
}

const ItemList = ({ items }: { items: readonly WalletItem[] }) => (
  <ul className={`stack ${css.items}`}>
    {items.map((item) => (
      <li key={item.id}>
        <ItemLink item={item} />
      </li>
    ))}
  </ul>
)

const ItemLink = ({ item: { icon, href, stage, status, text, title, validity } }: { item: WalletItem }) => (
  <Link href={href} className={`raised ${css.item}`} data-stage={stage}>
    <Outline path={icon} size={28} />
    <span className={`titled ${css.about}`}>
      <span className={css.status}>
        <Chip tone={status.tone}>{status.label}</Chip>
      </span>
      <strong>{title}</strong>
      {validity !== null && <span className="figures">{validity}</span>}
      <span className="soft small">{text}</span>
    </span>
    <Icon name="next" />
  </Link>
)

type PastItemsProps = { title: string; count: number; isOpen: boolean; children: ReactNode }

/** Items that can no longer be used, collapsed below those that can. */
export const PastItems = ({ title, count, isOpen, children }: PastItemsProps) => (
  <details className={css.past} open={isOpen}>
    <summary>
      {title} ({count})
    </summary>
    {children}
  </details>
)
