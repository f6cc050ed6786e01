import { Link } from 'wouter'
import { Icon } from '../../kit/icon/icon.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import css from './page-header.module.css'

type PageHeaderProps = {
  title: string
  /** Where the page is reached from; the club's home where nothing is said. */
  back?: { href: string; words: string }
}

/** The way back and the page's one heading. */
export function PageHeader({ title, back = { href: paths.home, words: 'Início' } }: PageHeaderProps) {
  return (
    <header className={css.header}>
      <Link href={back.href} className={css.back}>
        <Icon name="back" />
        {back.words}
      </Link>
      <h1>{title}</h1>
    </header>
  )
}
