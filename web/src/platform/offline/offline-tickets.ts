import { registerOfflineWorker } from './offline-worker.ts'

/**
 * Tickets that can be read without a network: what the page keeps for itself, and the worker that serves the page.
 * Everything lives in caches of this one prefix, so that leaving the account forgets all of it at once.
 */
const dataCache = 'clube-ingressos'
const dataKey = '/ingressos/guardados'
const shellCachePrefix = 'clube-ingressos-pagina'
const workerUrl = '/ingressos-worker.js'
const workerScope = '/ingressos'

/** Keeps the tickets of whoever is signed in; in private windows and on plain http nothing is kept. */
export async function keepTickets(tickets: unknown): Promise<void> {
  await attempt(async () => {
    const cache = await caches.open(dataCache)
    await cache.put(
      dataKey,
      new Response(JSON.stringify(tickets), { headers: { 'content-type': 'application/json' } }),
    )
  })
}

/** What was kept last; undefined where there is nothing. */
export const keptTickets = (): Promise<unknown> =>
  attempt(async () => {
    const kept = await (await caches.open(dataCache)).match(dataKey)
    return kept ? ((await kept.json()) as unknown) : undefined
  })

/** Forgets tickets, page and worker: this device is nobody's any more. */
export async function forgetOffline(): Promise<void> {
  await attempt(async () => {
    for (const name of await caches.keys())
      if (name === dataCache || name.startsWith(shellCachePrefix)) await caches.delete(name)
  })
  await attempt(async () => {
    const registration = await navigator.serviceWorker.getRegistration(workerScope)
    await registration?.unregister()
  })
}

/** Lets the page of tickets open without a network. */
export async function registerTicketWorker(): Promise<void> {
  await attempt(async () => {
    await registerOfflineWorker(workerUrl, workerScope)
  })
}

async function attempt<Result>(action: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await action()
  } catch {
    // No caches, no workers, no room: tickets are then read with a network only.
    return undefined
  }
}
