import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Environment } from './environment.ts'
import { flowsPage } from './flows-page.ts'

const flowsPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
/** The screens include their images and use a fake camera; they request only the decoder of bar codes. */
const screensPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'self'"

/**
 * `/dev/flows` shows the sign-in flow's table; `/dev/screens` shows every screen in every state, when
 * built by `npm run build:screens`. Neither exists in production.
 * @param input.folder of the web build
 */
export const serveDevPages = async (
  app: FastifyInstance,
  input: { environment: Pick<Environment, 'dev_pages'>; folder: string },
): Promise<void> => {
  if (!input.environment.dev_pages) return
  app.get('/dev/flows', { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('content-security-policy', flowsPolicy)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(flowsPage()),
  )
  const root = join(input.folder, 'screens')
  if (!existsSync(join(root, 'screens.html'))) return
  app.get('/dev/screens', { schema: { hide: true } }, (_request, reply) =>
    reply.redirect('/dev/screens/screens.html'),
  )
  await app.register(fastifyStatic, {
    root,
    prefix: '/dev/screens/',
    decorateReply: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply) =>
      void reply.header('content-security-policy', screensPolicy).header('cache-control', 'no-store'),
  })
}
