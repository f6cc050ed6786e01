import { Screen, Stack } from '../../kit/page/screen.tsx'
import { EmptyList } from '../../parts/empty-list.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import { useTitle } from '../../platform/navigation/use-title.ts'

/** The page for a path that does not exist. */
export function NotFoundPage() {
  useTitle('Página não encontrada')
  return (
    <Screen>
      <Stack>
        <h1>Página não encontrada</h1>
        <EmptyList drawing="search" href={paths.home} action="Ir para o início">
          Não há nada neste endereço. Ele pode ter mudado ou ter sido digitado com um erro.
        </EmptyList>
      </Stack>
    </Screen>
  )
}
