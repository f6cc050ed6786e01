import { trustedScriptUrl } from '../trusted-script.ts'

/** The page's own first requests must not wait for the worker's files. */
const delayMs = 2_000

/** Makes the app available offline (web/build/app-worker.ts), once the page has loaded its own resources. */
export function registerAppWorker(): void {
  // Absent in insecure contexts and in most apps' web views.
  if (!('serviceWorker' in navigator)) return
  const register = () => {
    if (!navigator.onLine) return retryWhenOnline()
    void removeWalletWorkers()
    const url = trustedScriptUrl('clube-offline', '/clube-worker.js')
    navigator.serviceWorker.register(url).catch(retryWhenOnline)
  }
  const retryWhenOnline = () => window.addEventListener('online', register, { once: true })
  const schedule = () => void setTimeout(register, delayMs)
  if (document.readyState === 'complete') schedule()
  else window.addEventListener('load', schedule)
}

/**
 * Removes the workers of the wallet pages, which earlier releases registered, and their caches: a narrower scope takes
 * precedence over the app's worker.
 */
export async function removeWalletWorkers(): Promise<void> {
  try {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      const worker = registration.active ?? registration.waiting ?? registration.installing
      if (worker?.scriptURL.endsWith('/carteira-worker.js')) await registration.unregister()
    }
    for (const name of await caches.keys())
      if (name.startsWith('clube-carteira-pagina-')) await caches.delete(name)
  } catch {
    // Repeated when the next page is loaded.
  }
}
