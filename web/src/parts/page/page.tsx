import { Screen, Stack, type ScreenProps } from '../../kit/page/screen.tsx'
import { useTitle } from '../../platform/navigation/use-title.ts'
import { PageHeader } from '../page-header/page-header.tsx'

type PageProps = ScreenProps & {
  /** The heading, and the tab's title. */
  title: string
  /** Target of the way back; the club's home by default. */
  back?: { href: string; label: string }
}

/** A page of the club: the way back, the heading, then its blocks. */
export function Page({ title, back, children, width }: PageProps) {
  useTitle(title)
  return (
    <Screen width={width}>
      <Stack>
        <PageHeader title={title} back={back} />
        {children}
      </Stack>
    </Screen>
  )
}
