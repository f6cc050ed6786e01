import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import { presenceCookie } from '@clube/contract/kernel/presence-cookie.ts'
import type { Club } from '@clube/contract/club/club.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClubConfiguration } from './club-configuration.ts'
import { nonceBytes, noncePlaceholder, prepareNoncePage, type NoncePage } from './nonce-page.ts'
import { pagePolicyOf } from './page-policy.ts'
import { readStaffPage } from './staff-page.ts'
import { serveWebApp, webAppFiles } from './web-app.ts'

/** The web build's renderer: a page as HTML for a path. */
type PageRenderer = (input: { template: string; club: Club; path: string; nonce: string }) => string

/** Templates of pages, which are served only with their policy and nonce. */
const htmlFiles = '**/*.html*'

const yearSeconds = 365 * 24 * 3600

/** Serves the web build: immutable assets, and pages, each with a fresh nonce. @returns false when nothing is built */
export const servePages = async (
  app: FastifyInstance,
  { folder, configuration }: { folder: string; configuration: Pick<ClubConfiguration, 'club' | 'captcha'> },
): Promise<boolean> => {
  const { club } = configuration
  const client = join(folder, 'client')
  const renderer = join(folder, 'server', 'render.js')
  if (!existsSync(join(client, 'index.html')) || !existsSync(renderer)) return false
  const template = await readFile(join(client, 'index.html'), 'utf8')
  await serveWebApp(app, { club, mark: await readFile(join(client, 'icon.svg'), 'utf8') })
  const { renderPage } = (await import(pathToFileURL(renderer).href)) as { renderPage: PageRenderer }

  await app.register(fastifyStatic, {
    root: client,
    index: false,
    wildcard: false,
    globIgnore: [...webAppFiles, htmlFiles],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => setAssetHeaders(reply, path.replace(/\.(br|gz)$/, '')),
  })

  const policyFor = pagePolicyOf(configuration)
  const pages = new Map<string, NoncePage>()
  const pageOf = (path: string, request: FastifyRequest): NoncePage => {
    const pagePath = prerenderedPath(path, request.cookies[presenceCookie] !== undefined)
    const page =
      pages.get(pagePath) ??
      prepareNoncePage(renderPage({ template, club, path: pagePath, nonce: noncePlaceholder }))
    pages.set(pagePath, page)
    return page
  }
  const staffHtml = await readStaffPage({ folder, club, nonce: noncePlaceholder })
  if (staffHtml !== null) {
    const staffPage = prepareNoncePage(staffHtml)
    // Staff pages have no enterprise captcha, so that no third-party script runs on them.
    const staffPolicy = pagePolicyOf({ club, captcha: { ...configuration.captcha, enterprise: null } })
    await app.register(fastifyStatic, {
      root: join(folder, 'staff'),
      decorateReply: false,
      index: false,
      wildcard: false,
      globIgnore: [htmlFiles],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => setAssetHeaders(reply, path.replace(/\.(br|gz)$/, '')),
    })
    for (const path of ['/equipe', '/equipe/*'])
      app.get(path, { schema: { hide: true } }, (request, reply) =>
        sendPage(request, reply, staffPage, staffPolicy),
      )
  }
  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, (request, reply) => {
    // The path decoded by the router: the URL itself may be encoded or absolute.
    const path = `/${request.params['*']}`
    if (/^\/(api|analytics)\/|\.\w+$/.test(path)) return reply.callNotFound()
    return sendPage(request, reply, pageOf(path, request), policyFor)
  })
  return true
}

/** Sends a page with a fresh nonce. */
const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: NoncePage,
  policyFor: (nonce: string) => string,
): FastifyReply => {
  const nonce = randomBytes(nonceBytes).toString('base64')
  void reply
    .header('content-security-policy', policyFor(nonce))
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, cookie')
    .type('text/html; charset=utf-8')
  if (page.gzip === null || !/\bgzip\b/.test(String(request.headers['accept-encoding'])))
    return reply.send(page.html(nonce))
  return reply.header('content-encoding', 'gzip').send(page.gzip(nonce))
}

/** Pages behind the session gate whose code is preloaded. */
const preloadedPaths: readonly string[] = ['/', '/carteira']

/**
 * The path whose prerendered page is sent: `/entrar` has its own, all other paths the shell, some with preloads of their
 * code. So has the sign-in screen when a session may exist: it is checked before the form is shown (spec §4), and most
 * people continue to the home page.
 */
function prerenderedPath(path: string, mayHaveSession: boolean): string {
  if (path === '/entrar') return mayHaveSession ? '/' : path
  if (/^\/promocoes\/[^/]+$/.test(path)) return '/promocoes/:slug'
  return mayHaveSession && preloadedPaths.includes(path) ? path : '*'
}

/** A worker has its own policy, so WebAssembly is allowed there and not on the page. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

const setAssetHeaders = (reply: FastifyReply, path: string): void => {
  const hashed = path.includes('/assets/')
  void reply.header('cache-control', hashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
  if (/\/(captcha|bar-code)-worker[^/]*\.js$/.test(path))
    void reply.header('content-security-policy', workerPolicy)
}
