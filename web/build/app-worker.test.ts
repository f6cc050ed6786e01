import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { appWorkerOf } from './app-worker.ts'

type Settings = { cacheName: string; files: string[]; isPage: (path: string) => boolean }

/** What the worker passes to web/public/offline-page.js. */
function settingsOf(built: readonly string[]): Settings {
  let settings: Settings | undefined
  runInNewContext(appWorkerOf(built), {
    importScripts: () => {},
    servePageOffline: (given: Settings) => (settings = given),
  })
  if (!settings) throw new Error('The worker did not call servePageOffline')
  return settings
}

const app = 'assets/shell-CoeEgp-F.js'

test('the app’s worker caches the hashed files of the build, except the decoders of codes', () => {
  const decoders = ['jsQR-DMfxOdIb.js', 'bar-code-worker-B3pQdx1Z.js', 'zxing_reader-CWu2dMFo.wasm']
  const built = [app, 'index.html', 'icon.svg', ...decoders.map((file) => `assets/${file}`)]
  expect([...settingsOf(built).files]).toEqual([`/${app}`])
})

test('the cache name changes with the files of the build, but not with their order', () => {
  const style = 'assets/style-CJEy3JPQ.css'
  const { cacheName } = settingsOf([app, style])
  expect(cacheName).toMatch(/^clube-app-[0-9a-f]{8}$/)
  expect(settingsOf([style, app]).cacheName).toBe(cacheName)
  expect(settingsOf([app]).cacheName).not.toBe(cacheName)
})

test('a file without a content hash fails the build', () => {
  expect(() => appWorkerOf(['assets/logo.svg'])).toThrow('assets/logo.svg has no content hash')
})

test.each(['/', '/entrar', '/ingressos', '/ingressos/natal', '/promocoes/natal-no-ipe', '/apiario'])(
  'the app’s worker serves the page %s',
  (path) => expect(settingsOf([app]).isPage(path)).toBe(true),
)

test.each([
  '/api/marketing/points.csv',
  '/equipe',
  '/equipe/portaria',
  '/health/ready',
  '/dev/outbox',
  '/icon.svg',
])('the app’s worker does not handle %s', (path) => expect(settingsOf([app]).isPage(path)).toBe(false))
