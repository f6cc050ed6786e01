import { createQrReader } from '../../../platform/qr/qr-reader.ts'
import { trustedScriptUrl } from '../../../platform/trusted-script.ts'

/** The same name as in web/public/portaria-worker.js. */
const cacheName = 'clube-portaria-1'
const page = '/equipe/portaria'

/**
 * Makes the gate's page reloadable offline: phones discard pages when they need memory. Caches the page
 * and every file loaded so far; the worker caches later ones.
 */
export async function enableOfflineReload(): Promise<void> {
  await attempt(async () => {
    const cache = await caches.open(cacheName)
    const workerUrl = trustedScriptUrl('clube-offline', '/portaria-worker.js')
    await navigator.serviceWorker.register(workerUrl, { scope: page })
    // The camera's decoder must be loaded while online.
    await createQrReader()
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    const urls = [page, ...new Set(files.map(({ pathname }) => pathname))]
    await Promise.allSettled(urls.map((file) => cache.add(file)))
  })
}

/** Deletes the cached page and its worker. */
export async function deleteOfflinePage(): Promise<void> {
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
    // No caches, no service workers, no space: the page then works offline only for as long as it is open.
  }
}
