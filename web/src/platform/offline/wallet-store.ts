/** The offline wallet: the data that each wallet page caches. The app's worker serves the pages. */
const cacheName = 'clube-carteira'
/** The same name as in web/build/app-worker.ts, without the version. */
const appCachePrefix = 'clube-app-'

/** The cache key for the data of the wallet page at the path `page`. */
const dataKey = (page: string): string => `${page}/guardados`

/** Caches the signed-in customer's data of a wallet page; does nothing in private windows and insecure contexts. */
export async function storeWallet(page: string, data: unknown): Promise<void> {
  await attempt(async () => {
    const cache = await caches.open(cacheName)
    await cache.put(
      dataKey(page),
      new Response(JSON.stringify(data), { headers: { 'content-type': 'application/json' } }),
    )
  })
}

/** The cached data of a wallet page, or undefined. */
export const readWallet = (page: string): Promise<unknown> =>
  attempt(async () => {
    const response = await (await caches.open(cacheName)).match(dataKey(page))
    return response ? ((await response.json()) as unknown) : undefined
  })

/** Deletes the cached data of all wallet pages. */
export const clearWallets = (): Promise<unknown> => attempt(() => caches.delete(cacheName))

/** Deletes everything that is cached; the app's worker caches the app again with the next page that is loaded. */
export async function clearOffline(): Promise<void> {
  await clearWallets()
  await attempt(async () => {
    for (const name of await caches.keys()) if (name.startsWith(appCachePrefix)) await caches.delete(name)
  })
}

async function attempt<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await action()
  } catch {
    // Without caches, workers or storage, the wallet is available online only.
    return undefined
  }
}
