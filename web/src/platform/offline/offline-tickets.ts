import { registerOfflineWorker } from './offline-worker.ts'

/**
 * Offline tickets: the data cached by the page, and the service worker that serves the page.
 * All caches share one prefix, so that signing out deletes them together.
 */
const dataCache = 'clube-ingressos'
const dataKey = '/ingressos/guardados'
const shellCachePrefix = 'clube-ingressos-pagina'
const workerUrl = '/ingressos-worker.js'
const workerScope = '/ingressos'

/** Caches the signed-in customer's tickets; does nothing in private windows and insecure contexts. */
export async function storeTickets(tickets: unknown): Promise<void> {
  await attempt(async () => {
    const cache = await caches.open(dataCache)
    await cache.put(
      dataKey,
      new Response(JSON.stringify(tickets), { headers: { 'content-type': 'application/json' } }),
    )
  })
}

/** The cached tickets, or undefined. */
export const storedTickets = (): Promise<unknown> =>
  attempt(async () => {
    const kept = await (await caches.open(dataCache)).match(dataKey)
    return kept ? ((await kept.json()) as unknown) : undefined
  })

/** Deletes cached tickets and page, and unregisters the worker. */
export async function clearOffline(): Promise<void> {
  await attempt(async () => {
    for (const name of await caches.keys())
      if (name === dataCache || name.startsWith(shellCachePrefix)) await caches.delete(name)
  })
  await attempt(async () => {
    const registration = await navigator.serviceWorker.getRegistration(workerScope)
    await registration?.unregister()
  })
}

/** Makes the tickets page available offline. */
export async function registerTicketWorker(): Promise<void> {
  await attempt(async () => {
    await registerOfflineWorker(workerUrl, workerScope)
  })
}

async function attempt<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await action()
  } catch {
    // Without caches, workers or storage, tickets are available online only.
    return undefined
  }
}
