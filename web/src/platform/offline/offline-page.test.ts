import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type FakeEvent = { request: object; respondWith: (response: Promise<Response>) => void }
type Listener = (event: FakeEvent) => void

const script = readFileSync(new URL('../../../public/offline-page.js', import.meta.url), 'utf8')
const cached = new Map<string, Response>()
const fetchPage = vi.fn<() => Promise<Response>>()

/** The worker's response to a navigation to its page. */
function navigate(): Promise<Response> {
  const listeners = new Map<string, Listener>()
  const self = {
    location: { origin: 'https://clube.exemplo.com.br' },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
  }
  const caches = {
    match: async (key: string) => cached.get(key)?.clone(),
    has: async () => true,
    open: async () => ({ put: async (key: string, response: Response) => cached.set(key, response) }),
  }
  const wait = (action: () => void, ms: number) => setTimeout(action, ms)
  const globals = { self, caches, fetch: fetchPage, setTimeout: wait, URL }
  const settings = "{ cacheName: 'pages', page: '/ingressos', precachesPage: false }"
  runInNewContext(`${script}; servePageOffline(${settings})`, globals)
  const { promise, resolve } = Promise.withResolvers<Response>()
  const request = { method: 'GET', mode: 'navigate', url: 'https://clube.exemplo.com.br/ingressos' }
  listeners.get('fetch')?.({ request, respondWith: resolve })
  return promise
}
const shown = async () => (await navigate()).text()

beforeEach(() => {
  cached.clear()
  cached.set('/ingressos', new Response('cached'))
})
afterEach(() => vi.useRealTimers())

test('a page of the wallet comes from the server, and its cached version is replaced', async () => {
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
