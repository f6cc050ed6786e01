import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { assemblyscript } from '../../web/build/assemblyscript.ts'

const here = import.meta.dirname
const modules = join(here, '../../node_modules')
const outDir = join(here, 'dist')

/** The policy of the product's pages, with `self` for the page's script. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types clube-worker"

/** Builds the product's solver for a page of the benchmark. */
export const buildOurs = async (): Promise<{ files: Map<string, Buffer>; brotliBytes: number }> => {
  const worker = { format: 'iife' as const, plugins: () => [assemblyscript()] }
  const result = await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    plugins: [assemblyscript()],
    worker,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(here, 'product-page.ts'), output: { entryFileNames: 'page.js' } },
    },
  })
  await rm(outDir, { recursive: true, force: true })
  if (!('output' in result)) throw new Error('Expected the output of a single build')
  const files = new Map(
    result.output.map((file) => [
      `/${file.fileName}`,
      Buffer.from(file.type === 'chunk' ? file.code : file.source),
    ]),
  )
  const brotliBytes = [...files.values()].reduce((sum, file) => sum + brotliCompressSync(file).length, 0)
  return { files, brotliBytes }
}

export type Site = { readonly url: string; readonly close: () => Promise<void> }

const serve = async (
  read: (path: string) => Promise<{ body: Buffer | string; policy?: string } | null>,
): Promise<Site> => {
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    read(path)
      .then((file) => {
        const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
        response.writeHead(file ? 200 : 404, {
          'content-type': type,
          'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
          ...(file?.policy ? { 'content-security-policy': file.policy } : {}),
        })
        response.end(file?.body)
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The product's solver under the product's policies; without `wasm` the worker falls back to plain JavaScript. */
export const serveOurs = (files: ReadonlyMap<string, Buffer>, { wasm }: { wasm: boolean }): Promise<Site> =>
  serve(async (path) => {
    if (path === '/')
      return { body: '<!doctype html><script src="/page.js" type="module"></script>', policy: pagePolicy }
    const body = files.get(path)
    if (!body) return null
    const isWorker = path.includes('captcha-worker')
    return {
      body,
      policy: isWorker && wasm ? "default-src 'none'; script-src 'wasm-unsafe-eval'" : pagePolicy,
    }
  })

/** ALTCHA's solvers, without any policy. */
export const serveOfficial = (): Promise<Site> =>
  serve(async (path) => {
    if (path === '/') return { body: '<!doctype html><script src="/page.js"></script>' }
    if (path === '/page.js') return { body: await readFile(join(here, 'official-page.js')) }
    const found = /^\/(altcha|altcha-lib)\/([\w/.-]+)$/.exec(path)
    if (!found || path.includes('..')) return null
    return { body: await readFile(join(modules, found[1] ?? '', 'dist', found[2] ?? '')) }
  })
