import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { Screen, Stack } from '../../kit/page/screen.tsx'

/** Placeholder of a page whose code or session is still loading. */
export function PageShell() {
  return (
    <Screen>
      <Stack>
        <Skeleton shape="title" />
        <Skeleton shape="card" />
        <Skeleton count={3} />
      </Stack>
    </Screen>
  )
}
