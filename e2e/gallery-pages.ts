import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'

const configFile = join(import.meta.dirname, '../web/vite.config.ts')

/**
 * Builds and serves the gallery of screens, as `/dev/screens` shows it.
 * @returns the address of its folder, with a slash at the end
 */
export const serveScreens = async (): Promise<{ url: string; close: () => Promise<void> }> => {
  const outDir = await mkdtemp(join(tmpdir(), 'clube-screens-'))
  const shared = { configFile, mode: 'screens', logLevel: 'error' } as const
  await build({ ...shared, build: { outDir } })
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } })
  const [url = ''] = server.resolvedUrls?.local ?? []
  return {
    url,
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
