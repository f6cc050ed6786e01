import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '../../kit/button/button.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Page } from '../../parts/page/page.tsx'
import { useWhenOnline } from '../../platform/offline/use-when-online.ts'

type OfflineWalletPageProps<Item> = {
  title: string
  /** Reads this device's copy. */
  read: () => Promise<Item[] | undefined>
  onRetry: () => void
  children: (items: Item[]) => ReactNode
}

/** The offline view of a wallet page, from what this device stores. */
export function OfflineWalletPage<Item>({ title, read, onRetry, children }: OfflineWalletPageProps<Item>) {
  const [stored, setStored] = useState<Item[] | null>(null)
  useWhenOnline(onRetry)
  useEffect(() => {
    void read().then((found) => setStored(found ?? []))
    // Once, when the page opens offline.
  }, [])
  return (
    <Page title={title}>
      {stored && stored.length > 0 && children(stored)}
      {stored?.length === 0 && (
        <EmptyState illustration="offline">Não conseguimos falar com o clube agora.</EmptyState>
      )}
      <Button variant="outline" onClick={onRetry}>
        Tentar novamente
      </Button>
    </Page>
  )
}
