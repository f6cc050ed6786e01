import { trustedScriptUrl } from '../trusted-script.ts'

/**
 * The offline wallet: the data that each wallet page caches, and the service worker that serves the page.
 * All caches share one prefix, so that signing out deletes them together.
 */
const cachePrefix = 'clube-carteira'
const workerUrl = '/carteira-worker.js'

/** Where the data of the wallet page at the path `page` is cached. */
const dataKey = (page: string): string => `${page}/guardados`

/** Caches the signed-in customer's data of a wallet page; does nothing in private windows and insecure contexts. */
export async function storeWallet(page: string, data: unknown): Promise<void> {
  await attempt(async () => {
    const cache = await caches.open(cachePrefix)
    await cache.put(
      dataKey(page),
      new Response(JSON.stringify(data), { headers: { 'content-type': 'application/json' } }),
    )
  })
}

/** The cached data of a wallet page, or undefined. */
export const storedWallet = (page: string): Promise<unknown> =>
  attempt(async () => {
    const response = await (await caches.open(cachePrefix)).match(dataKey(page))
    return response ? ((await response.json()) as unknown) : undefined
  })

/** Deletes the cached data and pages, and unregisters the workers. */
export async function clearOffline(): Promise<void> {
  await attempt(async () => {
    for (const name of await caches.keys()) if (name.startsWith(cachePrefix)) await caches.delete(name)
  })
  await attempt(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      const worker = registration.active ?? registration.waiting ?? registration.installing
      if (worker?.scriptURL.endsWith(workerUrl)) await registration.unregister()
    }
  })
}

/** Makes a wallet page available offline; the worker serves the page of its scope. */
export async function registerWalletWorker(page: string): Promise<void> {
  const url = trustedScriptUrl('clube-offline', workerUrl)
  await attempt(() => navigator.serviceWorker.register(url, { scope: page }))
}

async function attempt<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await action()
  } catch {
    // Without caches, workers or storage, the wallet is available online only.
    return undefined
  }
}
