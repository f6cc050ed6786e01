import { Suspense } from 'react'
import { Delayed } from '../../../kit/feedback/lazy-loader.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Skeleton } from '../../../kit/feedback/skeleton.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { LoadFailure } from '../../../parts/club-data/loaded.tsx'
import { EmptyPersonalList } from '../../../parts/empty-list.tsx'
import { ForwardLink } from '../../../parts/forward-link/forward-link.tsx'
import { Page } from '../../../parts/page/page.tsx'
import { HiddenItemsNotice } from '../../../parts/password-needed/password-needed.tsx'
import { useEmptySummary } from '../../../parts/use-empty-summary.ts'
import { useSettled } from '../../../parts/use-settled.ts'
import { paths } from '../../../platform/navigation/paths.ts'
import { OfflineWalletPage } from '../../promotions/offline-wallet-page.tsx'
import type { WalletEntry, WalletItem } from '../../promotions/promotion.ts'
import { loadWalletEntries, useWalletEntries, useWallets } from '../../promotions/promotions.ts'
import { WalletItems } from '../../promotions/wallet-items.tsx'

const title = 'Carteira'

/** Carteira: tickets, vouchers and everything else that the person can use, of all kinds. */
export const WalletPage = () => (
  <Page title={title}>
    <Suspense fallback={<LoadingItems />}>
      <Items />
    </Suspense>
  </Page>
)

/**
 * Shows all kinds together, so that no item moves. The links stay mounted meanwhile, because mounting them loads their
 * summaries.
 */
function Items() {
  const wallets = useWallets()
  const isSettled = useSettled(wallets.some(({ data, error }) => data === undefined && !error))
  return (
    <>
      {isSettled ? <AllItems wallets={wallets} /> : <LoadingItems />}
      <div hidden={!isSettled}>
        <ItemsByKind />
      </div>
    </>
  )
}

const ItemsByKind = () => (
  <Section title="Ver por tipo" className="stack raised">
    <ul className="lines">
      {useWalletEntries().map((entry) => (
        <li key={entry.href}>
          <EntryLink entry={entry} />
        </li>
      ))}
    </ul>
  </Section>
)

/** The offline view, from this device's copy. */
export const OfflineWalletItems = ({ onRetry }: { onRetry: () => void }) => (
  <OfflineWalletPage title={title} read={readEveryStored} onRetry={onRetry}>
    {(items) => (
      <>
        <StoredNotice />
        <WalletItems items={items} />
      </>
    )}
  </OfflineWalletPage>
)

async function readEveryStored(): Promise<WalletItem[]> {
  const entries = await loadWalletEntries()
  const stored = await Promise.all(entries.map(({ readStored }) => readStored()))
  return stored.flatMap((items) => items ?? [])
}

const StoredNotice = () => (
  <Notice>
    Não conseguimos falar com o clube agora. Isto é o que está guardado neste aparelho; os códigos abrem sem
    internet.
  </Notice>
)

/** The items of all kinds; one that failed to load does not hide the others. */
function AllItems({ wallets }: { wallets: ReturnType<typeof useWallets> }) {
  const loaded = wallets.flatMap(({ data }) => data ?? [])
  const failed = wallets.filter(({ data, error }) => !data && error)
  const items = loaded.flatMap((wallet) => wallet.items)
  const isComplete = loaded.length === wallets.length
  return (
    <>
      {loaded.some(({ isOffline }) => isOffline) && <StoredNotice />}
      <WalletItems items={items} />
      {failed.slice(0, 1).map(({ error }) => (
        <LoadFailure key="failure" error={error} onRetry={() => retryAll(failed)} />
      ))}
      {!isComplete && failed.length === 0 && <LoadingItems />}
      {isComplete && items.length === 0 && (
        <EmptyPersonalList illustration="ticket" href={paths.promotions} action="Ver promoções">
          Seus ingressos, brindes, prêmios e vales aparecem aqui.
        </EmptyPersonalList>
      )}
      {items.length > 0 && <HiddenItemsNotice />}
    </>
  )
}

const LoadingItems = () => (
  <Delayed>
    <output className="sr-only">Carregando sua carteira</output>
    <Skeleton shape="card" count={3} />
  </Delayed>
)

/** @returns the last failure, if any */
async function retryAll(failed: ReturnType<typeof useWallets>): Promise<{ error: unknown }> {
  const results = await Promise.all(failed.map(({ refetch }) => refetch()))
  return { error: results.find(({ error }) => error)?.error ?? null }
}

/** Links to the page of one kind, which has what the Carteira does not list, such as waiting lists. */
function EntryLink({ entry: { href, title: name, useSummary } }: { entry: WalletEntry }) {
  const empty = useEmptySummary('Nada por enquanto')
  const summary = useSummary()
  return <ForwardLink href={href} title={name} text={summary === undefined ? '\u00a0' : (summary ?? empty)} />
}
