import { registerOfflineWorker } from '../../../platform/offline/offline-worker.ts'
import { createQrReader } from '../../../platform/qr/qr-reader.ts'

/** As in web/public/portaria-worker.js. */
const cacheName = 'clube-portaria-1'
const page = '/equipe/portaria'

/**
 * Lets the gate's page be loaded again without a network: phones throw pages away when they need room. Keeps the page
 * and every file that it has loaded so far; the worker keeps what comes later.
 */
export async function letGateReload(): Promise<void> {
  await attempt(async () => {
    const cache = await caches.open(cacheName)
    await registerOfflineWorker('/portaria-worker.js', page)
    // The camera's decoder must be here before the network goes.
    await createQrReader()
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    const wanted = [page, ...new Set(files.map(({ pathname }) => pathname))]
    await Promise.allSettled(wanted.map((file) => cache.add(file)))
  })
}

/** Forgets page and worker: nobody stands here any more. */
export async function forgetGatePage(): Promise<void> {
  await attempt(async () => {
    await caches.delete(cacheName)
    const registration = await navigator.serviceWorker.getRegistration(page)
    await registration?.unregister()
  })
}

async function attempt(action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch {
    // No caches, no workers, no room: the page then works without a network only for as long as it is open.
  }
}
