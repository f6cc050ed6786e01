/**
 * Imported by the service workers in this folder: makes one page available offline. A worker caches the page and its
 * files, never data; the page stores its own data.
 * @param cacheName name of the cache; deleted at sign-out
 * @param page the page's path; every path below it serves the same page
 * @param precachesPage whether the page is cached when the worker is installed, before a navigation passes through it
 */
function servePageOffline({ cacheName, page, precachesPage }) {
  /** How long a navigation waits for the server while there is a cached version, in milliseconds. */
  const responseLimitMs = 4_000

  self.addEventListener('install', (event) => {
    event.waitUntil((precachesPage ? cachePage() : Promise.resolve()).then(() => self.skipWaiting()))
  })

  self.addEventListener('activate', (event) => {
    event.waitUntil(self.clients.claim())
  })

  self.addEventListener('fetch', (event) => {
    const { request } = event
    const url = new URL(request.url)
    if (request.method !== 'GET' || url.origin !== self.location.origin) return
    if (request.mode === 'navigate') {
      if (url.pathname.startsWith(page)) event.respondWith(networkFirst(request))
    } else if (url.pathname.startsWith('/assets/')) {
      event.respondWith(cacheFirst(request))
    }
  })

  /** Caches the page's current version. */
  async function cachePage() {
    const cache = await caches.open(cacheName)
    const response = await fetch(page)
    if (response.ok) await cache.put(page, response)
  }

  /** The page from the server, or its cached version when the server responds with an error or not in time. */
  async function networkFirst(request) {
    const fresh = fetchPage(request)
    const cached = await caches.match(page, { cacheName })
    if (!cached) return fresh
    const limit = new Promise((resolve) => setTimeout(resolve, responseLimitMs))
    const response = await Promise.race([fresh.catch(() => undefined), limit])
    return response && (response.ok || response.type === 'opaqueredirect') ? response : cached
  }

  async function fetchPage(request) {
    const response = await fetch(request)
    await updateCache(page, response)
    return response
  }

  /** For files with a content hash in their name, which never change. */
  async function cacheFirst(request) {
    const cached = await caches.match(request, { cacheName })
    if (cached) return cached
    const response = await fetch(request)
    await updateCache(request, response)
    return response
  }

  /** Caches a response, unless sign-out has deleted the cache in the meantime. */
  async function updateCache(key, response) {
    if (!response.ok || !(await caches.has(cacheName))) return
    const cache = await caches.open(cacheName)
    await cache.put(key, response.clone())
  }
}
