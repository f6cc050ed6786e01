import { Link } from 'wouter'
import { Icon } from '../../kit/icon/icon.tsx'
import { Screen, Stack, type ScreenProps } from '../../kit/page/screen.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import { useTitle } from '../../platform/navigation/use-title.ts'
import css from './page.module.css'

type PageProps = ScreenProps & {
  /** The heading, and the tab's title. */
  title: string
  /** The back link; to the home page by default. */
  back?: { href: string; label: string }
}

/** A page of the club: back link, heading, content. */
export function Page({ title, back = { href: paths.home, label: 'Início' }, children, width }: PageProps) {
  useTitle(title)
  return (
    <Screen width={width}>
      <Stack>
        <header className="tight">
          <Link href={back.href} className={css.back}>
            <Icon name="back" />
            {back.label}
          </Link>
          <h1>{title}</h1>
        </header>
        {children}
      </Stack>
    </Screen>
  )
}
