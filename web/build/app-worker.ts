import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** The decoders of QR codes and bar codes: large, and useless without the server. */
const onlineOnly = /^assets\/(jsQR-|bar-code-worker-|zxing_reader-)/

/**
 * The service worker of the shopper's app (docs/decisions/0012-offline-app.md), which caches these files of the build.
 * @throws when a file has no content hash in its name: its cached version would never be replaced
 */
export function appWorkerOf(built: readonly string[]): string {
  const assets = built.filter((file) => file.startsWith('assets/') && !onlineOnly.test(file)).toSorted()
  const unhashed = assets.find((file) => !/-[\w-]{8}\.\w+$/.test(file))
  if (unhashed !== undefined) throw new Error(`${unhashed} has no content hash in its name`)
  const files = assets.map((file) => `/${file}`)
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 8)
  return `importScripts('/offline-page.js')
servePageOffline({
  cacheName: 'clube-app-${version}',
  page: '/',
  isPage: (path) => !/^\\/(api|analytics|dev|equipe|health)(\\/|$)|\\.\\w+$/.test(path),
  files: ${JSON.stringify(files)},
})
`
}

/** Adds the worker to the build. */
export const appWorker = (): Plugin => ({
  name: 'app-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      this.emitFile({ type: 'asset', fileName: 'clube-worker.js', source: appWorkerOf(Object.keys(bundle)) })
    },
  },
})
