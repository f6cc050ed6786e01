import { useEffect, useState, type ComponentType } from 'react'
import { useLocation } from 'wouter'
import { Button } from '../../kit/button/button.tsx'
import { EmptyLayout, offlineIllustration } from '../../kit/feedback/line-illustration.tsx'
import { Screen, Stack } from '../../kit/page/screen.tsx'
import { LinkButton } from '../../parts/link-button.tsx'
import { paths } from '../../platform/navigation/paths.ts'
import { useTitle } from '../../platform/navigation/use-title.ts'
import { useWhenOnline } from '../../platform/offline/use-when-online.ts'

type OfflinePageProps = {
  /** False if the server responded with an error. */
  isOffline: boolean
  onRetry: () => void
}

/**
 * Replaces a page while the server does not respond, with links to what this device stores. Retries once the device is
 * online again.
 */
export function OfflinePage({ isOffline, onRetry }: OfflinePageProps) {
  const title = isOffline ? 'Sem conexão' : 'O clube não respondeu'
  useTitle(title)
  const [path] = useLocation()
  useWhenOnline(onRetry)
  return (
    <Screen>
      <Stack>
        <h1>{title}</h1>
        <EmptyLayout
          paths={offlineIllustration}
          action={
            <Button compact onClick={onRetry}>
              Tentar novamente
            </Button>
          }
        >
          Não conseguimos falar com o clube agora.
        </EmptyLayout>
        <StoredWallet />
        {path !== paths.home && (
          <LinkButton variant="quiet" href={paths.home}>
            Ir para o início
          </LinkButton>
        )}
      </Stack>
    </Screen>
  )
}

/** Loaded separately, because this page is part of the initial bundle and is useful even without the links. */
function StoredWallet() {
  const [Links, setLinks] = useState<ComponentType | null>(null)
  useEffect(() => {
    import('../promotions/stored-wallet-links.tsx').then(
      ({ StoredWalletLinks }) => setLinks(() => StoredWalletLinks),
      () => {},
    )
  }, [])
  return Links && <Links />
}
