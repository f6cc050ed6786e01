// Served as it is, so it is plain JavaScript, and what a worker's events are no type here tells.
/* oxlint-disable typescript/no-unsafe-call, typescript/no-unsafe-argument, typescript/no-unsafe-member-access, typescript/no-unsafe-assignment, typescript/no-unsafe-return */

// Lets the gate's page be loaded again without a network. It keeps the page and its files, never data: the page keeps
// its own list (web/src/staff/desks/gate/gate-store.ts). Signing out deletes both.
const cacheName = 'clube-portaria-1'
const page = '/equipe/portaria'

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting())
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

/** Keeps an answer, unless somebody has signed out meanwhile: then the cache is gone and stays away. */
async function keep(key, answer) {
  if (!answer.ok || !(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  await cache.put(key, answer.clone())
}
