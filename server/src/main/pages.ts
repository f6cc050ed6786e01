import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { Club } from '@clube/contract/club/club.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readStaffPage } from './staff-page.ts'
import { serveWebApp, webAppFiles } from './web-app.ts'

/** What the web build gives the server: a page as HTML for a path. */
type PageRenderer = (input: { template: string; club: Club; path: string; nonce: string }) => string

const nonceMark = 'nonce-of-this-answer'
const year = 365 * 24 * 3600

/** Serves the built web: assets for ever, pages with a fresh nonce each. @returns false when nothing is built */
export const servePages = async (
  app: FastifyInstance,
  input: { folder: string; club: Club },
): Promise<boolean> => {
  const client = join(input.folder, 'client')
  const renderer = join(input.folder, 'server', 'render.js')
  if (!existsSync(join(client, 'index.html')) || !existsSync(renderer)) return false
  const template = await readFile(join(client, 'index.html'), 'utf8')
  await serveWebApp(app, { club: input.club, mark: await readFile(join(client, 'icon.svg'), 'utf8') })
  const { renderPage } = (await import(pathToFileURL(renderer).href)) as { renderPage: PageRenderer }

  await app.register(fastifyStatic, {
    root: client,
    index: false,
    wildcard: false,
    globIgnore: webAppFiles,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => setAssetHeaders(reply, path.replace(/\.(br|gz)$/, '')),
  })

  const pages = new Map<string, string>()
  const pageOf = (path: string): string => {
    const known = prerendered(path)
    const page = pages.get(known) ?? renderPage({ template, club: input.club, path: known, nonce: nonceMark })
    pages.set(known, page)
    return page
  }
  const staffPage = await readStaffPage({ ...input, nonce: nonceMark })
  if (staffPage !== null) {
    await app.register(fastifyStatic, {
      root: join(input.folder, 'staff'),
      decorateReply: false,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => setAssetHeaders(reply, path.replace(/\.(br|gz)$/, '')),
    })
    for (const path of ['/equipe', '/equipe/*'])
      app.get(path, { schema: { hide: true } }, (request, reply) => sendPage(request, reply, staffPage))
  }
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/(api|analytics)\/|\.\w+$/.test(path)) return reply.callNotFound()
    return sendPage(request, reply, pageOf(path))
  })
  return true
}

/**
 * Sends a page with a nonce of this answer's own, so it is compressed with every answer: at this quality it takes 0.1 ms
 * and a quarter of the bytes is left. Nothing a stranger could choose stands beside the nonce, so its length tells nothing.
 */
const sendPage = (request: FastifyRequest, reply: FastifyReply, page: string): FastifyReply => {
  const nonce = randomBytes(16).toString('base64')
  const html = page.replaceAll(nonceMark, nonce)
  void reply
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(html)
  return reply.header('content-encoding', 'br').send(brotliCompressSync(html, pageCompression))
}

const pageCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Paths whose first screen is in the HTML; everything else shares the shell. */
const prerendered = (path: string): string => (path === '/entrar' ? path : '/')

const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types clube-html clube-worker clube-offline',
  ].join('; ')

/** A worker's policy comes with its own answer, so WebAssembly is allowed there and nowhere on the page. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

const setAssetHeaders = (reply: FastifyReply, path: string): void => {
  const hashed = path.includes('/assets/')
  void reply.header('cache-control', hashed ? `public, max-age=${year}, immutable` : 'no-cache')
  if (/\/captcha-worker[^/]*\.js$/.test(path)) void reply.header('content-security-policy', workerPolicy)
}
