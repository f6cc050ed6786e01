import { Link } from 'wouter'
import { Icon } from '../../kit/icon/icon.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import css from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Target of the way back; the club's home by default. */
  back?: { href: string; label: string }
}

/** The way back and the page's heading. */
export function PageHeader({ title, back = { href: paths.home, label: 'Início' } }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <Link href={back.href} className={css.back}>
        <Icon name="back" />
        {back.label}
      </Link>
      <h1>{title}</h1>
    </header>
  )
}
