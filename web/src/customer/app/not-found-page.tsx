import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import { useTitle } from '../../platform/navigation/use-title.ts'

/** The page for a path that does not exist. */
export function NotFoundPage() {
  useTitle('Página não encontrada')
  return (
    <Screen>
      <Stack>
        <h1>Página não encontrada</h1>
        <EmptyState
          drawing="search"
          action={
            <LinkButton href={paths.home} compact>
              Ir para o início
            </LinkButton>
          }
        >
          Não há nada neste endereço. Ele pode ter mudado ou ter sido digitado com um erro.
        </EmptyState>
      </Stack>
    </Screen>
  )
}
