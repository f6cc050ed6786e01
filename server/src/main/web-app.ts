import type { Club } from '@clube/contract/club/club.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { clubIconsOf } from './club-icons.ts'
import { webManifestOf } from './web-manifest.ts'

/** Icons change with the club's color at the same URL, so they are cached for a day. */
const iconCache = 'public, max-age=86400'

/** Files of the build that are replaced by versions in the club's color. */
export const webAppFiles = ['manifest.webmanifest*', 'icon*', 'apple-touch-icon.png']

/** Serves the web manifest and icons, generated from the club's configuration at start. */
export const serveWebApp = async (
  app: FastifyInstance,
  input: { club: Pick<Club, 'name' | 'accent'>; mark: string },
): Promise<void> => {
  const manifest = webManifestOf(input.club)
  const icons = clubIconsOf(input.mark, input.club.accent)
  const serve = (path: string, type: string, cache: string, body: string | Buffer) =>
    app.get(path, { schema: { hide: true } }, (_request, reply: FastifyReply) =>
      reply.header('cache-control', cache).type(type).send(body),
    )
  serve('/manifest.webmanifest', 'application/manifest+json', 'no-cache', JSON.stringify(manifest))
  serve('/icon.svg', 'image/svg+xml', iconCache, icons.svg)
  for (const { src, sizes, type, purpose } of manifest.icons) {
    if (type !== 'image/png') continue
    const size = Number.parseInt(sizes, 10)
    serve(src, type, iconCache, await icons.png({ size, maskable: purpose === 'maskable' }))
  }
  // Requested by iPhones, which round its corners.
  const apple = await icons.png({ size: 180, maskable: true })
  serve('/apple-touch-icon.png', 'image/png', iconCache, apple)
}
