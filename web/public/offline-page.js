/**
 * Taken in by the workers beside it: lets one page open without a network. A worker keeps the page and its files, never
 * data: the page keeps its own.
 * @param cacheName where they are kept; whoever leaves deletes it
 * @param page the page's path; what lies below is the same page
 * @param keepsAtOnce whether the page is kept before anybody opens it with this worker
 */
function servePageOffline({ cacheName, page, keepsAtOnce }) {
  self.addEventListener('install', (event) => {
    event.waitUntil((keepsAtOnce ? keepPage() : Promise.resolve()).then(() => self.skipWaiting()))
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

  /** The page as it is now. */
  async function keepPage() {
    const cache = await caches.open(cacheName)
    const answer = await fetch(page)
    if (answer.ok) await cache.put(page, answer)
  }

  /** The page of the server; where there is none, the page as it was last. */
  async function networkFirst(request) {
    try {
      const answer = await fetch(request)
      await keep(page, answer)
      return answer
    } catch (problem) {
      const kept = await caches.match(page, { cacheName })
      if (kept) return kept
      throw problem
    }
  }

  /** Files with a hash in their name never change. */
  async function cacheFirst(request) {
    const kept = await caches.match(request, { cacheName })
    if (kept) return kept
    const answer = await fetch(request)
    await keep(request, answer)
    return answer
  }

  /** Keeps an answer, unless the person has left meanwhile: then the cache is gone and stays away. */
  async function keep(key, answer) {
    if (!answer.ok || !(await caches.has(cacheName))) return
    const cache = await caches.open(cacheName)
    await cache.put(key, answer.clone())
  }
}
