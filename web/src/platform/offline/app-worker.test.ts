import { afterEach, expect, test, vi } from 'vitest'
import { removeWalletWorkers } from './app-worker.ts'

afterEach(() => vi.unstubAllGlobals())

test('the wallet workers of earlier releases and their caches are removed, and all others remain', async () => {
  const scripts = ['clube-worker.js', 'carteira-worker.js', 'portaria-worker.js']
  const registrations = scripts.map((script) => ({
    active: { scriptURL: `https://clube.exemplo.com.br/${script}` },
    unregister: vi.fn<() => Promise<boolean>>(async () => true),
  }))
  const names = new Set(['clube-carteira', 'clube-carteira-pagina-1/ingressos', 'clube-app-1a2b3c4d'])
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: async () => registrations } })
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  })
  await removeWalletWorkers()
  expect(registrations.map(({ unregister }) => unregister.mock.calls.length)).toEqual([0, 1, 0])
  expect([...names]).toEqual(['clube-carteira', 'clube-app-1a2b3c4d'])
})
