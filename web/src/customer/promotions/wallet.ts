import * as z from 'zod/mini'
import type { QueryState } from '../../parts/club-data/loaded.tsx'
import { serverNow } from '../../platform/clock/server-clock.ts'
import { CallFailed, type Failure, type Sent } from '../../platform/api/failure.ts'
import type { Send } from '../../platform/api/client.ts'
import { withTimeLimit } from '../../platform/api/time-limit.ts'
import { useSend } from '../../platform/app/app-context.tsx'
import { readWallet, storeWallet } from '../../platform/offline/wallet-store.ts'
import type { QueryResult } from '../../platform/server-data/query-observer.ts'
import { useQuery } from '../../platform/server-data/use-query.tsx'
import { currentSession, isIdentified } from '../../platform/session/session-store.ts'
import { isKiosk } from '../../platform/storage/service-channel.ts'
import type { Wallet, WalletEntry, WalletItem } from './promotion.ts'

/** What a wallet page lists: a person's tickets, gifts or prizes. */
export type WalletList<Item> = {
  /** The page's path, under which this device keeps its copy. */
  readonly page: string
  readonly queryKey: readonly string[]
  readonly read: (send: Send, signal: AbortSignal) => Promise<Sent<Item[]>>
  readonly schema: z.ZodMiniType<Item>
}

/** Whether the server refused the list because of the session: another person may be using this device. */
const isSessionRefused = (failure: Failure): boolean =>
  failure.kind === 'refused' && (failure.status === 401 || failure.status === 403)

/** The items of a wallet list; while the server does not respond, or responds with an error, this device's copy. */
export function useWallet<Item>(list: WalletList<Item>): QueryResult<Wallet<Item>> {
  const send = useSend()
  return useQuery({
    queryKey: list.queryKey,
    queryFn: async ({ signal }): Promise<Wallet<Item>> => {
      const sent = await list.read(withTimeLimit(send), signal)
      if (sent.ok) {
        // A kiosk is shared, and a passwordless session does not prove that the device is the person's.
        if (!isKiosk() && !isIdentified(currentSession())) await storeWallet(list.page, sent.data)
        return { items: sent.data, isOffline: false }
      }
      const { failure } = sent
      const isHidden = failure.kind === 'aborted' || isSessionRefused(failure)
      const items = isHidden ? undefined : await readStoredItems(list)
      if (!items) throw new CallFailed(failure)
      return { items, isOffline: true }
    },
  })
}

/** This device's copy, if the page can still read it. */
export async function readStoredItems<Item>({ page, schema }: WalletList<Item>): Promise<Item[] | undefined> {
  return z.safeParse(z.array(schema), await readWallet(page)).data
}

type WalletPlan<Item> = Pick<WalletEntry, 'title' | 'useSummary'> &
  Pick<WalletItem, 'icon'> & {
    readonly list: WalletList<Item>
    /** How the *Carteira* lists an item at `nowMs`, by the server's clock. */
    readonly itemOf: (item: Item, nowMs: number) => Omit<WalletItem, 'icon'>
  }

/** A kind's part of the *Carteira*, from the list of its page. */
export function walletOf<Item>({ list, itemOf, icon, ...entry }: WalletPlan<Item>): WalletEntry {
  const itemsOf = (items: readonly Item[]) => items.map((item) => ({ ...itemOf(item, serverNow()), icon }))
  return {
    ...entry,
    href: list.page,
    useItems: (): QueryState<Wallet<WalletItem>> => {
      const { data, error, refetch } = useWallet(list)
      return { data: data && { ...data, items: itemsOf(data.items) }, error, refetch }
    },
    readStored: async () => {
      const stored = await readStoredItems(list)
      return stored && itemsOf(stored)
    },
  }
}
