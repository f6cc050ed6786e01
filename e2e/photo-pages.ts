import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'

const web = join(import.meta.dirname, '../web')
const page = 'src/gallery/photo.html'

/**
 * Builds and serves only the gallery's photo screens, so that the camera and the native bridge are tested in a
 * real browser without the surrounding flow.
 * @returns the URL; `#frente`, `#verso` or `#selfie` selects a screen; without a fragment it shows the selfie
 * instructions
 */
export const servePhotoPages = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const outDir = await mkdtemp(join(tmpdir(), 'clube-photo-pages-'))
  const shared = { root: web, configFile: false, logLevel: 'error' } as const
  await build({
    ...shared,
    plugins: [react()],
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: join(web, page) } },
  })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const [origin = ''] = server.resolvedUrls?.local ?? []
  return {
    url: origin + page,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

/** A JPEG of one pixel, in base64. */
export const jpeg =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z'
