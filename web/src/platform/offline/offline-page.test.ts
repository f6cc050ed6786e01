import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type FakeEvent = {
  request: object
  respondWith: (response: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => void
}
type Listener = (event: FakeEvent) => void

const script = readFileSync(new URL('../../../public/offline-page.js', import.meta.url), 'utf8')
const cached = new Map<string, Response>()
let cacheNames: string[]
const fetchPage = vi.fn<() => Promise<Response>>()
const wallet = "{ cacheName: 'pages-2', page: '/ingressos' }"

type Settings = { settings?: string; path?: string; type?: 'navigate' | 'no-cors' | 'install' | 'activate' }

/** The worker's response to an event, by default a navigation to its page; undefined if the worker does not handle it. */
async function dispatch({ settings = wallet, path = '/ingressos', type = 'navigate' }: Settings = {}) {
  const listeners = new Map<string, Listener>()
  const self = {
    location: { origin: 'https://clube.exemplo.com.br' },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
  }
  const cache = {
    put: async (key: string, response: Response) => cached.set(key, response),
    addAll: async (keys: string[]) =>
      keys.forEach((key) => cached.set(key, new Response(`precached ${key}`))),
  }
  const caches = {
    match: async (key: string) => cached.get(key)?.clone(),
    has: async (name: string) => cacheNames.includes(name),
    open: async (name: string) => {
      if (!cacheNames.includes(name)) cacheNames.push(name)
      return cache
    },
    keys: async () => cacheNames,
    delete: async (name: string) => (cacheNames = cacheNames.filter((other) => other !== name)),
  }
  const wait = (action: () => void, ms: number) => setTimeout(action, ms)
  const globals = { self, caches, fetch: fetchPage, setTimeout: wait, URL }
  runInNewContext(`${script}; servePageOffline(${settings})`, globals)
  let response: Promise<Response> | undefined
  const work: Promise<unknown>[] = []
  const request = { method: 'GET', mode: type, url: `https://clube.exemplo.com.br${path}` }
  listeners.get(type === 'navigate' || type === 'no-cors' ? 'fetch' : type)?.({
    request,
    respondWith: (given) => void (response = given),
    waitUntil: (given) => work.push(given),
  })
  const given = await response
  await Promise.all(work)
  return given
}
const shown = async () => (await dispatch())?.text()

beforeEach(() => {
  cached.clear()
  cacheNames = ['pages-2']
  cached.set('/ingressos', new Response('cached'))
})
afterEach(() => vi.useRealTimers())

test('a wallet page is loaded from the server and replaces its cached version', async () => {
  fetchPage.mockResolvedValue(new Response('fresh'))
  expect(await shown()).toBe('fresh')
  fetchPage.mockRejectedValue(new TypeError('offline'))
  expect(await shown()).toBe('fresh')
})

test.each([502, 503, 404])(
  'the cached page is shown when the server responds with status %i',
  async (status) => {
    fetchPage.mockResolvedValue(new Response('error', { status }))
    expect(await shown()).toBe('cached')
  },
)

test('the cached page is shown when the connection is refused', async () => {
  fetchPage.mockRejectedValue(new TypeError('connection refused'))
  expect(await shown()).toBe('cached')
})

test('the cached page is shown when the server does not respond within four seconds', async () => {
  vi.useFakeTimers()
  fetchPage.mockReturnValue(new Promise(() => {}))
  const page = shown()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await page).toBe('cached')
})

test('without a cached page the server’s response is shown, even an error', async () => {
  cached.clear()
  fetchPage.mockResolvedValue(new Response('error', { status: 502 }))
  expect(await shown()).toBe('error')
})

test('a path below the page is served from the cache when offline, and never replaces the cached page', async () => {
  fetchPage.mockResolvedValue(new Response('sub-page'))
  expect(await (await dispatch({ path: '/ingressos/natal' }))?.text()).toBe('sub-page')
  fetchPage.mockRejectedValue(new TypeError('offline'))
  expect(await (await dispatch({ path: '/ingressos/natal' }))?.text()).toBe('cached')
})

test('a worker with a list of files caches page and files when it is installed', async () => {
  await dispatch({ settings: "{ cacheName: 'app-1', page: '/', files: ['/assets/a.js'] }", type: 'install' })
  expect(await cached.get('/')?.text()).toBe('precached /')
  expect(await cached.get('/assets/a.js')?.text()).toBe('precached /assets/a.js')
})

test('a worker without a list of files caches nothing when it is installed', async () => {
  cached.clear()
  await dispatch({ type: 'install' })
  expect([...cached.keys()]).toEqual([])
})

test.each([
  ['a listed file', "['/assets/a.js']", '/assets/a.js', 1],
  ['an unlisted file', "['/assets/a.js']", '/assets/staff.js', 0],
  ['a file without a list', '[]', '/assets/gate.js', 1],
])(
  'a worker caches requested files, but only listed ones if it has a list: %s',
  async (_name, files, path, expected) => {
    cached.clear()
    fetchPage.mockResolvedValue(new Response('code'))
    const settings = `{ cacheName: 'pages-2', page: '/', files: ${files} }`
    expect(await (await dispatch({ settings, path, type: 'no-cors' }))?.text()).toBe('code')
    expect(cached.size).toBe(expected)
  },
)

test('files deleted at sign-out are cached again with the next page that is loaded', async () => {
  cached.clear()
  cacheNames = []
  fetchPage.mockResolvedValue(new Response('fresh'))
  const settings = "{ cacheName: 'app-1', page: '/', files: ['/assets/a.js'] }"
  expect(await (await dispatch({ settings, path: '/' }))?.text()).toBe('fresh')
  expect([...cached.keys()]).toEqual(['/', '/assets/a.js'])
})

test('a new version keeps the cache of the previous one, which open pages may use, and deletes older ones', async () => {
  cacheNames = ['app-1', 'other-1', 'app-2', 'app-3']
  await dispatch({ settings: "{ cacheName: 'app-3', page: '/' }", type: 'activate' })
  expect(cacheNames).toEqual(['other-1', 'app-2', 'app-3'])
})
