/**
 * Imported by the service workers of this origin: makes one page available offline. A worker caches the page and its
 * files, never data; the page stores its own data.
 * @param cacheName name of the cache, which ends with a version; deleted at sign-out
 * @param page the page's path
 * @param isPage whether the server responds to a path with this page; by default those that begin with it
 * @param files cached with the page when the worker is installed, and no others; without them, page and files are cached
 *   when they are requested
 */
function servePageOffline({ cacheName, page, isPage = (path) => path.startsWith(page), files = [] }) {
  /** How long a navigation waits for the server while there is a cached version, in milliseconds. */
  const responseLimitMs = 4_000

  self.addEventListener('install', (event) => {
    event.waitUntil(precache().then(() => self.skipWaiting()))
  })

  self.addEventListener('activate', (event) => {
    event.waitUntil(deleteOldVersions().then(() => self.clients.claim()))
  })

  self.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== self.location.origin) return
    if (request.mode === 'navigate') {
      if (isPage(pathname)) event.respondWith(networkFirst(event, pathname))
    } else if (pathname.startsWith('/assets/')) {
      event.respondWith(cacheFirst(request, pathname))
    }
  })

  /** Caches the page and its files, if the worker has a list of them. */
  async function precache() {
    if (files.length === 0) return
    const cache = await caches.open(cacheName)
    await cache.addAll([page, ...files])
  }

  /** Deletes the caches of earlier versions, except the last: a page that is still open may load code from it. */
  async function deleteOldVersions() {
    const prefix = cacheName.replace(/[^-]+$/, '')
    const versions = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
    await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)))
  }

  /** The page from the server, or its cached version when the server responds with an error or not in time. */
  async function networkFirst(event, pathname) {
    const fresh = fetchPage(event.request, pathname)
    const cached = await caches.match(page, { cacheName })
    if (!cached) {
      // Deleted at sign-out.
      event.waitUntil(fresh.then(precache).catch(() => {}))
      return fresh
    }
    const limit = new Promise((resolve) => setTimeout(resolve, responseLimitMs))
    const response = await Promise.race([fresh.catch(() => undefined), limit])
    return response && (response.ok || response.type === 'opaqueredirect') ? response : cached
  }

  async function fetchPage(request, pathname) {
    const response = await fetch(request)
    // Below the page's path, the server may have rendered more than the page.
    if (pathname === page) await updateCache(page, response)
    return response
  }

  /** For files with a content hash in their name, which never change. */
  async function cacheFirst(request, pathname) {
    const cached = await caches.match(request)
    if (cached) return cached
    const response = await fetch(request)
    if (files.length === 0 || files.includes(pathname)) await updateCache(request, response)
    return response
  }

  /** Caches a response, unless sign-out has deleted the cache in the meantime. */
  async function updateCache(key, response) {
    if (!response.ok || !(await caches.has(cacheName))) return
    const cache = await caches.open(cacheName)
    await cache.put(key, response.clone())
  }
}
