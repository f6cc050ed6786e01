import { Link } from 'wouter'
import { Icon } from '../../kit/icon/icon.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import css from './page-header.module.css'

/** The way home and the page's one heading. */
export function PageHeader({ title }: { title: string }) {
  return (
    <header className={css.header}>
      <Link href={paths.home} className={css.back}>
        <Icon name="back" />
        Início
      </Link>
      <h1>{title}</h1>
    </header>
  )
}
