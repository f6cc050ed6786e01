import { Skeleton } from '../../kit/feedback/skeleton.tsx'
import { Screen, Stack } from '../../kit/page/screen.tsx'

/** What stands where a page will be: shown while its code or its session is on the way. */
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
